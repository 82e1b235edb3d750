"""A session as a reader steps through it: one row a step, told, cited and grouped by round."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from threading import Lock
from typing import Any

from domain.events import Recorded
from domain.session import Session, fold
from domain.session.events import Amended, IrregularityStood, NoteAdded, TakenBack
from domain.session.session import Irregularity, is_move
from domain.words import Moved, Sentence, plain
from service.web import words
from service.web.boards import Around, board_of, template_of
from service.web.kept import Kept
from service.web.knowledge import Knowledge
from service.web.margin import ASKS, Aside, aside, step_of

ONWARD = (IrregularityStood, NoteAdded)
"""What a playback goes on with beside moves; anything else may change what was told before."""

LAID = 400
"""Things of tables that one playback takes over from another; all would be 3 MB for a session of
the largest game with four seats that is played to its end.
"""


@dataclass(frozen=True)
class Row:
    """One step, told. ``turn`` says whether it begins a seat's turn or the end of a round.

    ``irregular`` is what it broke where it stood against the rules, ``amended`` whether it was
    set right afterwards.
    """

    step: int
    round: int
    when: str
    seat: int | None
    icon: str
    sentence: Sentence
    mark: str | None
    places: tuple[str, ...]
    clauses: tuple[str, ...]
    at: datetime
    turn: bool
    seen: Recorded
    moved: tuple[Moved, ...] = ()
    irregular: Irregularity | None = None
    amended: bool = False


@dataclass(frozen=True)
class Gone:
    """Moves that were taken back, or that others took the place of, where the game went on.

    ``asked`` is what was asked and answered while they stood.
    """

    rows: tuple[Row, ...]
    at: datetime
    amended: bool = False
    reason: str = ""
    asked: tuple[Aside, ...] = ()


@dataclass(frozen=True)
class Round:
    """The rows of one round."""

    number: int
    rows: list[Row] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The step that the round begins after."""
        return max(self.rows[0].step - 1, 0)

    @property
    def last(self) -> int:
        """The round's last step."""
        return self.rows[-1].step


