"""Whose knowledge a page shows: a seat's, everybody's, or everything."""

from dataclasses import dataclass
from typing import Any

from werkzeug.exceptions import BadRequest

from domain.events import Event
from domain.game import Game
from domain.session import Session
from service import views
from service.web.words import isolated


@dataclass(frozen=True)
class Knowledge:
    """What a reader may see. ``seat`` is ``None`` for somebody who is not seated."""

    name: str
    title: str
    seat: int | None = None
    whole: bool = False

    def state(self, game: Game, state: Any) -> Any:
        """Return a position as this reader sees it."""
        return state if self.whole else game.observe(state, self.seat)

    def event(self, game: Game, event: Event) -> Event:
        """Return an event as this reader sees it."""
        return event if self.whole else game.redact(event, self.seat)

    @property
    def view(self) -> views.View:
        """The same, in the words of :mod:`service.views`."""
        if self.whole:
            return "all"
        return "public" if self.seat is None else self.seat


PUBLIC = Knowledge("public", "What everybody sees")
EVERYTHING = Knowledge("all", "Everything", whole=True)


def as_seat(session: Session, seat: int) -> Knowledge:
    """Return what a seat knew at each step."""
    return Knowledge(str(seat), f"As {isolated(session.names[seat])} saw it then", seat)


def is_open(session: Session) -> bool:
    """Whether hidden cards may be shown: nobody is playing on, or the log of a real table holds
    only what was seen there.
    """
    return session.status != "live" or session.opened.mode == "table"


def choose(session: Session, wanted: str | None, hide: bool = False) -> Knowledge:
    """Return the view that was asked for; while a session is played, everybody gets the public one.

    :param hide: what comes next is hidden. Everything is then open to nobody: the cards in all
        hands and where they lie tell what is going to happen.
    :raises BadRequest: there is no such view.
    """
    known = {"all": EVERYTHING, "public": PUBLIC}
    known |= {str(seat): as_seat(session, seat) for seat in range(len(session.players))}
    if wanted and wanted not in known:
        raise BadRequest(f"There is no view {wanted[:40]!r}; expected one of {', '.join(known)}")
    if not is_open(session):
        return PUBLIC
    chosen = known[wanted or "all"]
    return PUBLIC if hide and chosen.whole else chosen
