"""Processes that share the work change no row."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from analytics import follower, projection
from analytics.apart import project
from analytics.farm import FarmError
from analytics.warehouse import Warehouse
from domain.games.lantern_moths.events import MothPlanted
from domain.session.events import SessionClosed
from tests.analytics.build import Log, bots, dump, interleaved, one_after_the_other, people, play

BATCH = 400
PLANTED, CLOSED = MothPlanted.stored_name, SessionClosed.stored_name


@pytest.fixture(scope="module")
def mixed() -> Log:
    """Return a store of whole sessions, one of them unreadable, then of some that lie mixed."""
    whole = one_after_the_other(
        play(f"whole {n}", bots(2), mode="simulated", seconds=(0,)) for n in range(12)
    )
    others = interleaved(play(f"mixed {n}", people(2), take_backs=0.05) for n in range(3))
    moved = [(row[0] + whole.end, "a" + row[1][1:], *row[2:]) for row in others.rows]
    at = next(at for at, row in enumerate(whole.rows) if row[3] == PLANTED)
    whole.rows[at] = (*whole.rows[at][:4], b"{}")
    return Log([*whole.rows, *moved])


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share the work however little it is."""
    monkeypatch.setattr(projection, "MANY", 0)


def follow(log: Log, warehouse: Warehouse, workers: int) -> dict[str, Any]:
    """Bring a warehouse up to date; return what it holds."""
    done = projection.catch_up(warehouse, log.source, log.history, BATCH, workers)
    assert done == len(log.rows)
    return dump(warehouse)


@pytest.mark.usefixtures("shared")
def test_two_processes_give_the_tables_of_one(mixed: Log, empty: Warehouse, tmp_path: Path) -> None:
    batches = [mixed.rows[at : at + BATCH] for at in range(0, len(mixed.rows), BATCH)]
    closed = [row[1] for row in mixed.rows if row[3] == CLOSED]
    opened = {row[1]: nth for nth, batch in enumerate(batches) for row in batch if row[2] == 1}
    ends = {row[1]: nth for nth, batch in enumerate(batches) for row in batch}
    assert {opened[each] == ends[each] for each in closed} == {True, False}
    alone = Warehouse(tmp_path / "alone.duckdb")
    assert follow(mixed, empty, 2) == follow(mixed, alone, 1)
    assert len(dump(empty)["damaged"]) == 1
    alone.close()


@pytest.mark.usefixtures("shared")
def test_a_process_that_is_lost_loses_no_row(
    mixed: Log, empty: Warehouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "crew", broken)
    alone = Warehouse(tmp_path / "alone.duckdb")
    assert follow(mixed, empty, 2) == follow(mixed, alone, 1)
    alone.close()


@contextmanager
def broken(workers: int) -> Iterator[Any]:
    """Lend processes that the second task ends again and again."""

    class Lost:
        tasks = 0

        def submit(self, task: Any) -> "Future[Any]":
            self.tasks += 1
            answer: Future[Any] = Future()
            if self.tasks < 2:
                answer.set_result(project(task))
            else:
                answer.set_exception(FarmError("a worker was ended"))
            return answer

    yield Lost()
