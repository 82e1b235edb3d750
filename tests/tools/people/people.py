"""What a game's demo sessions are made of."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any, NamedTuple

from domain.game import Game

Note = tuple[str, tuple[str, ...]]
"""A text and its tags."""


class Plan(NamedTuple):
    """What sets one demo session apart."""

    seats: int
    options: dict[str, str]
    ends: str = "closed"  # or "abandoned", "live"
    prototype: str = "v4"
    bots: int = 0


@dataclass(frozen=True)
class People:
    """Invented groups and how they play one game.

    :ivar choose: picks a legal action, looking at the seat's own cards only.
    :ivar plans: one a session, in order.
    :ivar notes: written in between; ``afterthoughts`` at the end.
    :ivar guessed: by number, the readers who said later what they would have done in a session.
    :ivar branched: the numbers of sessions that somebody played on in another way.
    :ivar since: when the first session began.
    :ivar thinking: the mean of the logarithm of a choice's seconds.
    :ivar short: the fewest choices before a session that is left in the middle.
    """

    choose: Callable[[Game, Any, Random], Any]
    plans: list[Plan]
    groups: tuple[tuple[str, ...], ...]
    titles: tuple[str, ...]
    notes: tuple[Note, ...]
    afterthoughts: tuple[Note, ...]
    since: datetime
    guessed: dict[int, tuple[str, ...]] = field(default_factory=dict)
    branched: tuple[int, ...] = ()
    thinking: float = 2.9
    short: int = 11
