"""Small experiments that run beside the pages: one at a time, in a process of its own."""

import logging
from collections import OrderedDict
from threading import Lock, Thread
from typing import NamedTuple

from analytics.experiments import Question, check
from domain.errors import DomainError
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


class Background:
    """Runs experiments in the order in which they were asked."""

    def __init__(self, services: Services) -> None:
        self._services, self._lock = services, Lock()
        self._line: OrderedDict[str, tuple[Question, bool]] = OrderedDict()
        self._done: dict[str, int] = {}
        self._failed: OrderedDict[str, tuple[Question, str]] = OrderedDict()
        self._thread: Thread | None = None

    def start(self, question: Question, store: bool = False) -> None:
        """Put an experiment in line, unless it stands there.

        :raises Invalid: it cannot be answered.
        :raises TooBusy: too many wait.
        """
        check(question)
        with self._lock:
            if question.key in self._line:
                return
            if len(self._line) >= WAITING:
                raise TooBusy(f"{WAITING} experiments are in line; ask again when one has ended")
            self._line[question.key] = question, store
            self._done[question.key] = 0
            self._failed.pop(question.key, None)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="experiments", daemon=True)
                self._thread.start()

    def progress(self, key: str) -> Progress | None:
        """Say how far an experiment is that waits or runs."""
        with self._lock:
            found = self._line.get(key)
            return Progress(found[0], self._done.get(key, 0)) if found else None

    def running(self) -> list[Progress]:
        """List what runs and waits, in order."""
        with self._lock:
            return [Progress(q, self._done.get(key, 0)) for key, (q, _) in self._line.items()]

    def failed(self, key: str) -> tuple[Question, str] | None:
        """Return an experiment that came to nothing, and why."""
        return self._failed.get(key)

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._line:
                    self._thread = None
                    return
                key, (question, store) = next(iter(self._line.items()))
            said = self._one(key, question, store)
            with self._lock:
                if said:
                    self._failed[key] = question, said
                    while len(self._failed) > FAILED:
                        self._failed.popitem(last=False)
                self._line.pop(key)
                self._done.pop(key, None)

    def _one(self, key: str, question: Question, store: bool) -> str:
        """Run one experiment; return why it failed, if it did."""

        def report(done: int) -> None:
            self._done[key] = done

        try:
            answer_of(self._services, question, workers=1, store=store, report=report)
        except (DomainError, Stopped, StoreError, OSError) as error:
            return str(error)
        except Exception as error:
            log.exception("experiment %s", key)
            return f"a fault of this program: {type(error).__name__}"
        return ""
