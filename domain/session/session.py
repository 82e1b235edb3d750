"""A recorded play, rebuilt from its events."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal
from uuid import UUID

from domain.edition import parse_edition
from domain.errors import SessionError
from domain.events import Event, Recorded
from domain.game import Game
from domain.games import GAMES
from domain.options import read_options
from domain.session.events import (
    SESSION_EVENTS,
    NoteAdded,
    Player,
    SessionAbandoned,
    SessionClosed,
    SessionOpened,
    TakenBack,
)

AROUND_THE_GAME = frozenset(SESSION_EVENTS)

Status = Literal["live", "finished", "closed", "abandoned"]


@dataclass(frozen=True)
class Session:
    """A session as it stands.

    :ivar log: everything that was recorded, in order; ``log[v - 1]`` has version ``v``.
    :ivar moves: the game's events that still stand; ``moves[k]`` leads to step ``k``, and step 0
        is the set-up.
    """

    opened: SessionOpened
    log: tuple[Recorded, ...]
    moves: tuple[Recorded, ...]
    notes: tuple[Recorded, ...] = ()
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
        """The game that is played."""
        return GAMES[self.opened.game]

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where."""
        return self.opened.players

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.opened.players)

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

        :raises SessionError: there is no such step.
        """
        self._check_step(step)
        game, state = self.game, self.game.blank(self.rules)
        for move in self.moves[: step + 1]:
            state = game.evolve(state, move.event)
        return state

    def history(self) -> Iterator[tuple[Any, Recorded, Any]]:
        """Yield for every step the position before it, the recorded event and the position."""
        game, state = self.game, self.game.blank(self.rules)
        for move in self.moves:
            before, state = state, game.evolve(state, move.event)
            yield before, move, state

    def decision_before(self, step: int) -> int:
        """Return the latest step below ``step`` at which a seat had to choose.

        :raises SessionError: no such step.
        """
        self._check_step(step)
        begun = 0
        for at, (before, move, _) in enumerate(self.history()):
            if at >= 1 and at <= step and self.game.action_of(before, move.event) is not None:
                begun = at
        return max(begun - 1, 0)

    def recorded_with(self, key: str) -> tuple[Recorded, ...]:
        """Return the events of the request that had this idempotency key."""
        return tuple(entry for entry in self.log if entry.key == key)

    def moved_since(self, version: int) -> bool:
        """Whether more than notes was recorded since a version, or it is yet to come."""
        later = self.log[version:]
        return version > self.version or any(type(e.event) is not NoteAdded for e in later)

    def overtaken(self, version: int, seat: int) -> bool:
        """Whether a seat that chose at a version has to look again.

        Where seats act at the same time, what others did within the round does not matter.
        """
        if not self.game.simultaneous or version > self.version:
            return self.moved_since(version)
        later = [entry.event for entry in self.log[version:] if type(entry.event) is not NoteAdded]
        if any(type(e) in AROUND_THE_GAME or getattr(e, "seat", None) == seat for e in later):
            return True
        seen = sum(move.version <= version for move in self.moves) - 1
        if seen < 0:
            return bool(later)
        return bool(self.game.round_of(self.state_at(seen)) != self.game.round_of(self.state))

    def _check_step(self, step: int) -> None:
        if step not in range(len(self.moves)):
            raise SessionError(
                f"no step {step} in session {self.id}, expected 0 to {self.last_step}"
            )


_known_rules: dict[tuple[object, ...], Any] = {}
_KEPT_RULES = 256


def rules_of(opened: SessionOpened) -> Any:
    """Work out the rules that a session is played under; equal sessions share the result.

    :raises Invalid: the edition does not fit the game's format.
    """
    options, seats = tuple(opened.options.items()), len(opened.players)
    key = (opened.game, opened.edition_hash, options, seats)
    if key not in _known_rules:
        if len(_known_rules) >= _KEPT_RULES:
            _known_rules.clear()
        _known_rules[key] = _work_out(opened)
    return _known_rules[key]


def _work_out(opened: SessionOpened) -> Any:
    game = GAMES[opened.game]
    edition = parse_edition(opened.edition, game.edition)
    options: Any = read_options(game.options, opened.options)
    return game.rules(edition, options, len(opened.players))


def fold(entries: Iterable[Recorded], session: Session | None = None) -> Session | None:
    """Rebuild a session from its events, or move one on by further events.

    Moves are kept in the order in which they stand: a take-back removes the ones after its step.
    """
    log = [*(session.log if session else ()), *entries]
    moves = list(session.moves) if session else []
    notes = list(session.notes) if session else []
    closed = session.closed if session else False
    abandoned = session.abandoned if session else None
    for entry in log[len(session.log) if session else 0 :]:
        event = entry.event
        if type(event) not in AROUND_THE_GAME:
            moves.append(entry)
        elif isinstance(event, TakenBack):
            del moves[event.step + 1 :]
        elif isinstance(event, NoteAdded):
            notes.append(entry)
        elif isinstance(event, SessionClosed):
            closed = True
        elif isinstance(event, SessionAbandoned):
            abandoned = event
    if not log:
        return None
    opened = log[0].event
    if not isinstance(opened, SessionOpened):
        raise SessionError(
            f"session {log[0].session_id}: its first event is {opened.stored_name!r}"
        )
    return Session(opened, tuple(log), tuple(moves), tuple(notes), closed, abandoned)


def names_taken(players: Sequence[Player]) -> list[str]:
    """List, sorted, the names that more than one player has."""
    names = [player.name for player in players]
    return sorted({name for name in names if names.count(name) > 1})


def is_move(event: Event) -> bool:
    """Whether an event belongs to the game, as opposed to the session around it."""
    return type(event) not in AROUND_THE_GAME
