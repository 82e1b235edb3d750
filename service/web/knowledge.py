"""Whose knowledge a page shows: a seat's, then or now, everybody's, or everything.

Nothing else decides what a reader may see.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from werkzeug.exceptions import BadRequest

from domain.events import Event
from domain.game import Game
from domain.session import Session
from service import views
from service.web.context import has_window, reads_all
from service.web.words import isolated


@dataclass(frozen=True)
class Knowledge:
    """What a reader may see. ``seat`` is ``None`` for somebody who is not seated.

    :ivar now: what the seat could know by now, from what it has seen since.
    """

    name: str
    title: str
    seat: int | None = None
    whole: bool = False
    now: bool = False

    def state(self, game: Game, state: Any) -> Any:
        """Return a position as this reader saw it then."""
        return state if self.whole else game.observe(state, self.seat)

    def event(self, game: Game, event: Event) -> Event:
        """Return an event as this reader saw it then."""
        return event if self.whole else game.redact(event, self.seat)

    def states(self, game: Game, seen: Sequence[Any], events: Sequence[Event]) -> list[Any]:
        """Return positions as this reader knows them.

        :param seen: the positions as seen then, in the order in which they came about.
        :param events: the event that led to each of them, as seen.
        """
        known = list(seen)
        if self.now:
            for step in range(len(known) - 2, -1, -1):
                known[step] = game.recall(known[step], events[step + 1], known[step + 1])
        return known

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


def as_seat_now(session: Session, seat: int) -> Knowledge:
    """Return what a seat could know of each step by now."""
    title = f"As {isolated(session.names[seat])} could know it now"
    return Knowledge(f"{seat}-now", title, seat, now=True)


def is_open(session: Session) -> bool:
    """Whether hidden cards may be shown: nobody is playing on, or the log of a real table holds
    only what was seen there, and the reader may follow it.
    """
    return session.status != "live" or (session.opened.mode == "table" and reads_all())


def may_see(session: Session, knowledge: Knowledge, hide: bool = False) -> bool:
    """Whether this request's reader may have a view.

    While a session is played, what a seat sees is open in that seat's own window only.

    :param hide: what comes next is hidden. Everything is then open to nobody, nor what a seat
        learnt later: the cards in all hands and where they lie tell what is going to happen.
    """
    if hide and (knowledge.whole or knowledge.now):
        return False
    if knowledge.seat is None and not knowledge.whole:
        return True
    if is_open(session):
        return True
    return knowledge.seat is not None and has_window(session.id, knowledge.seat)


def choose(session: Session, wanted: str | None, hide: bool = False) -> Knowledge:
    """Return the view that was asked for, or the nearest to it that this reader may have.

    :param hide: what comes next is hidden: a seat's view is then what it saw at that step.
    :raises BadRequest: there is no such view.
    """
    known = {"all": EVERYTHING, "public": PUBLIC}
    for seat in range(len(session.players)):
        for one in (as_seat(session, seat), as_seat_now(session, seat)):
            known[one.name] = one
    if wanted and wanted not in known:
        raise BadRequest(f"There is no view {wanted[:40]!r}; expected one of {', '.join(known)}")
    chosen = known[wanted or "all"]
    if hide and chosen.now and chosen.seat is not None:
        chosen = as_seat(session, chosen.seat)
    return chosen if may_see(session, chosen, hide) else PUBLIC
