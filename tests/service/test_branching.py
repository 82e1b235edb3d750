"""Branches in the store: whole or not at all, once a request, with the same luck over restarts."""

import dataclasses
from pathlib import Path
from random import Random
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.errors import Invalid, SessionError
from domain.game import Game
from domain.games import GAMES, find
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Branch, Player
from service import seeds
from service.bots import play_bots
from service.branching import Asked, OtherRequest, open_branch, seated, title_for
from service.wiring import Services, build
from tests.service.command_line import Mothlog
from tests.service.support import Clock

LANTERN = find("lantern-moths")


def finished(services: Services, game: Game = LANTERN, title: str = "Thursday") -> Session:
    """Let bots play a session to its end."""
    table = Table(
        game=game,
        rules=seeds.rulebook(game).version,
        edition=seeds.edition(game),
        players=(Player("Random A", "random"), Player("Random B", "random")),
        title=title,
    )
    return play_bots(services.recorder, services.recorder.open(table).session, Random(3))


def people(session: Session) -> tuple[Player, ...]:
    """Seat people in the bots' places."""
    return tuple(replace(player, bot=None) for player in session.players)


def test_a_branch_is_a_session_of_its_own(services: Services) -> None:
    session = finished(services)
    made = open_branch(services.recorder, session, Asked(10), None).session
    loaded = services.store.load(made.id)
    assert loaded == made
    assert loaded.id != session.id
    assert loaded.opened.branch == Branch(session.id, loaded.last_step)
    assert loaded.opened.title == f"What if, from step {loaded.last_step} of Thursday"
    assert [m.event for m in loaded.moves] == [m.event for m in session.moves[: len(loaded.moves)]]


def test_a_repeated_request_opens_one_branch(services: Services) -> None:
    session = finished(services)
    once = open_branch(services.recorder, session, Asked(10), "a key")
    again = open_branch(services.recorder, session, Asked(10), "a key")
    assert (once.repeated, again.repeated) == (False, True)
    assert again.session == once.session
    assert len(services.store.session_ids()) == 2


def test_a_key_of_another_branch_is_refused(services: Services) -> None:
    session = finished(services)
    open_branch(services.recorder, session, Asked(10), "a key")
    with pytest.raises(OtherRequest, match="has opened another session"):
        open_branch(services.recorder, session, Asked(10, chance="same"), "a key")


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_same_luck_survives_a_restart(game: Game, tmp_path: Path) -> None:
    """Every move is made by a program that was started anew and has another shuffle."""
    services = build(tmp_path, Clock(), Random(7))
    session = finished(services, game)
    step = session.last_step - 12
    asked = Asked(step, "same", people(session))
    made = open_branch(services.recorder, session, asked, None).session
    then = dict(session.actions)
    nth = 0
    while made.status == "live":
        services.close()
        services = build(tmp_path, Clock(), Random(nth := nth + 1))
        made = services.recorder.act(made.id, then[made.last_step + 1]).session
    services.close()
    assert [m.event for m in made.moves] == [m.event for m in session.moves]


def test_without_its_original_a_branch_is_shuffled(services: Services) -> None:
    session = finished(services)
    asked = Asked(10, "same", people(session))
    made = open_branch(services.recorder, session, asked, None).session
    opened = replace(made.opened, branch=Branch(UUID(int=9), 10, "same"))
    alone = services.recorder.enter(
        [(made.log[0].at, [opened, *(move.event for move in made.moves)])]
    ).session
    assert services.recorder.chance_of(alone) is services.recorder.chance
    assert services.recorder.chance_of(session) is services.recorder.chance
    assert services.recorder.chance_of(made) is not services.recorder.chance


def test_a_bot_that_there_is_none_of_and_a_seat_that_there_is_none_of_are_refused(
    services: Services,
) -> None:
    session = finished(services)
    players = seated(session, {1: Player("Ora", "oracle")})
    with pytest.raises(Invalid, match="seat 1: no bot 'oracle', expected: random"):
        open_branch(services.recorder, session, Asked(10, players=players), None)
    with pytest.raises(SessionError, match="there is no seat 2, expected 0 to 1"):
        seated(session, {2: Player("Cleo")})
    assert services.store.session_ids() == [session.id]


