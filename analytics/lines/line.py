"""The types of the lines beside a replay."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

Row = tuple[float | None, ...]
"""A number a seat; ``None`` where there is none, or where the reader may not know it."""

Way = Literal["held", "met", "moment"]
"""How long a number holds: until the next one, until the seat has chosen, or for its step alone."""


class Measure(NamedTuple):
    """What a game counts of every seat at a position.

    :ivar of: returns the numbers of a position as its reader sees it.
    :ivar ahead: 1 where more of it is ahead, -1 where fewer are, 0 where it says nothing.
    """

    name: str
    title: str
    unit: str
    of: Callable[[Any], Row]
    ahead: int = 0


class Line(NamedTuple):
    """One chart's numbers.

    :ivar rows: a row of numbers for each step, in ``unit``.
    :ivar most: the seats whose numbers are the most that there could be: a hand is unknown.
    :ivar about: what the numbers are, in a sentence.
    """

    name: str
    title: str
    unit: str
    way: Way
    rows: tuple[Row, ...]
    about: str = ""
    most: tuple[int, ...] = ()

    def of(self, seat: int) -> tuple[float | None, ...]:
        """Return one seat's numbers by step."""
        return tuple(row[seat] for row in self.rows)


class Felt(NamedTuple):
    """What a seat felt, and the step that it was about."""

    step: int
    seat: int
    feeling: str
