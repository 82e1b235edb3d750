"""Sessions that are played on or looked at, kept folded: only what is new is read of them."""

import time
from collections.abc import Callable
from threading import Lock
from uuid import UUID

from cachetools import TLRUCache

from domain.session import Session
from service.store import Playtests

MB = 1_000_000
EVENT = 1_000  # bytes in memory; 410 to 480 measured, and what is worked out later from it
SESSION = 20_000  # bytes of one without events
IDLE = 300.0
"""Seconds after which a session that nobody asked for is let go: whoever comes later waits for the
1 to 7 ms of a whole read, and memory does not grow to its bound with each new session.
"""


class Folded:
    """The sessions asked for last, within a bound of memory; pages and recorder share it.

    What is kept is never trusted to be the newest: each look reads from the store what another
    thread or process has recorded since.

    :param most: bytes, as estimated from numbers of events.
    :param clock: seconds; only differences count.
    """

    def __init__(
        self, store: Playtests, most: int = 128 * MB, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._lock = Lock()
        self._kept = TLRUCache[UUID, Session](
            most,
            ttu=lambda session_id, session, now: now + IDLE,
            timer=clock,
            getsizeof=lambda session: min(size(session), most),
        )

    def get(self, session_id: UUID) -> Session:
        """Return a session as it stands in the store.

        :raises NoSuchSession: nothing is stored under that id.
        :raises UnreadableEvent: a stored event is damaged; names it.
        """
        with self._lock:
            known = self._kept.get(session_id)
        session = self._store.load(session_id) if known is None else self._store.catch_up(known)
        self.keep(session)
        return session

    def keep(self, session: Session) -> None:
        """Keep a session in place of an earlier version; let go of what is idle or over the bound.

        The one that was asked for last stays, however large it is.
        """
        with self._lock:
            known = self._kept.get(session.id)
            if known is not None and known.version > session.version:
                session = known
            self._kept[session.id] = session

    def clear(self) -> None:
        """Keep nothing: each session is read as a whole at its next look."""
        with self._lock:
            self._kept.clear()

    def __len__(self) -> int:
        with self._lock:
            return len(self._kept)


def size(session: Session) -> int:
    """Estimate the memory of a session in bytes."""
    return SESSION + EVENT * session.version