def test_who_stays_keeps_what_is_known_of_them(services: Services) -> None:
    session = finished(services)
    ada = Player("Ada", None, "first", "red")
    seats = (ada, *session.players[1:])
    known = dataclasses.replace(session, opened=replace(session.opened, players=seats))
    assert seated(known, {0: Player("Ada")}) == known.players
    assert seated(known, {0: Player("", "random")})[0] == Player("Random A", "random")
    assert seated(known, {1: Player("Ben")})[1] == Player("Ben")


def test_a_title_that_would_be_too_long_is_left_out(services: Services) -> None:
    assert title_for(finished(services, title="x" * 120), 4) == "What if, from step 4"
    assert title_for(finished(services, title=""), 4) == "What if, from step 4"


@pytest.fixture
def source(command: Mothlog) -> str:
    """The id of a demo session of three people that was played digitally to its end."""
    command("demo")
    found: list[str] = [
        row["id"]
        for row in command("sessions", "--limit", "50", "--json").json["sessions"]
        if (row["game"], row["mode"]) == ("lantern_moths", "digital")
        and row["status"] in ("finished", "closed")
        and len(row["players"]) == 3
    ]
    return found[0]


def ids(command: Mothlog) -> set[str]:
    """Return the ids of all sessions."""
    return {row["id"] for row in command("sessions", "--limit", "50", "--json").json["sessions"]}


def test_the_command_branches_and_lets_bots_finish(command: Mothlog, source: str) -> None:
    there = ids(command)
    bots = [word for seat in "ABC" for word in ("--seat", f"{seat}=bot:random")]
    ran = command("branch", source, "--step", "20", *bots, "--play", "--title", "Bots", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json["branch"]["session"] == source
    assert ran.json["branch"]["step"] <= 20
    assert (ran.json["status"], ran.json["title"]) == ("finished", "Bots")
    assert [player["name"] for player in ran.json["players"]] == [
        "Random A",
        "Random B",
        "Random C",
    ]
    assert ids(command) - there == {ran.json["id"]}


def test_the_command_says_where_it_branched(command: Mothlog, source: str) -> None:
    last = command("show", source, "--json").json["step"]
    ran = command("branch", source, "--step", str(last), "--chance", "same", "--seat", "B=Cleo")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"no seat chooses at step {last}; the nearest one before is ")
    assert f" of {source}, the same cards" in ran.out
    assert "live, step " in ran.out


def test_a_branch_comes_out_as_a_file_and_in_again(
    command: Mothlog, source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As text and as JSON Lines, on a folder on which the original is not."""
    made = command("branch", source, "--step", "20", "--chance", "same", "--json").json["id"]
    for form in ("text", "jsonl"):
        file = tmp_path / f"branch.{form}"
        file.write_text(command("export", made, "--format", form).out, encoding="utf-8")
        elsewhere = Mothlog(tmp_path / form, capsys)
        assert elsewhere("import", str(file)).code == 0
        assert elsewhere("export", made, "--format", form).out == file.read_text("utf-8")
        (row,) = elsewhere("sessions", "--json").json["sessions"]
        assert row["branch"]["session"] == source


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--step", "999"), "no step 999 in session"),
        (("--step", "4", "--seat", "B"), "'B' found, expected SEAT=NAME or SEAT=bot:NAME"),
        (("--step", "4", "--seat", "Z=Ada"), "'Z=Ada' found, expected SEAT=NAME"),
        (("--step", "4", "--seat", "D=Ada"), "there is no seat 3, expected 0 to 2"),
        (("--step", "4", "--seat", "B=bot:oracle"), "no bot 'oracle', expected: random"),
        (("--step", "4", "--way", "table"), "can only go on digitally"),
        ((), "Missing option '--step'"),
    ],
)
def test_what_cannot_be_branched_is_refused_in_a_line(
    words: tuple[str, ...], said: str, command: Mothlog, source: str
) -> None:
    there = ids(command)
    ran = command("branch", source, *words)
    assert ran.code in (1, 2)
    assert (ran.out, ran.err.count("\n")) == ("", 1)
    assert said in ran.err
    assert ids(command) == there
