"""Hints: what a search from a seat's own observation would do, worked out in a process beside."""

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from threading import BoundedSemaphore, Lock
from typing import Any

import msgspec

from analytics.bots.search import Budget, searched
from analytics.simulation import begin_work
from domain.errors import SessionError
from domain.games import GAMES
from domain.imagining import Unimaginable

TOP = 3
"""Actions that a hint names."""

MILLISECONDS = 1000
"""How long a hint is searched for."""

WAITING = 3  # requests that may wait for one another's hints
PATIENCE = 20  # seconds until a hint is given up: one iteration ends, however long it takes


class Busy(Exception):
    """As many hints are searched for as may be."""


class Hint(msgspec.Struct, frozen=True):
    """An action that a search would consider.

    :ivar share: of all games that were searched, those that began with it.
    :ivar chance: what these games were worth to the seat, 0 to 1: mostly the share of wins;
        alone at the table, points among the least and most that were seen.
    """

    action: Any
    share: float
    chance: float
    games: int


def hints(game: str, view: Any, seat: int, spent: Budget, seed: int) -> list[Hint] | str:
    """Search from what a seat sees, and return the actions that were tried most, or why not."""
    try:
        root = searched(GAMES[game], view, seat, spent, Random(seed)).root
    except Unimaginable as error:
        return str(error)
    tried = sorted(root.children.items(), key=lambda pair: -pair[1].visits)
    return [
        Hint(action, node.visits / root.visits, node.mean(seat), node.visits)
        for action, node in tried[:TOP]
    ]


class Hints:
    """Asks a process for hints; it starts with the first one, and ends with this one."""

    def __init__(self) -> None:
        self._lock, self._room = Lock(), BoundedSemaphore(WAITING)
        self._pool: ProcessPoolExecutor | None = None

    def ask(
        self, game: str, view: Any, seat: int, milliseconds: int = MILLISECONDS
    ) -> Sequence[Hint]:
        """Return the actions that look best to a seat, the best first.

        :param view: what the seat sees, and nothing else.
        :raises Busy: too many wait.
        :raises SessionError: what the seat cannot see cannot be imagined.
        :raises OSError: the process ended, or it took too long.
        """
        if not self._room.acquire(blocking=False):
            raise Busy("several hints are on the way; ask again in a moment")
        budget, seed = Budget(milliseconds=milliseconds), Random().getrandbits(64)
        try:
            found = self._started().submit(hints, game, view, seat, budget, seed).result(PATIENCE)
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
