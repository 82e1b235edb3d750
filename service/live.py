"""Tells whoever listens that a session has a new version, moments after that was stored."""

import logging
import sqlite3
from collections.abc import Callable
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Self
from uuid import UUID

from service.store import Playtests, StoreError

PAUSE = 0.25  # seconds between looks at the store while somebody listens
AT_ONCE = 1000  # events that are read together
MOST = 1000  # listeners in one process
SPARE = 4  # threads of a server in which nobody listens

log = logging.getLogger("mothlog.live")


class Full(Exception):
    """As many listen as may; asking now and then has to do."""


class Listener:
    """Somebody who wants to hear of one session.

    :ivar version: the latest version heard of; 0 before the first.
    :ivar over: nothing more will be heard.
    """

    def __init__(self, session_id: UUID, leave: "Callable[[Listener], None]") -> None:
        self.session_id = session_id
        self.version = 0
        self.over = False
        self._news = Event()
        self._leave = leave

    def wait(self, seconds: float) -> bool:
        """Wait for news; return whether there are any."""
        heard = self._news.wait(seconds)
        self._news.clear()
        return heard

    def tell(self, version: int | None) -> None:
        """Say that there is a version, or with ``None`` that nothing more comes."""
        self.over = self.over or version is None
        self.version = max(self.version, version or 0)
        self._news.set()

    def close(self) -> None:
        """Listen no more."""
        self._leave(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Bell:
    """Reads on in the store while somebody listens, and tells each listener its session's version.

    One thread does it, at once when this process has stored something, and every :data:`PAUSE`
    for what other processes store. It ends when nobody listens.
    """

    def __init__(self, store: Playtests, most: int = MOST) -> None:
        self.most = most
        self._store = store
        self._lock = Lock()
        self._wake = Event()
        self._listening: set[Listener] = set()
        self._thread: Thread | None = None
        self._position = 0
        self._closed = False
        self._failing = False

    @property
    def listeners(self) -> int:
        """How many listen."""
        return len(self._listening)

    @property
    def closed(self) -> bool:
        """Whether the service is stopping."""
        return self._closed

    def ring(self) -> None:
        """Say that this process has stored something."""
        self._wake.set()

    def listen(self, session_id: UUID) -> Listener:
        """Return a listener that hears of every version stored from now on.

        :raises Full: as many listen as may, or the service is stopping.
        """
        with self._lock:
            if self._closed or len(self._listening) >= self.most:
                raise Full(f"{len(self._listening)} listen already")
            listener = Listener(session_id, self._leave)
            if self._thread is None:
                self._position = self._store.last_position()
                self._thread = Thread(target=self._follow, name="bell", daemon=True)
                self._thread.start()
            self._listening.add(listener)
        return listener

    def close(self) -> None:
        """Tell every listener that it is over, and end the thread."""
        with self._lock:
            self._closed = True
            thread = self._thread
            for listener in self._listening:
                listener.tell(None)
        self._wake.set()
        if thread is not None:
            thread.join()

    def _leave(self, listener: Listener) -> None:
        with self._lock:
            self._listening.discard(listener)

    def _follow(self) -> None:
        while True:
            self._wake.wait(PAUSE)
            self._wake.clear()
            with self._lock:
                if self._closed or not self._listening:
                    self._thread = None
                    return
            try:
                self._read_on()
                self._failing = False
            except (StoreError, sqlite3.Error) as error:
                if not self._failing:
                    log.error("the store cannot be read (%s); trying again", error)
                self._failing = True
            except Exception:
                if not self._failing:
                    log.exception("listeners cannot be told; trying again")
                self._failing = True

    def _read_on(self) -> None:
        more = True
        while more and (rows := self._store.read(self._position, AT_ONCE)):
            more = len(rows) == AT_ONCE
            newest = {session_id: version for _, session_id, version, _, _ in rows}
            self._position = rows[-1][0]
            with self._lock:
                for listener in self._listening:
                    if version := newest.get(listener.session_id.hex):
                        listener.tell(version)
