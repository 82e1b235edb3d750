"""Bots of a data folder's file: listed, seated, and left out where the file is wrong."""

import json
import sys
from pathlib import Path

import pytest

from analytics.bots import cast_of
from domain.errors import Invalid
from service.casting import FILE, cast_in, casting
from tests.service.command_line import Mothlog

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"
PROGRAM = f"""
[mine]
title = "My program"
description = "What it looks for."
command = [{json.dumps(sys.executable)}, "-S", {json.dumps(str(EXAMPLE))}]

[gone]
title = "Gone"
command = ["no-such-program"]
games = ["lepidoptery"]
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / FILE).write_text(PROGRAM, encoding="utf-8")
    return folder


def test_without_a_file_there_are_the_bots_that_come_with_mothlog(tmp_path: Path) -> None:
    assert cast_in(tmp_path) is cast_of()


def test_of_very_many_errors_the_first_ones_are_said_and_how_many_more(tmp_path: Path) -> None:
    text = "".join(f"[b{nth}]\n" for nth in range(3000))  # each without a title
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(Invalid, match=r":1: b0\.title: .*:10: b9\.title: [^;]*; and 2,990 more$"):
        cast_in(tmp_path)


def test_arrays_without_end_are_refused() -> None:
    with pytest.raises(Invalid, match="found arrays within arrays without end, expected fewer"):
        cast_of("x=" + "[" * 5000)


def test_a_changed_file_counts_at_once(data: Path) -> None:
    assert cast_in(data).names[-2:] == ("mine", "gone")
    (data / FILE).write_text('[other]\ntitle = "Other"\ncommand = ["other"]', encoding="utf-8")
    assert cast_in(data).names[-1] == "other"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b'[mine]\ntitle = "M"\ncommand = ["m"]\nseconds = "x"', ":4: mine.seconds: found 'x'"),
        (b'[mine]\ntitle = "M"\ncommand = ["m"]\ngames = ["chess"]', r":4: mine.games\[0\]: found"),
        (b'\n\n[random]\ntitle = "R"', ":3: random: found a name that is taken"),
        (b"[mine]\ntitle = ", ":2: found no TOML"),
        (b"\xff", ":1: found the byte 0xff, expected text in UTF-8"),
        (b'[mine]\ntitel = "M"\n[Loud]\ntitle = "L"', ":2: mine.titel: .*; .*:3: Loud: found such"),
        (
            b'[mine]\nweights.chess = {}\nblunder = 2\ngames = ["go"]',
            ":1: mine.title: .*:2: mine.weights.chess: .*:3: mine.blunder: .*:4: mine.games: found"
            " this without a command.*:4: mine.games.0.: found 'go'",
        ),
        (
            b"[random]\nweights.lepidoptery.blok = 1",
            ":1: random.title: .*:1: random: found a name that is taken.*:2: random.weights",
        ),
        (
            b'[mine]\ntitle = "M"\nweights.lantern-moths = {}\nweights.lantern_moths = {}',
            ":4: mine.weights.lantern_moths: found the same game a second time",
        ),
    ],
)
def test_a_wrong_file_is_named_with_its_lines_and_the_other_bots_stay(
    data: Path, text: bytes, found: str
) -> None:
    (data / FILE).write_bytes(text)
    with pytest.raises(Invalid, match=rf"{FILE}{found}"):
        cast_in(data)
    assert casting(data).cast is cast_of()
    assert FILE in casting(data).fault


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(Invalid, match=f"{FILE} cannot be read: "):
        cast_in(tmp_path)


def test_all_bots_of_a_game_are_listed(data: Path, command: Mothlog) -> None:
    rows = command("bots", "lantern-moths", "--json").json["bots"]
    assert [row["name"] for row in rows] == [n for n in cast_in(data).names if n != "gone"]
    assert rows[-1] == {
        "name": "mine",
        "title": "My program",
        "description": "What it looks for.",
        "games": ["lantern-moths"],
    }
    listed = command("bots").out
    assert all(title in listed for title in ("Lantern Moths", "Lepidoptery", "Nocturnis"))
    assert "What it looks for." in listed


def test_a_program_plays_the_same_games_for_the_same_seed(data: Path, command: Mothlog) -> None:
    asked = ("simulate", "lepidoptery", "--bots", "mine,random", "--games", "2", "--seed", "s")
    made = [command(*asked, "--workers", "1", "--json") for _ in range(2)]
    assert [one.code for one in made] == [0, 0]
    assert made[0].json["events"] == made[1].json["events"]
    (seats,) = {
        tuple(player["bot"] for player in row["players"])
        for row in command("sessions", "--json").json["sessions"]
    }
    assert seats == ("mine", "random")


def test_a_simulation_whose_bot_fails_says_which_and_what_is_safe(
    data: Path, command: Mothlog
) -> None:
    asked = ("simulate", "lepidoptery", "--bots", "gone,random", "--games", "3")
    failed = command(*asked, "--workers", "1")
    assert failed.code == 1
    assert "the bot gone did not choose: it could not be started" in failed.err
    assert "cannot start 'no-such-program': No such file or directory" in failed.err
    assert "0 of 3 games recorded" in failed.err
    assert command("sessions", "--json").json["sessions"] == []


@pytest.mark.parametrize(
    "asked",
    [
        ("trial", "lantern-moths", "--bots", "mine", "--games", "2", "--workers", "1"),
        ("tournament", "lepidoptery", "--bots", "mine,random", "--deals", "1", "--workers", "1"),
        ("experiment", "ghost_blocks", "--bots", "mine", "--games", "2", "--workers", "1"),
    ],
    ids=lambda asked: asked[0],
)
def test_a_program_plays_wherever_bots_do(
    data: Path, command: Mothlog, asked: tuple[str, ...]
) -> None:
    found = command(*asked, "--json")
    assert found.code == 0, found.err


def test_a_wrong_file_stops_a_command_that_needs_bots(data: Path, command: Mothlog) -> None:
    (data / FILE).write_text("[mine]", encoding="utf-8")
    for asked in (("bots",), ("simulate", "lepidoptery", "--games", "1")):
        failed = command(*asked)
        assert failed.code == 1
        assert failed.err.endswith(
            f"{FILE}:1: mine.title: found nothing, expected one line of 1 to 80 characters, "
            "without spaces around it\n"
        )
    assert command("sessions").code == 0


@pytest.mark.parametrize("asked", ["simulate", "trial", "tournament"])
def test_why_a_bot_is_none_for_a_game_is_said(data: Path, command: Mothlog, asked: str) -> None:
    (data / FILE).write_text(
        '[pacifist]\ntitle = "Pacifist"\nweights.lantern-moths = { deny = 0.0 }\n'
        "weights.lepidoptery = { block = 0.0 }\n"
        '[gone]\ntitle = "Gone"\ncommand = ["none"]\ngames = ["lepidoptery"]\n',
        encoding="utf-8",
    )
    for name, why in (
        ("pacifist", "it has weights for Lantern Moths, Lepidoptery only"),
        ("gone", "it plays Lepidoptery only"),
    ):
        failed = command(asked, "nocturnis", "--bots", f"{name},random")
        assert failed.code == 2
        assert f" Nocturnis ({why}), expected " in failed.err