class Playback:
    """A whole session as one reader may see it. Hidden cards are not in here at all.

    :ivar states: the position at each step as this reader knows it, ``then`` as it was seen then.
    :ivar kept: what was worked out of this version, ``laid`` what lay on the table in any.
    :param earlier: one of the same session and reader, which this one goes on from if it can.
    """

    def __init__(
        self, session: Session, knowledge: Knowledge, earlier: "Playback | None" = None
    ) -> None:
        self.session = session
        self.knowledge = knowledge
        self.game = session.game
        self.board = board_of(session.game)
        self.names = words.named(session.names)
        self.word = session.game.round_word
        self.then: list[Any] = []
        self.states: list[Any] = []
        self.rows: list[Row] = []
        self.gone: dict[int, list[Gone]] = {}
        self.notes: dict[int, list[Recorded]] = {}
        self.asides: dict[int, list[Aside]] = {}
        self.kept = Kept()
        self.laid = Kept()
        self.drawing = Lock()
        self.drawn: Any = None
        if earlier is not None and earlier.leads_to(session, knowledge):
            self._go_on(earlier)
        else:
            self._tell(session.log, [session.game.blank(session.rules)])
        self.last = len(self.rows) - 1

    def table(self, step: int) -> Any:
        """Lay the table out for drawing. What stays as it was from step to step is one object."""
        then = self.then[step] if self.knowledge.now else None
        around = Around(self._done(step), then, self.laid)
        places = self.rows[step].places
        return self.board.table(self.states[step], self.before(step), places, self.names, around)

    def before(self, step: int) -> Any:
        """Return the position before a step's event, as seen."""
        return self.states[step - 1] if step else self.blank

    @property
    def template(self) -> str:
        """The template that draws the game."""
        return template_of(self.game)

    def text(self, row: Row) -> str:
        """Return a row's sentence as plain text."""
        return plain(row.sentence, self.names)

    @cached_property
    def blank(self) -> Any:
        """The position before the set-up, as seen."""
        return self.knowledge.state(self.game, self.game.blank(self.session.rules))

    @cached_property
    def rounds(self) -> list[Round]:
        """The rows by round."""
        rounds: list[Round] = []
        for row in self.rows:
            if not rounds or rounds[-1].number != row.round:
                rounds.append(Round(row.round))
            rounds[-1].rows.append(row)
        return rounds

    @cached_property
    def round_firsts(self) -> list[int]:
        """The steps that the rounds begin after, in order."""
        return [part.first for part in self.rounds]

    @cached_property
    def round_stops(self) -> list[int]:
        """The steps at which a round begins, and the last one."""
        return sorted({0, *(r.last for r in self.rounds)})

    @cached_property
    def turn_stops(self) -> list[int]:
        """The steps at which a seat's turn or the end of a round begins, and the last one."""
        return sorted({0, self.last, *(row.step - 1 for row in self.rows[1:] if row.turn)})

    @cached_property
    def lines(self) -> tuple[str, str, list[tuple[int, ...]]]:
        """What the small graph shows: title, unit, and a number a seat for each step."""
        return self.board.lines(self.states)

    def _done(self, step: int) -> list[tuple[str, ...]]:
        """Return by seat the icons of what it did in a step's round, up to that step."""
        done: list[list[str]] = [[] for _ in self.names]
        now = self.rows[step].round
        first = next((s for s in range(step, -1, -1) if self.rows[s].round != now), -1) + 1
        for row in self.rows[first : step + 1]:
            if row.seat is not None:
                done[row.seat].append(row.icon)
        return [tuple(icons) for icons in done]

    def leads_to(self, session: Session, knowledge: Knowledge) -> bool:
        """Whether nothing but moves and notes came since, so that a later playback may go on."""
        known = self.session
        later = [entry.event for entry in session.log[known.version :]]
        return (
            (session.id, knowledge) == (known.id, self.knowledge)
            and not knowledge.now  # what is known of earlier steps changes with each move
            and session.version > known.version
            and bool(known.moves)
            and not isinstance(known.log[-1].event, IrregularityStood)  # its move is still to come
            and all(is_move(event) or isinstance(event, ONWARD) for event in later)
        )

    def _go_on(self, earlier: "Playback") -> None:
        """Take over what was told, and tell what came since."""
        self.then, self.rows = [*earlier.then], [*earlier.rows]
        self.gone = earlier.gone
        self.asides = {step: [*beside] for step, beside in earlier.asides.items()}
        self.notes = {step: [*notes] for step, notes in earlier.notes.items()}
        self.laid = earlier.laid if len(earlier.laid) < LAID else Kept()
        self.blank = earlier.blank
        self._tell(self.session.log[earlier.session.version :], [earlier.session.state])

    def _tell(self, log: Sequence[Recorded], states: list[Any]) -> None:
        """Fold a log, keeping what no longer stands beside the step that it went back to.

        :param states: the position before it; after each of its moves is added.
        """
        broken: Irregularity | None = None
        for entry in log:
            event = entry.event
            if isinstance(event, TakenBack):
                self._take_back(event.step, entry, states)
            elif isinstance(event, Amended):
                self._amend(event, entry, states)
            elif isinstance(event, IrregularityStood):
                broken = Irregularity(event.clauses, event.reason)
            elif isinstance(event, NoteAdded):
                self.notes.setdefault(event.step, []).append(entry)
            elif is_move(event):
                self._add(entry, states, broken)
                broken = None
            else:
                self._remark(entry, states)
        self.then += [self.knowledge.state(self.game, state) for state in states[1:]]
        events = [row.seen.event for row in self.rows]
        self.states = self.knowledge.states(self.game, self.then, events)

    def _add(
        self,
        entry: Recorded,
        states: list[Any],
        broken: Irregularity | None,
        amended: bool = False,
    ) -> None:
        row = self._row(len(self.rows), states[-1], entry)
        if broken or amended:
            row = replace(row, irregular=broken, amended=amended)
        self.rows.append(row)
        states.append(self.game.evolve(states[-1], entry.event))

    def _take_back(self, step: int, entry: Recorded, states: list[Any]) -> None:
        undone = self.rows[step + 1 :]
        kept = Gone(tuple(undone), entry.at, asked=tuple(self._asked_after(step)))
        self.gone.setdefault(step, []).append(kept)
        self._gather(step, len(self.rows), step)
        del self.rows[step + 1 :], states[step + 2 :]

    def _asked_after(self, step: int) -> list[Aside]:
        """Take what was asked after a step out of the margin: it is gone with its moves."""
        found = []
        for at in range(step + 1, len(self.rows)):
            beside = self.asides.pop(at, [])
            found += [one for one in beside if one.asks]
            if left := [one for one in beside if not one.asks]:
                self.asides[at] = left
        return found

    def _amend(self, event: Amended, entry: Recorded, states: list[Any]) -> None:
        """Put the moves as they stand after an amendment in the place of the others."""
        old = self.rows[event.step + 1 :]
        del self.rows[event.step + 1 :], states[event.step + 2 :]
        stands = fold(self.session.log[: entry.version])
        assert stands is not None
        for move in stands.moves[event.step + 1 :]:
            changed = move.event != self.session.log[move.version - 1].event
            broken = stands.irregular.get(len(self.rows))
            self._add(move, states, broken, changed)
        now = {(row.seen.version, row.seen.event) for row in self.rows}
        undone = [row for row in old if (row.seen.version, row.seen.event) not in now]
        at = min(max(event.step, 0), len(self.rows) - 1)
        if undone:
            kept = Gone(tuple(undone), entry.at, True, event.reason)
            self.gone.setdefault(at, []).append(kept)
        self._gather(len(self.rows) - 1, len(self.rows) + len(old), at)

    def _gather(self, after: int, end: int, at: int) -> None:
        """Move what had been taken back at steps that no longer are to one that is."""
        for step in range(after + 1, end):
            if step in self.gone:
                self.gone.setdefault(at, []).extend(self.gone.pop(step))

    def _remark(self, entry: Recorded, states: list[Any]) -> None:
        """Keep what happened beside the moves, where the reader may see all that was logged, and
        what seats asked one another.
        """
        step = step_of(entry, len(self.rows) - 1)
        if (self.knowledge.whole or isinstance(entry.event, ASKS)) and 0 <= step < len(self.rows):
            told = aside(self.session, states[step + 1], entry)
            if told is not None:
                self.asides.setdefault(step, []).append(told)

    def _row(self, step: int, before: Any, entry: Recorded) -> Row:
        game, event = self.game, entry.event
        seen = self.knowledge.event(game, event)
        known = self.knowledge.state(game, before)
        told = game.tell(known, seen)
        phase = game.phase(known)
        number = game.round_of(known)
        when = "Set-up" if step == 0 else f"{self.word} {number}"
        if step and phase != "turns":
            when += f", {phase}"
        elif step and told.seat is not None:
            when += f", {self.names[told.seat]}’s turn"
        turn = bool(self.rows) and step > 0 and self.rows[-1].when != when
        entry = Recorded(entry.session_id, entry.version, entry.at, seen, entry.key)
        return Row(
            step, number, when, told.seat, told.icon, told.sentence, told.mark, told.places,
            game.cite(before, event), entry.at, turn, entry, told.moved,
        )  # fmt: skip
