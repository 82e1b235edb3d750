"""One step of a replay with everything its page needs: links, words, clauses, the log beside it."""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import url_for
from markupsafe import Markup

from domain.rulebook import Clause
from domain.session import Session
from domain.words import Sentence
from service import seeds
from service.web import words
from service.web.boards.grids import Grid, grid
from service.web.changes import Change, changes
from service.web.context import new_key
from service.web.finding import Finding, kinds
from service.web.knowledge import (
    EVERYTHING,
    PUBLIC,
    Knowledge,
    as_seat,
    as_seat_now,
    is_open,
    may_see,
)
from service.web.playback import Gone, Playback, Round, Row

PARTS = ("say", "board", "grid", "stuff", "ended", "seats", "graph")
"""What of a replay's page changes from step to step: ``part_<name>`` of ``_replay.html`` draws it
from a moment, its playback, its table and its graph.
"""


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
class Moment:
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
    def view(self) -> str:
        """The view's name."""
        return self.film.knowledge.name

    @property
    def row(self) -> Row:
        """The step itself."""
        return self.film.rows[self.step]

    @property
    def session(self) -> Session:
        """The session stepped through."""
        return self.film.session

    @property
    def seat(self) -> int | None:
        """The seat whose knowledge is shown."""
        return self.film.knowledge.seat

    @property
    def who(self) -> int:
        """The seat whose knowledge is offered first: the one shown, or the one that acts."""
        shown = self.seat if self.seat is not None else self.row.seat
        return shown or 0

    @cached_property
    def sentence(self) -> Markup:
        """The step in words."""
        return self.words(self.row.sentence)

    def words(self, parts: Sentence) -> Markup:
        """Write a sentence with this session's names and cards."""
        rules, board = self.session.rules, self.film.board
        return words.sentence(parts, self.film.names, lambda card: board.card_class(rules, card))

    @cached_property
    def changes(self) -> list[Change]:
        """What moved, thing by thing."""
        return changes(self.film, self.step, self.table)

    @cached_property
    def grid(self) -> Grid:
        """The board as a table of words."""
        return grid(self.film.game, self.table, self.row.places)

    def kinds(self, row: Row) -> list[str]:
        """Name the kinds of what happened at a step."""
        return kinds(self.film, row, self.gone)

    @cached_property
    def found(self) -> list[int]:
        """The steps that fit what is looked for, in the rows that the log shows."""
        rows = (row for part in self.rounds for row in part.rows)
        return [row.step for row in rows if self.finding.fits(self.film, row, self.gone)]

    @property
    def found_steps(self) -> set[int]:
        """The same as a set."""
        return set(self.found)

    @property
    def unfiltered(self) -> str:
        """Address of this moment with nothing looked for."""
        query = {k: v for k, v in self.fields if k not in ("find", "seat", "kind")}
        return url_for("replay.show", session_id=self.session.id, **query, step=self.step)

    @property
    def found_before(self) -> str:
        """Address of the last step before this one that fits."""
        return self._to(max((step for step in self.found if step < self.step), default=-1))

    @property
    def found_after(self) -> str:
        """Address of the next step after this one that fits."""
        return self._to(min((step for step in self.found if step > self.step), default=-1))

    @cached_property
    def headings(self) -> dict[int, str]:
        """Whose turn begins at a step, where the turn has more steps than one."""
        rows, found = self.film.rows[: self.step + 1 if self.hide else None], {}
        begins = [row.step for row in rows if row.turn or row.step == 1]
        for step, following in pairwise([*begins, len(rows)]):
            if following - step > 1 and rows[step].seat is not None:
                found[step] = rows[step].when.partition(", ")[2]
        return {step: heading for step, heading in found.items() if heading}

    @cached_property
    def clauses(self) -> list[Clause]:
        """The clauses that the step rests on."""
        book = seeds.rulebook(self.film.game)
        return [book[clause] for clause in self.row.clauses]

    @property
    def rounds(self) -> list[Round]:
        """The rounds that the log shows, with the rows that it shows of them."""
        rounds = self.film.rounds
        if not self.hide:
            return rounds
        cut = (Round(r.number, [row for row in r.rows if row.step <= self.step]) for r in rounds)
        return [part for part in cut if part.rows]

    @property
    def gone(self) -> dict[int, list[Gone]]:
        """The undone moves by the step that was gone back to; they were played after that step."""
        gone = self.film.gone
        return {at: moves for at, moves in gone.items() if not self.hide or at < self.step}

    @cached_property
    def summaries(self) -> dict[int, str]:
        """What happened in each round, in a few words; nothing of what is hidden."""
        return {r.number: self._summary(r) for r in self.rounds}

    @property
    def undone(self) -> str:
        """Say how often moves were taken back, and how often amended."""
        gone = [one for listed in self.gone.values() for one in listed]
        amended = sum(one.amended for one in gone)
        said = [f"{len(gone) - amended} taken back"] if len(gone) > amended else []
        return ", ".join([*said, *([f"{amended} amended"] if amended else [])])

    @cached_property
    def key(self) -> str:
        """An idempotency key for the note form."""
        return new_key()

    @cached_property
    def table(self) -> Any:
        """The table laid out for drawing."""
        return self.film.table(self.step)

    @property
    def outcome(self) -> Any:
        """How the game ended, at its last step."""
        return self.film.game.outcome(self.film.states[self.step])

    @property
    def why_over(self) -> str:
        """Why the game ended."""
        return self.film.board.why_over(self.film.states[self.step])

    # --- links -----------------------------------------------------------------------

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

    def _summary(self, part: Round) -> str:
        return self.film.board.summary([r.seen.event for r in part.rows], self.film.names)
