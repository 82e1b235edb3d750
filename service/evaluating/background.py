"""Evaluations that are worked out beside the pages, in a process of their own."""

import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from datetime import datetime
from multiprocessing import get_context
from pathlib import Path
from uuid import UUID

from analytics.simulation import BESIDE, begin_work
from domain.session import Session
from service.evaluating.kept import Kept
from service.evaluating.working import check, evaluated
from service.queue import Progress, Report, Stop, Worker
from service.queue.worker import ENDED
from service.simulating import Stopped
from service.store import Playtests, StoreError
from service.views import View

EACH = 8  # evaluations of one person in line
MOST = 40  # evaluations of all

Key = tuple[UUID, View]

log = logging.getLogger("mothlog.evaluations")


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
        self._kept, self._store, self._now = Kept(data), store, now
        self.worker = Worker[Key]("evaluations", EACH, MOST, self._evaluate, closed)

    def start(self, session: Session, view: View, who: str = "") -> None:
        """Put an evaluation in line, unless it stands there or is kept.

        :param who: whose turn it takes.
        :raises SessionError: the session goes on.
        :raises TooBusy: too many wait, theirs or anybody's.
        """
        check(session)
        if not self._kept.find(session, view):
            self.worker.add(who, (session.id, view))

    def progress(self, session_id: UUID, view: View) -> Progress | None:
        """Say how many steps of an evaluation are done, while it waits or runs."""
        return self.worker.progress((session_id, view))

    def failed(self, session_id: UUID, view: View) -> str:
        """Say why an evaluation came to nothing; nothing where it did not."""
        return self.worker.failed().get((session_id, view), "")

    def _evaluate(self, key: Key, report: Report, stop: Stop) -> None:
        def go_on(done: int, of: int) -> None:
            report(done, of)
            if stop():
                raise Stopped(ENDED)

        session_id, view = key
        try:
            session = self._store.load(session_id)
            with ProcessPoolExecutor(1, get_context("spawn"), begin_work, (BESIDE,)) as pool:
                try:
                    found = evaluated(session, view, self._now(), pool=pool, report=go_on)
                finally:
                    pool.shutdown(wait=False, cancel_futures=True)
            self._kept.keep(found)
        except BrokenExecutor:
            raise Stopped("the process that worked it out ended") from None
        except (StoreError, sqlite3.Error) as error:
            log.error("evaluation of %s: the store cannot be read: %s", session_id, error)
            raise Stopped("the store could not be read; ask again") from None
