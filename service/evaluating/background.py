"""Evaluations that are worked out beside the pages: one at a time, in a process of its own."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from datetime import datetime
from multiprocessing import get_context
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple
from uuid import UUID

from analytics.simulation import BESIDE, begin_work
from domain.errors import DomainError
from domain.session import Session
from service.evaluating.kept import Kept
from service.evaluating.working import check, evaluated
from service.experiments import TooBusy
from service.store import Playtests
from service.views import View

WAITING = 8  # evaluations in line
FAILED = 20  # that are remembered

Key = tuple[UUID, View]

log = logging.getLogger("mothlog.evaluations")


class Progress(NamedTuple):
    """An evaluation that waits or runs: steps so far, and how many in all once that is known."""

    done: int
    of: int
    ahead: int
    """Evaluations that are worked out before it."""


class Background:
    """Works evaluations out in the order in which they were asked for."""

    def __init__(self, data: Path, store: Playtests, now: Callable[[], datetime]) -> None:
        self._kept, self._store, self._now, self._lock = Kept(data), store, now, Lock()
        self._line: OrderedDict[Key, tuple[int, int]] = OrderedDict()
        self._failed: OrderedDict[Key, str] = OrderedDict()
        self._thread: Thread | None = None

    def start(self, session: Session, view: View) -> None:
        """Put an evaluation in line, unless it stands there or is kept.

        :raises SessionError: the session goes on.
        :raises TooBusy: too many wait.
        """
        check(session)
        if self._kept.find(session, view):
            return
        key = session.id, view
        with self._lock:
            if key in self._line:
                return
            if len(self._line) >= WAITING:
                raise TooBusy(f"{WAITING} evaluations are in line; ask again when one has ended")
            self._line[key] = 0, 0
            self._failed.pop(key, None)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="evaluations", daemon=True)
                self._thread.start()

    def progress(self, session_id: UUID, view: View) -> Progress | None:
        """Say how far an evaluation is that waits or runs."""
        with self._lock:
            found = self._line.get((session_id, view))
            if found is None:
                return None
            return Progress(*found, [*self._line].index((session_id, view)))

    def failed(self, session_id: UUID, view: View) -> str:
        """Say why an evaluation came to nothing; nothing where it did not."""
        return self._failed.get((session_id, view), "")

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._line:
                    self._thread = None
                    return
                key = next(iter(self._line))
            said = self._one(key)
            with self._lock:
                if said:
                    self._failed[key] = said
                    while len(self._failed) > FAILED:
                        self._failed.popitem(last=False)
                self._line.pop(key)

    def _one(self, key: Key) -> str:
        """Work one evaluation out; return why it failed, if it did."""

        def report(done: int, of: int) -> None:
            self._line[key] = done, of

        session_id, view = key
        try:
            session = self._store.load(session_id)
            with ProcessPoolExecutor(1, get_context("spawn"), begin_work, (BESIDE,)) as pool:
                try:
                    found = evaluated(session, view, self._now(), pool=pool, report=report)
                finally:
                    pool.shutdown(wait=False, cancel_futures=True)
            self._kept.keep(found)
        except BrokenExecutor:
            return "the process that worked it out ended"
        except (DomainError, LookupError, OSError) as error:
            return str(error)
        except Exception as error:
            log.exception("evaluation of %s", session_id)
            return f"a fault of this program: {type(error).__name__}"
        return ""
