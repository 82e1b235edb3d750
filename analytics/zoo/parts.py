"""Pieces of an observation: short lists of numbers from 0 up."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

Parts = dict[str, list[int]]
"""What a seat sees, by name, in a fixed order with fixed lengths."""


def counts(cards: Iterable[Any], kinds: Sequence[Any]) -> list[int]:
    """Count the cards of each kind.

    >>> counts("ABA", "ABC")
    [2, 1, 0]
    """
    found = Counter(cards)
    return [found[kind] for kind in kinds]


def one_of(value: Any, kinds: Sequence[Any]) -> list[int]:
    """Return 1 at the place of the value, all 0 where it is none of them.

    >>> one_of("B", "ABC"), one_of(None, "ABC")
    ([0, 1, 0], [0, 0, 0])
    """
    return [int(kind == value) for kind in kinds]


def around(seat: int, seats: int) -> list[int]:
    """List the seats from one's own on, round the table.

    >>> around(1, 3)
    [1, 2, 0]
    """
    return [(seat + n) % seats for n in range(seats)]
