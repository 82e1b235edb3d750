"""Many differences between two groups at once, corrected for how many are looked at."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit
from scipy.stats import false_discovery_control
from scipy.stats import t as student

from analytics.intervals import LEVEL, TOO_FEW, Range, wilson

SAID = (
    "Differences come from the variance between whole sessions. Which of them count is decided by "
    "Benjamini and Hochberg's procedure: of those said to differ, one in twenty may not. Their "
    "ranges are widened accordingly, after Benjamini and Yekutieli."
)


def sums(each: str, keys: str) -> str:
    """Return SQL for a row a key with the fields of :class:`Two`.

    ``each`` is a relation with one row a session and key: the keys, ``a`` and ``of_a``, hits and
    things of one group, ``b`` and ``of_b`` of the other.
    """
    return f"""
SELECT {keys}, any_value(all_a), any_value(all_of_a), any_value(in_a),
       any_value(all_b), any_value(all_of_b), any_value(in_b),
       sum(power((a - all_a / all_of_a * of_a) / all_of_a
                 - (b - all_b / all_of_b * of_b) / all_of_b, 2))
           * any_value(n) / nullif(any_value(n) - 1, 0)
FROM {each} JOIN (
    SELECT {keys}, sum(a) AS all_a, sum(of_a)::BIGINT AS all_of_a, sum(b) AS all_b,
           sum(of_b)::BIGINT AS all_of_b, count(*) FILTER (of_a > 0) AS in_a,
           count(*) FILTER (of_b > 0) AS in_b, count(*) FILTER (of_a + of_b > 0) AS n
    FROM {each} GROUP BY ALL
) USING ({keys})
WHERE of_a + of_b > 0 GROUP BY {keys}
"""


class Two(NamedTuple):
    """Hits and things of two groups, each from so many sessions.

    :ivar variance: of the difference of shares; ``None`` where a group has no things.
    """

    hits: float
    things: int
    sessions: int
    other_hits: float
    other_things: int
    other_sessions: int
    variance: float | None

    @property
    def share(self) -> float:
        return self.hits / self.things

    @property
    def other(self) -> float:
        return self.other_hits / self.other_things

    @property
    def enough(self) -> bool:
        """Whether both groups come from enough sessions to be compared."""
        return min(self.sessions, self.other_sessions) >= TOO_FEW and self.variance is not None


class Difference(NamedTuple):
    """By how much the one group is above the other, and whether surely so."""

    value: float
    range: Range
    apart: bool


def differences(found: Sequence[Two], *, shares: bool = True) -> list[Difference | None]:
    """Compare all pairs that have enough sessions; ``None`` for each other one.

    :param shares: both are shares; otherwise means of any number.
    """
    able = [two for two in found if two.enough]
    if not able:
        return [None] * len(found)
    errors = np.array([_error(two, shares=shares) for two in able])
    values = np.array([two.share - two.other for two in able])
    free = np.array([min(two.sessions, two.other_sessions) - 1 for two in able])
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(values == 0, 0.0, np.abs(values) / errors)
    corrected = false_discovery_control(2 * student.sf(ratio, free))
    apart = corrected <= 1 - LEVEL
    level = 1 - (1 - LEVEL) * max(1, int(apart.sum())) / len(able)
    halves = stdtrit(free, (1 + level) / 2) * errors
    ends = (-1.0, 1.0) if shares else (-math.inf, math.inf)
    compared = iter(
        Difference(value, Range(max(ends[0], value - half), min(ends[1], value + half)), is_apart)
        for value, half, is_apart in zip(
            values.tolist(), halves.tolist(), apart.tolist(), strict=True
        )
    )
    return [next(compared) if two.enough else None for two in found]


def _error(two: Two, *, shares: bool) -> float:
    """Return the standard error; a group of which all or none hit has the width of Wilson's."""
    assert two.variance is not None
    variance = two.variance
    if shares:
        groups = ((two.share, two.sessions), (two.other, two.other_sessions))
        for share, n in groups:
            if share in (0, 1):
                t = float(stdtrit(n - 1, (1 + LEVEL) / 2))
                variance += (wilson(share * n, n).width / t) ** 2
    return math.sqrt(variance)
