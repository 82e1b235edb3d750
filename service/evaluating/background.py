"""Evaluations that are worked out beside the pages: one at a time, in a process of its own."""

import logging
import sqlite3
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
from service.evaluating.turns import Turns
from service.evaluating.working import check, evaluated
from service.store import Playtests, StoreError
from service.views import View

EACH = 8  # evaluations of one person in line
MOST = 40  # evaluations of all
FAILED = 20  # that are remembered

Key = tuple[UUID, View]

log = logging.getLogger("mothlog.evaluations")


class Stopping(Exception):
    """The service stops, and nobody waits for an evaluation any more."""


class Progress(NamedTuple):
    """An evaluation that waits or runs: steps so far, and how many in all once that is known."""

    done: int
    of: int
    ahead: int
    """Evaluations that are worked out before it."""


class Background:
    """Works evaluations out, one of each person in turn.

    :param closed: whether the service is stopping.
    """

    def __init__(
        self,
        data: Path,
        store: Playtests,
        now: Callable[[], datetime],
        closed: Callable[[], bool] = lambda: False,
    ) -> None:
        self._kept, self._store, self._now, self._lock = Kept(data), store, now, Lock()
        self._closed = closed
        self._line = Turns[Key]("evaluations", EACH, MOST)
        self._done: dict[Key, tuple[int, int]] = {}
        self._failed: OrderedDict[Key, str] = OrderedDict()
        self._thread: Thread | None = None

    def start(self, session: Session, view: View, who: str = "") -> None:
        """Put an evaluation in line, unless it stands there or is kept.

        :param who: whose turn it takes.
        :raises SessionError: the session goes on.
        :raises TooBusy: too many wait, theirs or anybody's.
        """
        check(session)
        if self._kept.find(session, view):
            return
        key = session.id, view
        with self._lock:
            self._line.add(who, key)
            self._failed.pop(key, None)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="evaluations", daemon=True)
                self._thread.start()

    def progress(self, session_id: UUID, view: View) -> Progress | None:
        """Say how far an evaluation is that waits or runs."""
        key = session_id, view
        with self._lock:
            if key not in self._line:
                return None
            return Progress(*self._done.get(key, (0, 0)), self._line.order().index(key))

    def failed(self, session_id: UUID, view: View) -> str:
        """Say why an evaluation came to nothing; nothing where it did not."""
        return self._failed.get((session_id, view), "")

    def _run(self) -> None:
        while True:
            with self._lock:
                if self._closed():
                    self._line.clear()
                key = self._line.begin()
                if key is None:
                    self._thread = None
                    return
            said = self._one(key)
            with self._lock:
                if said:
                    self._failed[key] = said
                    while len(self._failed) > FAILED:
                        self._failed.popitem(last=False)
                self._line.remove(key)
                self._done.pop(key, None)

    def _one(self, key: Key) -> str:
        """Work one evaluation out; return why it failed, if it did."""

        def report(done: int, of: int) -> None:
            self._done[key] = done, of
            if self._closed():
                raise Stopping

        session_id, view = key
        try:
            session = self._store.load(session_id)
            with ProcessPoolExecutor(1, get_context("spawn"), begin_work, (BESIDE,)) as pool:
                try:
                    found = evaluated(session, view, self._now(), pool=pool, report=report)
                finally:
                    pool.shutdown(wait=False, cancel_futures=True)
            self._kept.keep(found)
        except Stopping:
            return "the service was stopped"
        except BrokenExecutor:
            return "the process that worked it out ended"
        except (StoreError, sqlite3.Error) as error:
            log.error("evaluation of %s: the store cannot be read: %s", session_id, error)
            return "the store could not be read; ask again"
        except (DomainError, LookupError, OSError) as error:
            return str(error)
        except Exception as error:
            if self._closed():  # what it needs is gone
                return "the service was stopped"
            log.exception("evaluation of %s", session_id)
            return f"a fault of this program: {type(error).__name__}"
        return ""
