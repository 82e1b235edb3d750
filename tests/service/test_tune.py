"""The command that tunes: what it prints, keeps, draws and saves, and what it refuses."""

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from analytics.tuning import Tuning, at_work, built, read_aim, read_varied
from domain.edition import content, parse_edition
from domain.games import LANTERN_MOTHS, NOCTURNIS
from service import editions, seeds
from service.tuning import SECONDS, edited, pace
from service.wiring import Services
from tests.service.command_line import Mothlog
from tests.service.support import play_on, table

SMALL = ("tune", "lantern-moths", "--vary", "ghosts=2,4", "--aim", "rounds=12", "--aim", "balance")
QUICK = ("--bots", "random", "--games", "2", "--confirm", "3", "--workers", "1")


def test_a_frontier_is_printed_kept_and_given_as_data(
    command: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = command(*SMALL, *QUICK)
    assert ran.code == 0, ran.err
    assert "2 candidates, all of them; 2 seats, random" in ran.out
    assert "as it is" in ran.out
    assert "2 games of each candidate; the frontier 3 more on fresh deals; seed tuning." in ran.out

    def unplayed(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("service.cli.tune.at_work", unplayed)
    data = command(*SMALL, *QUICK, "--json").json
    assert data["vary"] == {"ghosts": {"now": 4, "values": [2, 4]}}
    assert data["aims"] == {"rounds": 12, "balance": "low"}
    assert (data["tried"], data["left_out"], data["whole"], data["complete"]) == (2, 0, True, True)
    assert data["current"]["number"] == 0
    assert all(point["again"] for point in data["frontier"])


@pytest.mark.parametrize(
    ("change", "by"),
    [
        (b'"key":"balance"', b'"key":"balances"'),
        (b'"ranges":[null]', b'"ranges":[]'),
        (b'"values":[4]', b'"values":[]'),
        (b'"cloud":[[', b'"cloud":[[1.5,'),
        (b'"seed":"tuning"', b'"seed":"another"'),
        (b'"against":{"rounds"', b'"against":{"hours"'),
    ],
)
def test_a_kept_frontier_that_is_damaged_is_searched_again(
    command: Mothlog, change: bytes, by: bytes
) -> None:
    first = command(*SMALL, *QUICK, "--json").json
    (kept,) = (command.data / "tunings").iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole.replace(change, by))
    assert kept.read_bytes() != whole
    assert command(*SMALL, *QUICK, "--json").json == first
    assert kept.read_bytes() == whole


def test_a_candidate_is_saved_as_an_edition_whose_text_is_the_old_one_s(command: Mothlog) -> None:
    """Dusk cards end the night: the more, the sooner, so that the whole search is a frontier."""
    vary = ("--vary", "dusk=16,18", "--vary", "option:ghost_blocks")
    asked = ("tune", "lantern-moths", *vary, "--aim", "rounds=low", "--aim", "actions=high", *QUICK)
    points = {p["number"]: p["changes"] for p in command(*asked, "--json").json["frontier"]}
    assert points[0] == {}
    assert points[4] == {"dusk": 18, "option:ghost_blocks": "while_present"}
    ran = command(*asked, "--save", "Short nights", "--candidate", "4")
    assert "'Short nights' can be chosen for Lantern Moths: --edition short-nights" in ran.err
    known = editions.find(LANTERN_MOTHS, command.data, "short-nights")
    assert known.edition.note.startswith(
        "Tuned from 'Prototype v4, four colours of eleven': candidate 4 of `mothlog tune "
        "lantern-moths --vary dusk=16,18 --vary option:ghost_blocks=planted_round,while_present"
    )
    assert known.edition.note.endswith(". Play it with ghost_blocks=while_present.")
    dusk = known.edition.dusk  # type: ignore[attr-defined]
    assert (dusk.value, dusk.printed, dusk.assumed) == (18, None, "tuned; it was 6")
    assert "# How many cards of each value there are" in editions.text_of(command.data, known)
    for number, said in (
        ("77", "candidate 77 is not on the frontier, expected one of: 0, 1, 2, 3, 4"),
        ("0", "candidate 0 changes no number of the edition, so there is none to save"),
        ("1", "there is another edition short-nights with other content, expected a new name"),
    ):
        wrong = command(*asked, "--save", "Short nights", "--candidate", number)
        assert wrong.code == 1
        assert said in wrong.err


def test_numbers_deep_in_a_text_are_changed_where_they_stand() -> None:
    box = seeds.edition(NOCTURNIS)
    paths = (
        "cards.AR.points=16,20",
        "species.Ashwing.crosses=4,5",
        "hand_limit=5,6",
        "stars.0=45,40",
    )
    vary = tuple(read_varied(text, NOCTURNIS, box, {}) for text in (*paths, "cards.AL.copies=1,2"))
    asked = Tuning(
        game="nocturnis",
        rules="",
        seats=1,
        edition=content(box),
        options={},
        bots=("random",),
        vary=vary,
        aims=(read_aim("rounds=9"),),
    )
    values = (20, 5, 6, 40, 2)
    point: Any = type(
        "Chosen", (), {"changes": dict(zip([v.name for v in vary], values, strict=True))}
    )
    text = edited(
        seeds.seed("nocturnis", "edition.toml").read_text("utf-8"), asked, point, "Big", "n"
    )
    written = parse_edition(tomllib.loads(text), NOCTURNIS.edition)
    wanted = parse_edition(built(asked, values).edition, NOCTURNIS.edition)
    assert content(written) == content(wanted) | {"name": "Big", "note": "n"}
    assert "# Every value says where it comes from" in text


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--vary", "moths=1,2"), "there is no 'moths', expected one of: copies, ghosts"),
        (("--vary", "ghosts=2..5000"), "ghosts: 201 values found, expected 2 to 200"),
        (("--aim", "points=-1"), "aim points: '-1' found"),
        (("--aim", "under=0.3"), "aim under: expected one seat, and an edition with stars"),
        (("--across", "sheet"), "there is no option 'sheet', expected one of: "),
        (
            ("--vary", "option:ghost_blocks", "--option", "ghost_blocks=while_present"),
            "both varies",
        ),
        (("--trials", "0"), "0 candidates, expected 1 to 10,000"),
        (("--save", "X"), "expected --save NAME and --candidate NUMBER together"),
        (("--figure", "x.pdf"), "x.pdf: expected a name that ends in .svg, .png, .html"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_played(
    command: Mothlog, more: tuple[str, ...], said: str
) -> None:
    ran = command(*SMALL, *QUICK, *more)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert not command.data.exists()


def test_the_figure_is_a_page_that_needs_nothing_from_elsewhere(
    command: Mothlog, tmp_path: Path
) -> None:
    file = tmp_path / "frontier.html"
    assert command(*SMALL, *QUICK, "--figure", str(file)).code == 0
    page = file.read_text("utf-8")
    assert "rounds=12 and balance" in page
    assert "var(--" not in page.rpartition("<script>")[2]
    assert "<script src" not in page


def test_without_optuna_it_says_what_to_install(
    command: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    ran = command(*SMALL, *QUICK, "--vary", "ghost_points=0..9", "--trials", "8")
    assert (ran.code, ran.out) == (1, "")
    assert "install mothlog with its extra, mothlog[tune]" in ran.err


def test_an_interrupt_prints_the_frontier_so_far(
    command: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def until(workers: int, stop: object) -> Iterator[Any]:
        tasks = iter(range(1000))
        with at_work(workers, lambda: next(tasks) >= 8) as work:
            yield work

    monkeypatch.setattr("service.cli.tune.at_work", until)
    ran = command(*SMALL, *QUICK, "--vary", "ghost_points=0..9")
    assert ran.code == 1
    assert ran.err.endswith("mothlog: stopped: 8 candidates were searched by then\n")
    assert "8 candidates, of 20" in ran.out
    assert "these deals were looked at to choose the candidates" in ran.out
    assert not [*command.data.glob("tunings/*")]


def test_minutes_say_what_they_rest_on(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock ticks once a look, and a session that was played to its end has been timed."""
    guess = pace(services, LANTERN_MOTHS)
    assert guess.seconds == SECONDS
    assert "a guess: fewer than 12 tables were timed" in str(guess)
    monkeypatch.setattr("service.tuning.TABLES", ("digital",))
    monkeypatch.setattr("service.tuning.TOO_FEW", 1)
    play_on(services, services.recorder.open(table("Ada", "Ben")).session)
    timed = pace(services, LANTERN_MOTHS)
    assert timed.sessions == 1
    assert 0 < timed.seconds <= 2
    assert str(timed).endswith("s a decision, the mean of 1 recorded tables")
