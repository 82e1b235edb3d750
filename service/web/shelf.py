"""The playbacks that were looked at last, so that the next step need not tell a session anew."""

from threading import Lock
from uuid import UUID

from cachetools import LRUCache
from flask import Flask, current_app

from domain.session import Session
from service.web.knowledge import Knowledge
from service.web.playback import Playback


class Place:
    """Where a playback is kept; whoever comes first makes it, others wait for it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.film: Playback | None = None
        self.steps = 0

    def get(self, session: Session, knowledge: Knowledge) -> Playback:
        """Return a session's playback, made of the one that is kept where that is possible."""
        with self.lock:
            film = self.film
            if film is None or film.session.version < session.version:
                film = self.film = Playback(session, knowledge, film)
            elif film.session.version > session.version:
                film = Playback(session, knowledge)
            return film


class Shelf:
    """The newest playbacks of the sessions and readers that asked last, within a bound of memory.

    Those of 200 seats in 60 sessions that are played have 12,000 steps at a time.
    """

    STEPS = 20_000  # each 2 to 3 KB for a seat of the largest game, 5 KB where frames are drawn

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept = LRUCache[tuple[UUID, str], Place](
            self.STEPS, getsizeof=lambda place: min(place.steps, self.STEPS)
        )

    def get(self, session: Session, knowledge: Knowledge) -> Playback:
        """Return a session's playback, made anew or gone on with if it has moved on."""
        with self._lock:
            place = self._kept.get((session.id, knowledge.name)) or Place()
            place.steps = len(session.moves)
            self._kept[session.id, knowledge.name] = place
        return place.get(session, knowledge)


def install(app: Flask) -> None:
    """Give the application a shelf of its own."""
    app.extensions["mothlog-playbacks"] = Shelf()


def playback(session: Session, knowledge: Knowledge) -> Playback:
    """Return a session as a reader steps through it."""
    shelf: Shelf = current_app.extensions["mothlog-playbacks"]
    return shelf.get(session, knowledge)
