"""A step of a replay in a view, as an address, and the addresses that lead on from it."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import url_for

from domain.session import Session
from service.web.finding import Finding
from service.web.knowledge import (
    EVERYTHING,
    PUBLIC,
    Knowledge,
    as_seat,
    as_seat_now,
    is_open,
    may_see,
)
from service.web.playback import Playback


class ViewLink(NamedTuple):
    """A way to another reader's knowledge of the same step."""

    name: str
    title: str
    short: str
    seat: int | None
    href: str
    open: bool
    now: bool = False


@dataclass(frozen=True)
class Address:
    """A step in a view. ``hide`` keeps back all that comes later, ``taken`` shows undone moves.

    ``asked`` names the view that the reader chose; while ``hide`` is on, another may be shown.
    """

    film: Playback
    step: int
    hide: bool = False
    taken: bool = False
    asked: str = ""
    finding: Finding = field(default_factory=Finding)

    @property
    def session(self) -> Session:
        """The session stepped through."""
        return self.film.session

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The query's fields but for the step."""
        shown = [("view", self.asked)] if self.asked not in ("", "all") else []
        shown += [("hide", "1")] if self.hide else []
        shown += [("taken", "1")] if self.taken else []
        sought = self.finding
        shown += [("find", sought.text)] if sought.text else []
        shown += [("seat", str(sought.seat))] if sought.seat is not None else []
        return shown + ([("kind", sought.kind)] if sought.kind else [])

    @property
    def query(self) -> str:
        """The query but for the step, as part of an address."""
        return urlencode(self.fields)

    def href(self, **changes: Any) -> str:
        """Return the address of this moment with some of it changed."""
        query: dict[str, Any] = {**dict(self.fields), "step": self.step}
        for name, value in changes.items():
            query[name] = "1" if value is True else value
            if value is False:
                del query[name]
        return url_for("replay.show", session_id=self.session.id, **query)

    @property
    def back(self) -> str:
        """This moment's own address."""
        return self.href()

    @property
    def first(self) -> str:
        """Address of the set-up."""
        return self._to(0)

    @property
    def back_one(self) -> str:
        """Address of the step before."""
        return self._to(self.step - 1)

    @property
    def on_one(self) -> str:
        """Address of the next step."""
        return self._to(self.step + 1)

    @property
    def turn_back(self) -> str:
        """Address of the turn's beginning, or of the one before."""
        return self._before(self.film.turn_stops)

    @property
    def turn_on(self) -> str:
        """Address of the next turn's beginning; unknown while what comes next is hidden."""
        return self._after(self.film.turn_stops)

    @property
    def round_back(self) -> str:
        """Address of the round's beginning, or of the one before."""
        return self._before(self.film.round_stops)

    @property
    def round_on(self) -> str:
        """Address of the next round's beginning; unknown while what comes next is hidden."""
        return self._after(self.film.round_stops)

    @property
    def end(self) -> str:
        """Address of the last step; unknown while what comes next is hidden."""
        return "" if self.hide else self._to(self.film.last)

    @property
    def shut(self) -> str:
        """Why a view that is listed cannot be chosen."""
        if is_open(self.session):
            return "This gives away what comes next; it is shut while that is hidden"
        return "Open when the session has ended"

    def views(self) -> list[ViewLink]:
        """List everybody's knowledge of this step: what each seat saw then and what it could know
        by now, what everybody saw, everything.
        """
        seats = range(len(self.session.players))
        listed = [known(self.session, s) for s in seats for known in (as_seat, as_seat_now)]
        opened = is_open(self.session)
        return [
            ViewLink(
                k.name,
                k.title,
                self._short(k),
                k.seat,
                self.href(view=k.name),
                may_see(self.session, k, self.hide),
                k.now,
            )
            for k in (*listed, PUBLIC, EVERYTHING)
            if opened or k.seat is None or may_see(self.session, k)
        ]

    def _short(self, knowledge: Knowledge) -> str:
        if knowledge.seat is None:
            return "Everything" if knowledge.whole else "Public"
        return "now" if knowledge.now else self.film.names[knowledge.seat]

    def _before(self, stops: list[int]) -> str:
        return self._to(max((s for s in stops if s < self.step), default=-1))

    def _after(self, stops: list[int]) -> str:
        later = [s for s in stops if s > self.step]
        return self._to(later[0]) if later and not self.hide else ""

    def _to(self, step: int) -> str:
        within = 0 <= step <= self.film.last and step != self.step
        return self.href(step=step) if within else ""
