"""A game that goes on in place: for games that are played through, by many thousands.

Positions that are kept are values, made anew by each event. Whoever only plays on, as a simulation
or a search does, needs none of those in between: a play-out changes one position in place. It does
what ``play`` and ``evolve`` do with the same chance, event by event; the contract tests hold it to
that for every game, each answer to an open question and each number of seats.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from domain.chance import Shuffled
from domain.events import Event


class Playout(Protocol):
    """A position without unknown cards that actions change.

    :ivar events: what happened so far, oldest first; may be emptied at any time.
    :ivar seat: the first seat that has to choose; ``None`` after the end.
    """

    events: list[Event]
    seat: int | None

    def legal(self) -> Sequence[Any]:
        """List the legal actions of the seat, in the order of ``legal_actions``."""
        ...

    def play(self, action: Any) -> None:
        """Carry out one of the legal actions, and all that follows until a seat has to choose.

        Whether it is legal is not looked at again.
        """
        ...

    def state(self) -> Any:
        """Return the position as a value."""
        ...


class Stepwise:
    """A play-out of a game that has none of its own: from one position to the next."""

    __slots__ = ("_chance", "_game", "_state", "events", "seat")

    def __init__(self, game: Any, state: Any, rng: Random) -> None:
        self._game, self._chance = game, Shuffled(rng)
        self.events: list[Event] = []
        self._to(state)

    def legal(self) -> Sequence[Any]:
        legal: Sequence[Any] = self._game.legal_actions(self._state, self.seat)
        return legal

    def play(self, action: Any) -> None:
        run = self._game.play(self._state, action, self._chance)
        self.events += run.events
        self._to(run.state)

    def state(self) -> Any:
        return self._state

    def _to(self, state: Any) -> None:
        self._state = state
        seated = self._game.to_act(state)
        self.seat: int | None = seated[0] if seated else None


Start = Callable[[Any, Random], Playout]
"""Makes a play-out that goes on from a position; its chance uses ``Random.random`` alone.

:raises ValueError: a card of the position is unknown.
"""
