"""One step of a replay with everything its page needs: words, clauses, the log beside it."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from flask import url_for
from markupsafe import Markup

from domain.rulebook import Clause
from domain.words import Sentence
from service import seeds
from service.web import words
from service.web.address import Address
from service.web.boards.grids import Grid, grid
from service.web.changes import Change, changes
from service.web.context import new_key
from service.web.finding import kinds
from service.web.playback import Gone, Round, Row

PARTS = ("say", "board", "grid", "stuff", "ended", "seats", "graph")
"""What of a replay's page changes from step to step: ``part_<name>`` of ``_replay.html`` draws it
from a moment, its playback, its table and its graph.
"""


@dataclass(frozen=True)
class Moment(Address):
    """A step as its page shows it; beside its place it knows what stands there."""

    @property
    def view(self) -> str:
        """The view's name."""
        return self.film.knowledge.name

    @property
    def row(self) -> Row:
        """The step itself."""
        return self.film.rows[self.step]

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

    @property
    def whose(self) -> str:
        """The name of the seat whose sheet is the board; nothing where all share one."""
        focus: int | None = getattr(self.table, "focus", None)
        names = self.film.names
        return "" if focus is None or len(names) == 1 else names[focus]

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
        query: dict[str, Any] = dict(self.fields)
        query = {k: v for k, v in query.items() if k not in ("find", "seat", "kind")}
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

    @cached_property
    def outcome(self) -> Any:
        """How the game ended, at its last step."""
        return self.film.game.outcome(self.film.states[self.step])

    @cached_property
    def close(self) -> str:
        """The classes of what stands beside the board, which has less room with many seats and
        beside an outcome.
        """
        many = len(self.film.names) > (2 if self.outcome else 3)
        return f"{' many' if many else ''}{' over' if self.outcome else ''}"

    @property
    def why_over(self) -> str:
        """Why the game ended."""
        return self.film.board.why_over(self.film.states[self.step])

    def _summary(self, part: Round) -> str:
        return self.film.board.summary([r.seen.event for r in part.rows], self.film.names)
