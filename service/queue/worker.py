"""Tasks that wait in a fair queue and are done one at a time, on a thread of their own."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Generic, NamedTuple

from domain.errors import DomainError
from service.queue.fair import FairQueue, K
from service.simulating import Stopped
from service.store import StoreError

FAILED = 20  # tasks that are remembered with why they failed
CANCELLED = "it was cancelled"
ENDED = "the service was stopped"

Report = Callable[[int, int], None]
"""Told how much of a task is done, and of how much."""

Stop = Callable[[], bool]
"""Whether nobody wants the task any more."""


class Progress(NamedTuple):
    """A task that waits or runs: how much is done, of how much once that is known."""

    done: int
    of: int
    ahead: int
    """Tasks that are done before it."""


class Worker(Generic[K]):
    """Does the tasks of a fair queue.

    :param what: what is waited for, in the plural.
    :param each: tasks of one person that may wait or run.
    :param most: tasks of all that may.
    :param work: does one; what goes wrong is told by what it raises.
    :param closed: whether the service is stopping.
    """

    def __init__(
        self,
        what: str,
        each: int,
        most: int,
        work: Callable[[K, Report, Stop], None],
        closed: Callable[[], bool],
    ) -> None:
        self._queue = FairQueue[K](what, each, most)
        self._work, self._closed, self._lock = work, closed, Lock()
        self._log = logging.getLogger(f"mothlog.{what}")
        self._cancelled: dict[K, Event] = {}
        self._done: dict[K, tuple[int, int]] = {}
        self._failed: OrderedDict[K, str] = OrderedDict()
        self._thread: Thread | None = None

    def add(self, who: str, task: K) -> None:
        """Put a task in the queue, unless it stands there.

        :param who: whose turn it takes.
        :raises TooBusy: too many wait, theirs or anybody's.
        """
        with self._lock:
            self._queue.add(who, task)
            self._cancelled.setdefault(task, Event())
            self._failed.pop(task, None)
            if self._thread is None:
                self._thread = Thread(target=self._run, name=self._log.name, daemon=True)
                self._thread.start()

    def cancel(self, task: K) -> None:
        """Take a task out of the queue, whoever waits for it, though it runs."""
        with self._lock:
            if task in self._queue:
                self._cancelled[task].set()
                self._end(task, CANCELLED)

    def progress(self, task: K) -> Progress | None:
        """Say how far a task is that waits or runs."""
        with self._lock:
            if task not in self._queue:
                return None
            return Progress(*self._done.get(task, (0, 0)), self._queue.order().index(task))

    def failed(self) -> dict[K, str]:
        """Return the latest tasks that came to nothing, with why."""
        with self._lock:
            return {**self._failed}

    def tasks(self) -> list[K]:
        """List what runs and what waits, as it will be done."""
        with self._lock:
            return self._queue.order()

    def join(self) -> None:
        """Wait until nothing is to be done."""
        while (thread := self._thread) is not None:
            thread.join()

    def _run(self) -> None:
        while True:
            with self._lock:
                if self._closed():
                    self._queue.clear()
                task = self._queue.begin()
                if task is None:
                    self._thread = None
                    return
                cancelled = self._cancelled[task]
            why = self._one(task, cancelled)
            with self._lock:
                if not cancelled.is_set():
                    self._end(task, why)

    def _end(self, task: K, why: str) -> None:
        self._queue.remove(task)
        self._cancelled.pop(task, None)
        self._done.pop(task, None)
        if why:
            self._failed[task] = why
            while len(self._failed) > FAILED:
                self._failed.popitem(last=False)

    def _one(self, task: K, cancelled: Event) -> str:
        """Do one task; return why it came to nothing, if it did."""

        def report(done: int, of: int) -> None:
            if not cancelled.is_set():
                self._done[task] = done, of

        try:
            self._work(task, report, lambda: cancelled.is_set() or self._closed())
        except (DomainError, Stopped, StoreError, LookupError, OSError) as error:
            return str(error)
        except Exception as error:
            if self._closed():  # what it needs is gone
                return ENDED
            self._log.exception("%s", task)
            return f"a fault of this program: {type(error).__name__}"
        return ""
