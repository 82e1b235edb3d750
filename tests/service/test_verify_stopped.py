"""``mothlog verify`` is stopped: it prints what it found by then, and how to go on."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest

from analytics.farm import FarmError
from domain.games.lantern_moths.actions import Draw
from service import verifying
from service.cli import verify as command_module
from service.wiring import Services
from tests.service.command_line import Mothlog
from tests.service.support import alter, table

SESSIONS = 12


@pytest.fixture
def mothlog(
    services: Services, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Mothlog:
    """The command line on twelve sessions, the first and the last damaged; tasks of one session."""
    ids = []
    for _ in range(SESSIONS):
        ids.append(services.recorder.open(table()).session.id)
        services.recorder.act(ids[-1], Draw(0))
    for id_ in (min(ids), max(ids)):
        where = f"originator_id = '{id_.hex}' AND originator_version = 3"
        alter(services.store, f"UPDATE {{}} SET state = '{{{{' WHERE {where}")
    monkeypatch.setattr(verifying, "CHUNK", 1)
    monkeypatch.setattr(verifying, "ALONE", 0.0)
    return Mothlog(services.data, capsys)


@contextmanager
def interrupting(*_: object) -> Iterator[Callable[[int], None]]:
    """In the place of a progress bar: interrupts this process once three sessions are done."""

    def report(done: int) -> None:
        if done == 3:
            os.kill(os.getpid(), signal.SIGINT)

    yield report


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_was_found_is_printed_and_the_rest_follows(
    mothlog: Mothlog, workers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(command_module, "progress", interrupting)
        ran = mothlog("verify", "--workers", workers)
    assert ran.code == 1
    assert "3 sessions, 1 damaged" in ran.out
    said = re.search(r"1 of 3 sessions are damaged; stopped after 3 of 12 sessions: the same "
                     r"command --after (\S+) goes on", ran.err)  # fmt: skip
    assert said, ran.err
    rest = mothlog("verify", "--workers", workers, "--after", said[1], "--json")
    told = rest.json
    assert (told["sessions"], told["of"], told["damaged"], told["sound"]) == (9, 9, 1, 8)
    assert "1 of 9 sessions are damaged" in rest.err
    assert "goes on" not in rest.err


def test_workers_that_cannot_go_on_are_told_with_what_was_found(
    mothlog: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify, calls = verifying.verify_some, count()

    def ended(sessions: list[Any]) -> object:
        if next(calls) == 5:
            raise FarmError("a worker was ended 3 times by the same task")
        return verify(sessions)

    monkeypatch.setattr(verifying, "verify_some", ended)
    ran = mothlog("verify", "--workers", "1")
    assert "5 sessions, 1 damaged" in ran.out
    assert "a worker was ended 3 times by the same task after 5 of 12 sessions" in ran.err
