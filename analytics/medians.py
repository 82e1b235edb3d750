"""Medians of things that hang together within sessions, with honest ranges."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from analytics.intervals import LEVEL, Range, missing, share_of_clusters

LEVELS = tuple(n / 200 for n in range(1, 200))
"""The quantiles that a query asks for: every half hundredth."""

SAID = (
    "Ranges of medians are Woodruff's: the share of values up to the median has a range from "
    "resampling whole sessions, and the values at its ends are the ends."
)


class Spread(NamedTuple):
    """Values in sessions.

    :ivar quantiles: at :data:`LEVELS`.
    :ivar cells: equal sessions together: values up to the median, all values, sessions.
    """

    quantiles: Sequence[float]
    cells: Sequence[tuple[int, int, int]]

    @property
    def sessions(self) -> int:
        return sum(n for *_, n in self.cells)

    @property
    def values(self) -> int:
        return sum(of * n for _, of, n in self.cells)

    @property
    def median(self) -> float:
        return self.quantiles[len(LEVELS) // 2]

    @property
    def range(self) -> Range | None:
        """The median's range; see :meth:`at`."""
        return self.at(LEVEL)

    def at(self, level: float) -> Range | None:
        """Return the median's range, after Woodruff (JASA 47, 1952).

        ``None`` for too few sessions.
        """
        if missing(self.sessions):
            return None
        shares = share_of_clusters(self.cells, level)
        if shares is None:
            return None
        share = sum(up_to * n for up_to, _, n in self.cells) / self.values
        ends = [0.5 + end - share for end in shares]
        low, high = np.interp(ends, LEVELS, self.quantiles)
        return Range(float(low), float(high))
