"""Small experiments that run beside the pages: one at a time, in a process of its own."""

import logging
from collections import OrderedDict
from threading import Event, Lock, Thread
from typing import NamedTuple

from analytics.experiments import Question, check
from analytics.simulation import BESIDE
from domain.errors import DomainError
from service.experiments.bounds import affordable
from service.experiments.running import answer_of
from service.simulating import Stopped
from service.store import StoreError
from service.wiring import Services

WAITING = 5  # experiments in line
FAILED = 20  # that are remembered

log = logging.getLogger("mothlog.experiments")


class TooBusy(Exception):
    """As many experiments wait as may wait."""


class Progress(NamedTuple):
    """An experiment that waits or runs: games a side so far, and how many in all."""

    question: Question
    done: int

    @property
    def part(self) -> int:
        """How much is done, of 100."""
        return 100 * self.done // self.question.games


class InLine(NamedTuple):
    """An experiment that waits or runs, and whether somebody wants no more of it."""

    question: Question
    store: bool
    cancelled: Event


class Background:
    """Runs experiments in the order in which they were asked."""

    def __init__(self, services: Services) -> None:
        self._services, self._lock = services, Lock()
        self._line: OrderedDict[str, InLine] = OrderedDict()
        self._done: dict[str, int] = {}
        self._failed: OrderedDict[str, tuple[Question, str]] = OrderedDict()
        self._thread: Thread | None = None

    def start(self, question: Question, store: bool = False) -> None:
        """Put an experiment in line, unless it stands there.

        :raises Invalid: it cannot be answered, or takes too long to be answered here.
        :raises TooBusy: too many wait.
        """
        check(question)
        affordable(question)
        with self._lock:
            if question.key in self._line:
                return
            if len(self._line) >= WAITING:
                raise TooBusy(f"{WAITING} experiments are in line; ask again when one has ended")
            self._line[question.key] = InLine(question, store, Event())
            self._done[question.key] = 0
            self._failed.pop(question.key, None)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="experiments", daemon=True)
                self._thread.start()

    def cancel(self, key: str) -> bool:
        """Take an experiment out of the line, though it runs; return whether it stood there.

        What was played is kept: asking again goes on from there.
        """
        with self._lock:
            found = self._line.pop(key, None)
            if found is None:
                return False
            found.cancelled.set()
            self._done.pop(key, None)
            self._fail(found.question, "it was cancelled")
            return True

    def progress(self, key: str) -> Progress | None:
        """Say how far an experiment is that waits or runs."""
        with self._lock:
            found = self._line.get(key)
            return Progress(found.question, self._done.get(key, 0)) if found else None

    def running(self) -> list[Progress]:
        """List what runs and waits, in order."""
        with self._lock:
            return [Progress(o.question, self._done.get(k, 0)) for k, o in self._line.items()]

    def failed(self, key: str) -> tuple[Question, str] | None:
        """Return an experiment that came to nothing, and why."""
        return self._failed.get(key)

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._line:
                    self._thread = None
                    return
                one = next(iter(self._line.values()))
            said = self._one(one)
            with self._lock:
                key = one.question.key
                if self._line.get(key) is one:
                    if said:
                        self._fail(one.question, said)
                    self._line.pop(key)
                    self._done.pop(key, None)

    def _fail(self, question: Question, why: str) -> None:
        self._failed[question.key] = question, why
        while len(self._failed) > FAILED:
            self._failed.popitem(last=False)

    def _one(self, one: InLine) -> str:
        """Run one experiment; return why it failed, if it did."""
        question, bell = one.question, self._services.bell

        def stop() -> bool:
            return one.cancelled.is_set() or bell.closed

        def report(done: int) -> None:
            if not one.cancelled.is_set():
                self._done[question.key] = done

        how = {"workers": 1, "nice": BESIDE}
        try:
            answer_of(self._services, question, store=one.store, report=report, stop=stop, **how)
        except (DomainError, Stopped, StoreError, OSError) as error:
            return str(error)
        except Exception as error:
            log.exception("experiment %s", question.key)
            return f"a fault of this program: {type(error).__name__}"
        return ""
