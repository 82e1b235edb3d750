"""Places where games are played: results in order, each once, whoever is killed."""

import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, islice
from pathlib import Path

import psutil
import pytest

from analytics.farm import Backend, FarmError, Here, Processes
from tests.analytics import farmed


def on() -> bool:
    return False


@pytest.fixture(params=["here", "processes", "alone at first"])
def backend(request: pytest.FixtureRequest) -> Backend:
    """Every place that needs nothing else."""
    return {"here": Here(), "processes": Processes(2), "alone at first": Processes(2, 0.001)}[
        request.param
    ]


def test_results_come_in_the_order_of_the_tasks(backend: Backend) -> None:
    assert list(backend.results(farmed.square, range(50), on)) == [n * n for n in range(50)]
    assert list(backend.results(farmed.square, [], on)) == []


def test_tasks_are_taken_a_few_ahead(backend: Backend) -> None:
    taken = []

    def endless() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    results = backend.results(farmed.square, endless(), on)
    assert list(islice(results, 20)) == [n * n for n in range(20)]
    assert len(taken) <= 20 + 8


def test_somebody_can_stop_it(backend: Backend) -> None:
    found: list[int] = []
    for result in backend.results(farmed.square, count(), lambda: len(found) == 5):
        found.append(result)
    assert found == [0, 1, 4, 9, 16]


def test_what_the_work_raises_is_raised_in_its_turn(backend: Backend) -> None:
    results = backend.results(farmed.fail_at_seven, range(20), on)
    assert list(islice(results, 7)) == list(range(7))
    with pytest.raises(ValueError, match="seven found"):
        next(results)


def test_a_time_limit_of_the_work_is_no_waiting(backend: Backend) -> None:
    with pytest.raises(TimeoutError, match="a bot took too long"):
        list(backend.results(farmed.time_out_at_three, range(9), on))


def test_all_processes_work_and_none_stays() -> None:
    found = set(Processes(2).results(farmed.tell_process, range(40), on))
    assert len(found) == 2
    assert not any(psutil.pid_exists(pid) for pid in found)


def test_a_task_that_ends_its_workers_again_and_again_is_named() -> None:
    results = Processes(2).results(farmed.end_at_seven, range(20), on)
    assert list(islice(results, 7)) == list(range(7))
    with pytest.raises(FarmError, match="ended 3 times by the same task, 7: by lack of memory"):
        next(results)


def test_workers_killed_while_they_answer_leave_no_gap(tmp_path: Path) -> None:
    results = Processes(2).results(farmed.EndOnce(tmp_path), range(8), on)
    assert [large.number for large in results] == list(range(8))


def test_workers_killed_in_the_middle_of_a_message_leave_no_gap() -> None:
    killed = set()
    found = []
    for large in Processes(2).results(farmed.Large, range(60), on):
        found.append(large.number)
        if len(killed) < 3:
            time.sleep(0.05)  # the others fill their pipes and wait
            worker = another(killed)
            worker.kill()
            killed.add(worker.pid)
    assert found == list(range(60))


def another(killed: set[int]) -> psutil.Process:
    """Return a worker that was not killed yet, once there is one: it may only just begin."""
    for _ in range(600):
        for child in psutil.Process().children():
            with suppress(psutil.Error):
                if child.pid not in killed and "spawn_main" in " ".join(child.cmdline()):
                    return child
        time.sleep(0.1)
    raise AssertionError("no worker came in place of those that were killed")
