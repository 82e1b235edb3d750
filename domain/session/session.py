"""A recorded play, rebuilt from its events."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal
from uuid import UUID

from msgspec.structs import replace

from domain.edition import parse_edition
from domain.errors import DamagedSession, SessionError
from domain.events import Event, Recorded
from domain.game import Game
from domain.games import GAMES
from domain.options import read_options
from domain.session.codec import CODEC
from domain.session.events import (
    ASIDE,
    SESSION_EVENTS,
    ActionItemAdded,
    ActionItemDone,
    Amended,
    ClockPaused,
    ClockResumed,
    FeedbackGiven,
    IrregularityStood,
    NoteAdded,
    Player,
    Restated,
    SessionAbandoned,
    SessionClosed,
    SessionOpened,
    TakenBack,
    Waiting,
)

AROUND_THE_GAME = frozenset(SESSION_EVENTS)

Status = Literal["live", "finished", "closed", "abandoned"]


@dataclass(frozen=True)
class Irregularity:
    """A move against the rules that the table let stand."""

    clauses: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Session:
    """A session as it stands.

    :ivar log: everything that was recorded, in order; ``log[v - 1]`` has version ``v``.
    :ivar moves: the game's events that still stand; ``moves[k]`` leads to step ``k``, and step 0
        is the set-up. After an amendment a move may differ from the event that the log has at its
        version.
    :ivar asides: notes, talk, feelings and whatever else leaves the position as it is.
    :ivar irregular: by step, the moves that broke the rules and stood.
    :ivar unsettled: after an amendment, the actions that still wait to be carried out again.
    """

    opened: SessionOpened
    log: tuple[Recorded, ...]
    moves: tuple[Recorded, ...]
    asides: tuple[Recorded, ...] = ()
    irregular: Mapping[int, Irregularity] = field(default_factory=dict)
    unsettled: tuple[Waiting, ...] = ()
    closed: bool = False
    abandoned: SessionAbandoned | None = None

    @property
    def id(self) -> UUID:
        """The session's id."""
        return self.log[0].session_id

    @property
    def version(self) -> int:
        """How many events the session has."""
        return self.log[-1].version

    @property
    def game(self) -> Game:
        """The game that is played, under the version of its rules that it was opened with."""
        return GAMES[self.opened.game].under(self.opened.rules)

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where."""
        return self.opened.players

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.opened.players)

    @property
    def notes(self) -> tuple[Recorded, ...]:
        """The notes that were written, in order."""
        return self.aside(NoteAdded)

    def aside(self, kind: type[Event]) -> tuple[Recorded, ...]:
        """Return what was recorded of one kind beside the moves, in order."""
        return tuple(entry for entry in self.asides if type(entry.event) is kind)

    @property
    def feedback(self) -> dict[int, FeedbackGiven]:
        """What each seat thought afterwards; the latest answer counts."""
        given = (entry.event for entry in self.aside(FeedbackGiven))
        return {event.seat: event for event in given if isinstance(event, FeedbackGiven)}

    @property
    def paused(self) -> Recorded | None:
        """The pause that goes on, if the clock is stopped; a move starts it again."""
        for entry in reversed(self.log):
            if type(entry.event) is ClockPaused:
                return entry
            if type(entry.event) is ClockResumed or type(entry.event) not in ASIDE:
                return None
        return None

    @property
    def open_items(self) -> tuple[Recorded, ...]:
        """The action items that are not done."""
        done = {getattr(entry.event, "item", 0) for entry in self.aside(ActionItemDone)}
        return tuple(e for e in self.aside(ActionItemAdded) if e.version not in done)

    @cached_property
    def rules(self) -> Any:
        """What stays the same for the whole game."""
        return rules_of(self.opened)

    @cached_property
    def state(self) -> Any:
        """The position as the game stands."""
        return self.state_at(self.last_step)

    @property
    def last_step(self) -> int:
        """The number of the latest step; -1 before the set-up."""
        return len(self.moves) - 1

    @property
    def status(self) -> Status:
        """Whether the session goes on, and if not, how it stopped."""
        if self.abandoned is not None:
            return "abandoned"
        if self.closed:
            return "closed"
        return "finished" if self.moves and not self.game.to_act(self.state) else "live"

    def state_at(self, step: int) -> Any:
        """Return the position at a step: the fold of the moves up to it.

        The latest answer is kept, so that whoever asks step by step pays for each move once.

        :raises SessionError: there is no such step.
        """
        self.check_step(step)
        at, state = vars(self).get("_latest", (-1, None))
        if at not in range(step + 1):
            at, state = -1, self.game.blank(self.rules)
        for move in self.moves[at + 1 : step + 1]:
            state = self._evolved(state, move)
        vars(self)["_latest"] = step, state
        return state

    def history(self) -> Iterator[tuple[Any, Recorded, Any]]:
        """Yield for every step the position before it, the recorded event and the position."""
        state = self.game.blank(self.rules)
        for move in self.moves:
            before, state = state, self._evolved(state, move)
            yield before, move, state

    def _evolved(self, state: Any, move: Recorded) -> Any:
        """Return the position after a move.

        :raises DamagedSession: the stored event does not fit.
        """
        try:
            return self.game.evolve(state, move.event)
        except (LookupError, TypeError, AttributeError, ArithmeticError, ValueError) as error:
            raise DamagedSession(self.id, move.version, error) from error

    @cached_property
    def actions(self) -> tuple[tuple[int, Any], ...]:
        """The first step of each action with the action itself; the set-up has none, and steps
        before the next action follow from the one before.
        """
        begun = (
            (at, self.game.action_of(before, move.event))
            for at, (before, move, _) in enumerate(self.history())
        )
        return tuple((at, action) for at, action in begun if at and action is not None)

    def stretches(self, step: int | None = None) -> list[tuple[int, int]]:
        """Return where the set-up and each action begin and end: first step, step after the last.

        :param step: those that began up to there, the last one cut off behind it.
        """
        last = self.last_step if step is None else step
        begun = [0, *(at for at, _ in self.actions if at <= last), last + 1]
        return [*pairwise(begun)]

    def decision_before(self, step: int) -> int:
        """Return the latest step below ``step`` at which a seat had to choose.

        :raises SessionError: no such step.
        """
        self.check_step(step)
        begun = next((at for at, _ in reversed(self.actions) if at <= step), 0)
        return max(begun - 1, 0)

    def recorded_with(self, key: str) -> tuple[Recorded, ...]:
        """Return the events of the request that had this idempotency key."""
        return tuple(entry for entry in self.log if entry.key == key)

    def moved_since(self, version: int) -> bool:
        """Whether the position was touched since a version, or it is yet to come."""
        later = self.log[version:]
        return version > self.version or any(type(e.event) not in ASIDE for e in later)

    def overtaken(self, version: int, seat: int) -> bool:
        """Whether a seat that chose at a version has to look again.

        Where seats act at the same time, what others did within the round does not matter.
        """
        if not self.game.simultaneous or version > self.version:
            return self.moved_since(version)
        later = [entry.event for entry in self.log[version:] if type(entry.event) not in ASIDE]
        if not later:
            return False
        if any(type(e) in AROUND_THE_GAME or getattr(e, "seat", None) == seat for e in later):
            return True
        seen = sum(move.version <= version for move in self.moves) - 1
        if seen < 0:
            return True
        return bool(self.game.round_of(self.state_at(seen)) != self.game.round_of(self.state))

    def check_step(self, step: int) -> None:
        """Let a step pass that the session has.

        :raises SessionError: it has none of that number.
        """
        if step not in range(len(self.moves)):
            raise SessionError(
                f"no step {step} in session {self.id}, expected 0 to {self.last_step}"
            )


_known_rules: dict[tuple[object, ...], Any] = {}
_KEPT_RULES = 256


def rules_of(opened: SessionOpened) -> Any:
    """Work out the rules that a session is played under; equal sessions share the result.

    A version of the rules that is an earlier one stays that one.

    :raises Invalid: the edition does not fit the game's format.
    """
    options, seats = tuple(opened.options.items()), len(opened.players)
    key = (opened.game, opened.rules, opened.edition_hash, options, seats)
    if key not in _known_rules:
        if len(_known_rules) >= _KEPT_RULES:
            _known_rules.clear()
        _known_rules[key] = _work_out(opened)
    return _known_rules[key]


def _work_out(opened: SessionOpened) -> Any:
    game = GAMES[opened.game].under(opened.rules)
    edition = parse_edition(opened.edition, game.edition)
    options: Any = read_options(game.options, opened.options)
    return game.rules(edition, options, len(opened.players))


class _Fold:
    """A session on the way: what stands after each event."""

    def __init__(self, session: Session | None) -> None:
        self.log = list(session.log) if session else []
        self.moves = list(session.moves) if session else []
        self.asides = list(session.asides) if session else []
        self.irregular = dict(session.irregular) if session else {}
        self.unsettled: tuple[Waiting, ...] = session.unsettled if session else ()
        self.closed = session.closed if session else False
        self.abandoned = session.abandoned if session else None
        self.before = session
        self.kept = len(self.moves)

    def add(self, entry: Recorded) -> None:
        """Fold one event in."""
        event: Any = entry.event
        kind = type(event)
        self.log.append(entry)
        if kind not in AROUND_THE_GAME:
            self.moves.append(entry)
        elif kind in ASIDE:
            self.asides.append(entry)
        elif kind is IrregularityStood:
            self.irregular[len(self.moves)] = Irregularity(event.clauses, event.reason)
        elif kind is TakenBack:
            self._cut(event.step)
        elif kind is Amended:
            self._amend(event)
        elif kind is SessionClosed:
            self.closed = True
        elif kind is SessionAbandoned:
            self.abandoned = event

    def _cut(self, step: int) -> list[Recorded]:
        """Let the game go back to a step; return the moves that no longer stand."""
        gone = self.moves[step + 1 :]
        del self.moves[step + 1 :]
        self.kept = min(self.kept, step + 1)
        self.irregular = {at: what for at, what in self.irregular.items() if at <= step}
        self.unsettled = ()
        return gone

    def _amend(self, event: Amended) -> None:
        gone = self._cut(event.step)
        by_version: dict[int, list[Recorded]] = {}
        for move in gone:
            by_version.setdefault(move.version, []).append(move)
        for restated in event.tail:
            if restated.clauses:
                found = Irregularity(restated.clauses, restated.reason)
                self.irregular[len(self.moves)] = found
            self.moves.append(self._restated(restated, by_version))
        self.unsettled = event.rest

    def _restated(self, restated: Restated, by_version: dict[int, list[Recorded]]) -> Recorded:
        """Return a move as it stands now: the old one, or another event in its place and time."""
        old = by_version.get(restated.version) or [self.log[restated.version - 1]]
        if restated.name is None:
            return old.pop(0)
        event = CODEC.restore(restated.name, restated.data or {})
        return replace(self.log[restated.version - 1], event=event)

    def session(self) -> Session:
        """Return the session as it stands.

        :raises SessionError: the first event does not open one.
        """
        first = self.log[0]
        if not isinstance(first.event, SessionOpened):
            raise SessionError(
                f"session {first.session_id}: its first event is {first.event.stored_name!r}"
            )
        session = Session(
            opened=first.event,
            log=tuple(self.log),
            moves=tuple(self.moves),
            asides=tuple(self.asides),
            irregular=self.irregular,
            unsettled=self.unsettled,
            closed=self.closed,
            abandoned=self.abandoned,
        )
        self._carry_on(session)
        return session

    def _carry_on(self, session: Session) -> None:
        """Work position and actions out from those before, where these are known and stand."""
        if self.before is None or self.kept < len(self.before.moves):
            return
        known = vars(self.before)
        if (state := known.get("state")) is None:
            return
        actions = [*known.get("actions", ())]
        with suppress(DamagedSession):  # whoever asks for the position hears of it
            for at, move in enumerate(self.moves[self.kept :], self.kept):
                before, state = state, session._evolved(state, move)
                if "actions" in known:
                    action = session.game.action_of(before, move.event)
                    actions += [] if action is None else [(at, action)]
            vars(session)["state"] = state
            vars(session)["_latest"] = session.last_step, state
            if "actions" in known:
                vars(session)["actions"] = tuple(actions)


def fold(entries: Iterable[Recorded], session: Session | None = None) -> Session | None:
    """Rebuild a session from its events, or move one on by further events.

    Moves are kept in the order in which they stand: a take-back removes the ones after its step,
    an amendment puts others in their place.
    """
    folded = _Fold(session)
    for entry in entries:
        folded.add(entry)
    return folded.session() if folded.log else None


def names_taken(players: Sequence[Player]) -> list[str]:
    """List, sorted, the names that more than one player has."""
    names = [player.name for player in players]
    return sorted({name for name in names if names.count(name) > 1})


def is_move(event: Event) -> bool:
    """Whether an event belongs to the game, as opposed to the session around it."""
    return type(event) not in AROUND_THE_GAME
