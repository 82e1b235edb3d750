"""Means of what cannot be below zero, in words."""

import math
from collections.abc import Mapping
from typing import NamedTuple

from analytics.intervals import LEVEL, Range, mean_range, missing
from analytics.phrases import count, number, numbers


def at_least_none(mean: float, deviation: float | None, n: int) -> Range | None:
    """Return Student's range for a mean, cut off at zero.

    >>> at_least_none(0.5, 1.0, 4)
    Range(low=0.0, high=2.091...)
    """
    range_ = mean_range(mean, deviation, n)
    return range_ and Range(max(0.0, range_.low), range_.high)


def widened(looked_at: int) -> float:
    """Return Bonferroni's level for so many ranges that are looked at.

    >>> f"{widened(5):.2f}"
    '0.99'
    """
    return 1 - (1 - LEVEL) / looked_at


def mean_of(counts: Mapping[int, int]) -> tuple[float, float | None]:
    """Return mean and sample deviation of values, each with how often it came.

    >>> mean_of({0: 1, 2: 1})
    (1.0, 1.4142135623730951)
    """
    n = sum(counts.values())
    mean = sum(value * times for value, times in counts.items()) / n
    squares = sum(times * (value - mean) ** 2 for value, times in counts.items())
    return mean, math.sqrt(squares / (n - 1)) if n > 1 else None


class Seated(NamedTuple):
    """A mean over sessions with so many seats."""

    seats: int
    sessions: int
    mean: float
    deviation: float | None


def by_seats(rows: list[Seated], digits: int = 1) -> list[str]:
    """Say the mean for each number of seats, where there are several and enough sessions.

    >>> by_seats([Seated(2, 20, 1.5, 1.0), Seated(3, 20, 2.5, 1.0), Seated(4, 2, 9.0, 1.0)])
    ['With 2 seats 1.5 (1 to 2).', 'With 3 seats 2.5 (2 to 3).']
    """
    if len(rows) < 2:
        return []
    return [
        f"With {count(each.seats, 'seat')} {number(each.mean, digits)}"
        f"{numbers(at_least_none(*each[2:], each.sessions), digits)}."
        for each in rows
        if not missing(each.sessions)
    ]
