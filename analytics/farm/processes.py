"""Processes on this machine. One that is killed is replaced, and its task is worked on again.

Each process has a pipe of its own. In the standard library's pool all share one: a worker killed
while it writes leaves half a message and a held lock there, and the pool waits for ever.
"""

import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Generic, Self, TypeVar

from analytics.farm.backend import AHEAD, FarmError, Halted, Stop, here, in_order
from analytics.simulation import begin_work

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3  # workers that may end on the same task

_SPAWN = get_context("spawn")


class Processes:
    """Works in a number of processes beside this one, which end with it.

    :param alone: seconds to work in this process first: a few quick tasks are over before the
        others have begun.
    :param nice: how far they step back behind other processes.
    """

    def __init__(self, workers: int, alone: float = 0.0, nice: int = 0) -> None:
        self.workers = workers
        self._alone, self._nice = alone, nice

    def results(self, work: Callable[[T], R], tasks: Iterable[T], stop: Stop) -> Iterator[R]:
        """Yield the result of each task, in order.

        :raises FarmError: a task ended several processes, one after the other.
        """
        tasks, until = iter(tasks), time.monotonic() + self._alone
        while time.monotonic() < until:
            if (task := next(tasks, None)) is None or stop():
                return
            try:
                result = here(work, task)
            except Halted:
                return
            yield result
        with Crew(work, self.workers, self._nice) as crew:
            yield from crew.results(tasks, stop)


class Crew(Generic[T, R]):
    """Processes that do one kind of work, from one task to the next, until they are let go.

    They begin with the first tasks, as many as there are tasks at once.

    :param nice: how far they step back behind other processes.
    """

    def __init__(self, work: Callable[[T], R], workers: int, nice: int = 0) -> None:
        self._work, self._width, self._nice = work, workers, nice
        self._threads = ThreadPoolExecutor(workers)
        self._idle: SimpleQueue[Worker[T, R]] = SimpleQueue()
        self._all: list[Worker[T, R]] = []
        self._changing, self._left = Lock(), False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def submit(self, task: T) -> "Future[R]":
        """Hand a task over; its result raises what :meth:`Worker.result` raises."""
        return self._threads.submit(self._one, task)

    def results(self, tasks: Iterable[T], stop: Stop) -> Iterator[R]:
        """Yield the result of each task, in order, until somebody stops it.

        :raises FarmError: a task ended several processes, one after the other.
        """
        return in_order(self.submit, tasks, self._width * AHEAD, stop)

    def leave(self) -> None:
        """End the processes, whatever they do."""
        with self._changing:
            self._left = True
        for worker in self._all:
            worker.leave()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _one(self, task: T) -> R:
        try:
            worker = self._idle.get_nowait()
        except Empty:
            worker = self._another()
        try:
            return worker.result(task)
        finally:
            self._idle.put(worker)

    def _another(self) -> "Worker[T, R]":
        with self._changing:
            if self._left:
                raise FarmError("the work was stopped")
            worker = Worker(self._work, self._nice)
            self._all.append(worker)
            return worker


class Worker(Generic[T, R]):
    """A process that works on one task at a time, and the next one when it is gone."""

    def __init__(self, work: Callable[[T], R], nice: int = 0) -> None:
        self._work, self._nice = work, nice
        self._left = False
        self._changing = Lock()
        self._begin()

    def result(self, task: T) -> R:
        """Return what becomes of a task.

        :raises FarmError: several processes ended on it.
        :raises Exception: what the work raised.
        """
        for _ in range(TRIES):
            try:
                self._pipe.send(task)
                answer: tuple[R, Exception | None] = self._pipe.recv()
            except (EOFError, OSError):  # at the end of a message or within it
                self._replace()
                continue
            result, error = answer
            if error is not None:
                raise error
            return result
        raise FarmError(
            f"a worker was ended {TRIES} times by the same task, {task}: by lack of memory, or by "
            "somebody"
        )

    def leave(self) -> None:
        """End the process, whatever it does."""
        with self._changing:
            self._left = True
            self._end()

    def _replace(self) -> None:
        with self._changing:
            if self._left:
                raise FarmError("the work was stopped")
            self._end()
            self._begin()

    def _end(self) -> None:
        self._process.kill()
        self._process.join()

    def _begin(self) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        given = theirs, self._work, self._nice
        self._process = _SPAWN.Process(target=_serve, args=given, daemon=True)
        with _uninterrupted():
            self._process.start()
        theirs.close()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Begin processes that a key press does not reach, not even while they begin."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, work: Callable[[Any], Any], nice: int) -> None:
    """Work on what comes through a pipe, until the other end is gone."""
    begin_work(nice)
    with suppress(EOFError, ConnectionError):
        while True:
            task = pipe.recv()
            answer: tuple[Any, Exception | None]
            try:
                answer = work(task), None
            except Exception as error:
                answer = None, error
            pipe.send(answer)
