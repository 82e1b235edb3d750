"""Everything that the page of a real table shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from analytics.ledger import Ledger, ledger
from domain.events import Event
from domain.session import Session
from domain.session.amend import Misfit, carry_on
from domain.session.events import FeelingNoted, Waiting
from domain.words import Sentence
from service import seeds
from service.web.knowledge import EVERYTHING
from service.web.margin import Aside
from service.web.moment import Moment
from service.web.playback import Playback
from service.web.shelf import playback
from service.web.table.clock import Clock, clock
from service.web.table.done import Done, done
from service.web.table.entry import Look, look, prefix
from service.web.table.pads import Due, Fact, TablePad, pad_of
from service.web.words import isolated
from service.wiring import now

SHOWN = 12  # actions on the page; the replay has them all


@dataclass(frozen=True)
class Before:
    """What lies before one seat, in a line."""

    seat: int
    name: str
    turn: bool
    facts: tuple[Fact, ...]
    badge: tuple[str, bool]
    feeling: str


@dataclass(frozen=True)
class Desk:
    """The page: the session as it stands, the seat on the pad, the line that was typed.

    :ivar mine: the seat that was asked for, or ``None`` for the one whose turn it is.
    """

    session: Session
    mine: int | None = None
    line: str = ""
    looked: Look | None = None

    @property
    def state(self) -> Any:
        """The position as the game stands."""
        return self.session.state

    @cached_property
    def film(self) -> Playback:
        """The log, told."""
        return playback(self.session, EVERYTHING)

    @cached_property
    def at(self) -> Moment:
        """The newest step."""
        return Moment(self.film, self.film.last)

    @cached_property
    def acting(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return self.session.game.to_act(self.state) if self.session.status == "live" else ()

    @property
    def live(self) -> bool:
        """Whether actions can be recorded."""
        return self.session.status == "live"

    @cached_property
    def seat(self) -> int:
        """The seat on the pad: the one asked for, the one that has begun something, the next."""
        if self.mine is not None:
            return self.mine
        return seat_on_pad(self.acting, self.session.moves[-1].event)

    @property
    def prefix(self) -> str:
        """What the pad's lines begin with."""
        return prefix(self.session.game, self.state, self.seat)

    @cached_property
    def kind(self) -> TablePad:
        """How the game is logged."""
        return pad_of(self.session.game)

    @cached_property
    def pad(self) -> Any:
        """What can be tapped."""
        return self.kind.lay_out(self.state, self.seat)

    @cached_property
    def due(self) -> Due:
        """What must be beaten or done next."""
        return self.kind.due(self.state, self.seat, self.film.names)

    @cached_property
    def stock(self) -> tuple[Fact, ...]:
        """What lies before everybody, in counts."""
        return tuple(self.kind.stock(self.state))

    @cached_property
    def seats(self) -> tuple[Before, ...]:
        """What lies before each seat."""
        felt = felt_at(self.session, self.film.last)
        return tuple(
            Before(
                seat,
                name,
                seat in self.acting,
                tuple(self.kind.facts(self.state, seat)),
                self.kind.badge(self.state, seat),
                felt.get(seat, ""),
            )
            for seat, name in enumerate(self.film.names)
        )

    @cached_property
    def look(self) -> Look:
        """The line as it reads in this position."""
        return self.looked or look(self.session.game, self.state, self.line)

    @cached_property
    def done(self) -> list[Done]:
        """The newest actions, last first."""
        return done(self.session, self.film, SHOWN)[::-1]

    @cached_property
    def unseen(self) -> list[Done]:
        """Actions, and the set-up, of which cards went unseen; newest first."""
        hidden = [one for one in done(self.session, self.film) if one.hidden]
        return hidden[::-1]

    @property
    def listed(self) -> int:
        """How many lines the list of the newest actions has."""
        return len(self.done) + sum(len(self.beside(one)) for one in self.done)

    def beside(self, one: Done) -> tuple[Aside, ...]:
        """List what was recorded beside the moves of an action, newest first within a step."""
        film = self.film
        steps = range(one.last, one.row.step - 1, -1)
        return tuple(remark for at in steps for remark in _remarks(film, at))

    @property
    def undo(self) -> int | None:
        """The step to which the last action is taken back."""
        return self.done[0].row.step - 1 if self.done and self.done[0].row.step else None

    @cached_property
    def times(self) -> Ledger | None:
        """Where the time went, by seat; ``None`` where no clock runs."""
        return ledger(self.session)

    @cached_property
    def clock(self) -> Clock:
        """The clock as of now."""
        return clock(self.session, now())

    @cached_property
    def waiting(self) -> "Unsettled | None":
        """What waits after an amendment, if anything does."""
        return unsettled(self.session) if self.session.unsettled and self.live else None

    @cached_property
    def clauses(self) -> tuple[tuple[str, str], ...]:
        """Every clause with its words, in the rulebook's order."""
        book = seeds.rulebook(self.session.game)
        return tuple((clause.id, clause.text) for clause in book.clauses)


def _remarks(film: Playback, step: int) -> Iterator[Aside]:
    """Yield what stands in the margin of a step, newest first, then its notes."""
    yield from reversed(film.asides.get(step, ()))
    for entry in reversed(film.notes.get(step, ())):
        note: Any = entry.event
        by = f"{isolated(note.author)} notes" if note.author else "A note"
        yield Aside("note", (by,), note.text, ())


def felt_at(session: Session, step: int) -> dict[int, str]:
    """Return what each seat felt last at a step, by seat."""
    return {
        event.seat: event.feeling
        for entry in session.aside(FeelingNoted)
        if isinstance(event := entry.event, FeelingNoted) and event.step == step
    }


def seat_on_pad(acting: Sequence[int], newest: Event) -> int:
    """Return the seat that has begun something and goes on, else the first that may act."""
    last: int | None = getattr(newest, "seat", None)
    return last if last is not None and last in acting else next(iter(acting), 0)


@dataclass(frozen=True)
class Unsettled:
    """The actions that wait after an amendment; ``why`` the first one does not fit, if so."""

    lines: tuple[str, ...]
    sentence: Sentence
    why: Misfit | None

    @property
    def first(self) -> str:
        """The first one in notation."""
        return self.lines[0]


def unsettled(session: Session) -> Unsettled:
    """Say what waits, and whether it would fit now."""
    game = session.game
    actions = [action_of(session, waiting) for waiting in session.unsettled]
    lines = tuple(
        game.notation.write(session.state, action, waiting.answers)
        for action, waiting in zip(actions, session.unsettled, strict=True)
    )
    made = carry_on(session)
    stuck = made.misfit if len(made.event.rest) == len(actions) else None
    return Unsettled(lines, game.tell_action(session.state, actions[0]), stuck)


def action_of(session: Session, waiting: Waiting) -> Any:
    """Return an action that waits."""
    return msgspec.convert(waiting.action, session.game.action)
