"""Recordings in every shape that was ever released: they replay for ever."""

import json
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.game import Earlier
from domain.games import GAMES, LANTERN_MOTHS
from domain.session import CODEC, Session, fold
from domain.session.events import SessionOpened
from service.demo import lines
from tests.service.command_line import Mothlog

RECORDED = sorted(Path("tests/fixtures/recorded").glob("*.jsonl"))
ENDS = {
    "019fd8600800705ea7e6b73aa491654f": (115, (22, 21, 19), (0,)),
    "019fd89262a070199c2ae20acc407e37": (100, (32, 11, 3), (0,)),
    "01a068ad8f40714bbdff17bc88eb5864": (25, (None, None), (1,)),
    "01a068dfe9e077b9b9ec801df56f3f54": (34, (None, None), (1,)),
    "01a095ef8ee07b6aa39c479f986ead56": (63, (0, 7, 3), (1,)),
    "01a0971a05207cb2afe7501f175ef60a": (37, (None, None), (1,)),
    "01a0ba09ce807893a86de5ab95fd488e": (152, (32, 24, 24), (0,)),
    "01a0e972f3e07bcd89b10b919875cfe8": (47, (None, None), (0,)),
    "01a1277e6fc0773aba930e93bbe36f30": (90, (39,), (0,)),
    "01a1277e6fc0773aba930e93bbe3f0f0": (22, (0, 0), (0, 1)),
    "01a1507ef5207e70b6bb80edc26020d4": (18, (None, None), None),
    "01a16557910070f6a8ca424e6e9134c0": (27, (None, None), (0,)),
    "01a22d78ea1d700080000e3fea567c61": (87, (1,), (0,)),
    "01a22d78f8e1700080001f341c14b44c": (120, (9, 7), (0,)),
    "01a22d8a0c00700080000000000000aa": (2, (0, 0, 0), None),
}
"""The last step of each recorded session, its points there, and who has won. They never change."""


def of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def folded(path: Path) -> list[Session]:
    """Fold the sessions of a recording as they stand there."""
    found = []
    for session, told in groupby(of(path), key=lambda line: line["session"]):
        rows = [(n["version"], n["name"], json.dumps(n["state"]).encode()) for n in told]
        found.append(fold(CODEC.decode(UUID(session), *row) for row in rows))
    return [session for session in found if session is not None]


def readable() -> set[str]:
    """Every stored name with its number that the codec reads, older shapes among them."""
    return {name for kind in CODEC.types.values() for name in CODEC.names_of(kind)}


def test_every_stored_name_that_can_be_read_has_a_recording() -> None:
    """A new event, or a new number of one, needs a recording (docs/versions.md says how)."""
    assert {line["name"] for path in RECORDED for line in of(path)} == readable()


def test_every_number_below_the_current_one_still_has_an_upcaster() -> None:
    for name in CODEC.types:
        kind, number = name.rsplit(":", 1)
        assert {f"{kind}:{n}" for n in range(1, int(number))} <= readable()


def test_the_demo_sessions_are_of_names_that_have_recordings() -> None:
    assert {line.name for line in lines()} <= readable()


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_recordings_from_every_earlier_day_come_in_and_come_out_the_same(
    path: Path, command: Mothlog
) -> None:
    sessions = {line["session"] for line in of(path)}
    ran = command("import", str(path))
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out.splitlines()) == len(sessions)
    verified = command("verify", "--json").json
    counts = [verified[verdict] for verdict in ("sessions", "damaged", "different")]
    assert counts == [len(sessions), 0, 0]
    exported = command("export", "--all", "--format", "jsonl").out
    written = [json.loads(line) for line in exported.splitlines()]
    older = set(CODEC.names_of(SessionOpened)[1:])
    assert not older & {line["name"] for line in written}
    states = {(line["session"], line["version"]): line["state"] for line in written}
    assert states == {(line["session"], line["version"]): line["state"] for line in of(path)}


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_recordings_end_as_they_did_on_their_day(path: Path) -> None:
    sessions = folded(path)
    assert sessions
    for session in sessions:
        game, state = session.game, session.state
        found = session.last_step, game.scores(state), getattr(game.outcome(state), "winners", None)
        assert found == ENDS[session.id.hex]


def test_verify_says_which_sessions_would_now_come_out_otherwise_and_how(
    command: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games that seat 0 won, with 32 points to 11 and 3 and with 22 to 21 and 19."""
    (path,) = (path for path in RECORDED if path.stem.endswith("-lantern-moths"))
    assert command("import", str(path)).code == 0

    def last_seat_wins(state: Any) -> Any:
        found = LANTERN_MOTHS.outcome(state)
        return found and msgspec.structs.replace(found, winners=(2,))

    earlier = (Earlier("v4", {"outcome": LANTERN_MOTHS.outcome}),)
    changed = replace(LANTERN_MOTHS, outcome=last_seat_wins, earlier=earlier)
    monkeypatch.setitem(GAMES, "lantern_moths", changed)
    ids = {str(UUID(line["session"])) for line in of(path)}
    told = command("verify", "--workers", "1", "--json").json
    assert (told["different"], told["damaged"]) == (2, 0)
    assert {each["session"] for each in told["found"]} == ids
    assert all("winner would be" in said for each in told["found"] for said in each["said"])
    ran = command("verify", "--workers", "1")
    assert (ran.code, ran.err) == (0, "")
    rows = [line for line in ran.out.splitlines() if "winner would be" in line]
    assert {row.split()[0] for row in rows} == ids
