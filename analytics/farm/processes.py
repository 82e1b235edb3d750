"""Processes on this machine. One that is killed is replaced, and its task is worked on again.

Each process has a pipe of its own. In the standard library's pool all share one: a worker killed
while it writes leaves half a message and a held lock there, and the pool waits for ever.
"""

import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Generic, TypeVar

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
        crew: list[Worker[T, R]] = []
        with ThreadPoolExecutor(self.workers) as pool:
            idle: SimpleQueue[Worker[T, R]] = SimpleQueue()

            def one(task: T) -> R:
                try:
                    worker = idle.get_nowait()
                except Empty:  # as many as there are tasks at once, and threads
                    worker = Worker(work, self._nice)
                    crew.append(worker)
                try:
                    return worker.result(task)
                finally:
                    idle.put(worker)

            try:
                yield from in_order(
                    lambda task: pool.submit(one, task), tasks, self.workers * AHEAD, stop
                )
            finally:
                for worker in crew:
                    worker.leave()
                pool.shutdown(wait=True, cancel_futures=True)


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
