"""Recordings in every shape that was ever released: they replay for ever."""

import json
from pathlib import Path

import pytest

from domain.session import CODEC
from domain.session.events import SessionOpened
from service.demo import lines
from tests.service.command_line import Mothlog

RECORDED = sorted(Path("tests/fixtures/recorded").glob("*.jsonl"))


def of(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


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
    written = command("export", "--all", "--format", "jsonl").out
    older = set(CODEC.names_of(SessionOpened)[1:])
    assert not older & {json.loads(line)["name"] for line in written.splitlines()}
