"""A fair queue, and the worker that does what stands in it beside the pages."""

import logging
from collections.abc import Callable
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.queue import FairQueue, Progress, Report, Stop, TooBusy, Worker
from service.simulating import Stopped


def test_each_person_waits_behind_their_own_and_one_of_each_is_done_in_turn() -> None:
    line = FairQueue[str]("tasks", each=3, most=6)
    for task in ("a1", "a2", "a3"):
        line.add("Ada", task)
    assert line.begin() == "a1"
    line.add("Ben", "b1")
    line.add("Ben", "b2")
    line.add("Cleo", "a2")  # the same, done once for both
    line.add("Cleo", "c1")
    assert line.order() == ["a1", "b1", "a2", "b2", "c1", "a3"]
    line.remove("a1")
    assert line.begin() == "b1"
    line.remove("b1")
    assert line.begin() == "a2"
    line.remove("a2")
    assert line.order() == ["a3", "b2", "c1"]
    line.add("Ada", "a4")
    line.add("Ada", "a5")
    with pytest.raises(TooBusy, match="3 tasks of yours are in line"):
        line.add("Ada", "a6")
    line.add("Dora", "d1")
    with pytest.raises(TooBusy, match="6 tasks are in line"):
        line.add("Dora", "d2")
    line.clear()
    assert line.begin() is None


@given(st.lists(st.sampled_from("abc"), max_size=12))
def test_nobody_who_waits_is_passed_twice(asked: list[str]) -> None:
    line = FairQueue[tuple[str, int]]("tasks", each=12, most=12)
    for nth, who in enumerate(asked):
        line.add(who, (who, nth))
    done: list[str] = []
    while task := line.begin():
        waits = {who for who, _ in line.order()}
        line.remove(task)
        for other in waits - {task[0]}:
            since = done[::-1].index(other) if other in done else len(done)
            assert done[len(done) - since :].count(task[0]) <= 1, "passed twice"
        done.append(task[0])
    assert sorted(done) == sorted(asked)


class Work:
    """What a worker does: each task waits until it is let go on."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go_on = Event()
        self.stopped: list[str] = []
        self.started = Event()

    def __call__(self, task: str, report: Report, stop: Stop) -> None:
        self.begun.append(task)
        report(1, 3)
        self.started.set()
        self.go_on.wait()
        if stop():
            self.stopped.append(task)
            raise Stopped("1 of 3 are kept")
        if task.startswith("bad"):
            raise {"bad": ValueError, "bad place": LookupError}[task](f"{task} is wrong")


def worker(work: Callable[[str, Report, Stop], None], closed: Event) -> Worker[str]:
    return Worker("tasks", 3, 4, work, closed.is_set)


def test_a_worker_does_one_task_of_each_person_in_turn_and_says_how_far_it_is() -> None:
    work = Work()
    at_work = worker(work, Event())
    at_work.add("Ada", "a1")
    work.started.wait()
    for who, task in (("Ada", "a2"), ("Ben", "b1"), ("Ada", "a2")):
        at_work.add(who, task)
    assert at_work.tasks() == ["a1", "b1", "a2"]
    assert at_work.progress("a1") == Progress(1, 3, 0)
    assert at_work.progress("a2") == Progress(0, 0, 2)
    assert at_work.progress("c1") is None
    at_work.add("Cleo", "c1")
    with pytest.raises(TooBusy, match="4 tasks are in line"):
        at_work.add("Cleo", "c2")
    work.go_on.set()
    at_work.join()
    assert work.begun == ["a1", "b1", "c1", "a2"]
    assert at_work.tasks() == []
    assert at_work.failed() == {}


def test_a_task_that_comes_to_nothing_says_why_until_it_is_asked_for_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    work = Work()
    work.go_on.set()
    at_work = worker(work, Event())
    for task in ("bad place", "bad", "good"):
        at_work.add("Ada", task)
    at_work.join()
    wrong = {"bad place": "bad place is wrong", "bad": "a fault of this program: ValueError"}
    assert at_work.failed() == wrong
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert record.getMessage() == "bad"
    work.go_on.clear()
    at_work.add("Ben", "bad")
    assert at_work.failed() == {"bad place": "bad place is wrong"}
    work.go_on.set()
    at_work.join()


def test_a_task_that_is_cancelled_ends_and_can_be_asked_for_again_at_once() -> None:
    work = Work()
    at_work = worker(work, Event())
    at_work.add("Ada", "a1")
    work.started.wait()
    at_work.add("Ada", "a2")
    for task in ("a1", "a2", "never asked for"):
        at_work.cancel(task)
    assert at_work.tasks() == []
    assert at_work.failed() == {"a1": "it was cancelled", "a2": "it was cancelled"}
    at_work.add("Ada", "a1")
    assert at_work.progress("a1") == Progress(0, 0, 0)
    work.go_on.set()
    at_work.join()
    assert work.begun == ["a1", "a1"]
    assert work.stopped == ["a1"]
    assert at_work.failed() == {"a2": "it was cancelled"}


def test_where_the_service_stops_what_runs_is_told_and_nobody_else_begins(
    caplog: pytest.LogCaptureFixture,
) -> None:
    work, closed = Work(), Event()
    at_work = worker(work, closed)
    at_work.add("Ada", "a1")
    work.started.wait()
    at_work.add("Ben", "b1")
    closed.set()
    work.go_on.set()
    at_work.join()
    assert work.begun == work.stopped == ["a1"]
    assert at_work.failed() == {"a1": "1 of 3 are kept"}
    assert at_work.tasks() == []


def test_what_breaks_while_the_service_stops_is_no_fault_of_the_program(
    caplog: pytest.LogCaptureFixture,
) -> None:
    closed = Event()

    def breaks(task: str, report: Report, stop: Stop) -> None:
        closed.set()
        raise RuntimeError("what it needs is gone")

    at_work = worker(breaks, closed)
    at_work.add("Ada", "a1")
    at_work.join()
    assert at_work.failed() == {"a1": "the service was stopped"}
    assert not caplog.records
