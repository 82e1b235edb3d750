"""Hints: what a search from a seat's own observation would do, worked out in a process beside."""

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from threading import BoundedSemaphore, Lock
from typing import Any

from analytics.bots.hints import Hint, hints
from analytics.bots.search import Budget
from analytics.simulation import begin_work
from domain.errors import SessionError

BUDGET = Budget(iterations=400, milliseconds=5000)
"""How long a hint is searched for: so many games, a second or less; fewer where they are long."""

WAITING = 3  # requests that may wait for one another's hints
PATIENCE = 30  # seconds until a hint is given up; the first one waits for the process to start


class Busy(Exception):
    """As many hints are searched for as may be."""


class Hints:
    """Asks a process for hints; it starts with the first one, and ends with this one."""

    def __init__(self) -> None:
        self._lock, self._room = Lock(), BoundedSemaphore(WAITING)
        self._pool: ProcessPoolExecutor | None = None

    def ask(
        self, game: str, rules: str, view: Any, seat: int, seed: str, budget: Budget = BUDGET
    ) -> Sequence[Hint]:
        """Return the actions that a search tries most, those first.

        :param rules: the version of them that is played.
        :param view: what the seat sees, and nothing else.
        :param seed: the same finds the same again, unless time runs out first.
        :raises Busy: too many wait.
        :raises SessionError: what the seat cannot see cannot be imagined.
        :raises OSError: the process ended, or it took too long.
        """
        if not self._room.acquire(blocking=False):
            raise Busy("several hints are on the way; ask again in a moment")
        try:
            asked = self._started().submit(hints, game, rules, view, seat, budget, seed)
            found = asked.result(PATIENCE)
        except BrokenExecutor:
            self.close()
            raise OSError("the process that searches ended; ask again") from None
        finally:
            self._room.release()
        if isinstance(found, str):
            raise SessionError(f"there is no hint here: {found}")
        return found

    def close(self) -> None:
        """End the process."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, get_context("spawn"), begin_work)
            return self._pool
