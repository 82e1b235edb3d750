"""Honest ranges for small samples: shares, means, and shares of things that come in clusters."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr, ndtri, stdtrit

LEVEL = 0.95
TOO_FEW = 12
"""Below this many sessions no range is drawn: it would cover nearly everything."""

NARROW = 0.15
"""The width at which a share is called settled: 15 points of 100."""

RESAMPLES = 2000
RESAMPLED = 400
"""Up to so many sessions are resampled."""

SEED = 20_240_501


class Range(NamedTuple):
    """From ``low`` to ``high``, both included."""

    low: float
    high: float

    def covers(self, value: float) -> bool:
        """Whether the value lies within."""
        return self.low <= value <= self.high

    @property
    def width(self) -> float:
        """How far apart the ends are."""
        return self.high - self.low


def wilson(wins: float, n: int, level: float = LEVEL) -> Range:
    """Return Wilson's score interval for a share (JASA 22, 1927).

    ``wins`` may be a sum of fractions, of shared wins say: values between 0 and 1 vary less than
    wins and losses of the same mean, so that the range is wide enough.

    >>> low, high = wilson(16, 41)
    >>> f"{low:.4f} {high:.4f}"
    '0.2566 0.5427'

    :raises ValueError: there is nothing to take a share of.
    """
    if n < 1 or not 0 <= wins <= n:
        raise ValueError(f"{wins!r} of {n!r}: expected 0 to n wins of at least one")
    z = float(ndtri((1 + level) / 2))
    share, spread = wins / n, z * z / n
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    # Where the share is 0 or 1 the range ends there exactly; rounding must not say otherwise.
    low = 0.0 if wins == 0 else max(0.0, middle - half)
    high = 1.0 if wins == n else min(1.0, middle + half)
    return Range(low, high)


def mean_range(mean: float, deviation: float | None, n: int, level: float = LEVEL) -> Range | None:
    """Return Student's t interval for a mean; ``None`` for fewer than two values.

    :param deviation: of the sample, with n - 1 in the denominator.
    """
    if n < 2 or deviation is None:
        return None
    half = float(stdtrit(n - 1, (1 + level) / 2)) * deviation / math.sqrt(n)
    return Range(mean - half, mean + half)


def share_of_clusters(cells: Sequence[tuple[int, int, int]], level: float = LEVEL) -> Range | None:
    """Return a range for a share of things that hang together within sessions.

    ``cells`` groups equal sessions, in any order: (hits, things, how many sessions have just
    these). Whole sessions are resampled, with a fixed seed, and the percentiles widened for few
    sessions (Hesterberg, "What teachers should know about the bootstrap", The American
    Statistician 69, 2015, section 4.2). Beyond 400 sessions the linearised variance, to which
    resampling converges, says the same in no time. Where all or none hit there is no spread to
    resample: then each session counts as one thing, after Wilson. ``None`` for fewer than two
    sessions that have any things.
    """
    counts = np.array(cells, dtype=np.int64).reshape(-1, 3)
    counts = counts[counts[:, 1] > 0]
    hits, things, sessions = counts.T
    n = int(sessions.sum())
    if n < 2:
        return None
    share = float((hits * sessions).sum() / (things * sessions).sum())
    if share in (0, 1):
        return wilson(share * n, n, level)
    if n > RESAMPLED:
        spread = float((sessions * (hits - share * things) ** 2).sum())
        return linearised(share, spread, int((things * sessions).sum()), n, level)
    t = float(stdtrit(n - 1, (1 + level) / 2))
    hits, things, sessions = counts[np.lexsort(counts.T[::-1])].T
    drawn = _resamples(n)
    shares = np.repeat(hits, sessions)[drawn].sum(1) / np.repeat(things, sessions)[drawn].sum(1)
    outside = float(ndtr(-t * math.sqrt(n / (n - 1))))
    low, high = np.quantile(shares, [outside, 1 - outside])
    return Range(float(low), float(high))


def linearised(share: float, spread: float, things: int, n: int, level: float = LEVEL) -> Range:
    """Return the range for a share of things in many clusters, after the linearised variance.

    :param spread: the sum over all clusters of (hits - share * things) ** 2.
    :param things: of all ``n`` clusters together.
    """
    t = float(stdtrit(n - 1, (1 + level) / 2))
    half = t * math.sqrt(spread * n / (n - 1)) / things
    return Range(max(0.0, share - half), min(1.0, share + half))


@lru_cache(maxsize=8)
def _resamples(n: int) -> npt.NDArray[np.int16]:
    """Draw sessions with replacement: shape (resamples, n), each number from 0 to n - 1."""
    return np.random.default_rng(SEED).integers(n, size=(RESAMPLES, n), dtype=np.int16)


def missing(n: int) -> int:
    """Return how many more sessions a first range needs."""
    return max(0, TOO_FEW - n)


def more_to_narrow(share: float, n: int, width: float = NARROW) -> int:
    """Return how many more sessions would narrow a share's range to a width, if it stays as it is.

    >>> more_to_narrow(1 / 3, 41)
    108
    """
    few, many = n, n + 1
    while wilson(share * many, many).width > width:
        few, many = many, 2 * many
    while few < many:
        middle = (few + many) // 2
        if middle >= 1 and wilson(share * middle, middle).width <= width:
            many = middle
        else:
            few = middle + 1
    return many - n


def narrowest(
    values: Sequence[int], share: Callable[[list[int]], Range | None]
) -> tuple[int, int, Range] | None:
    """Find the fewest neighbouring values that surely hold more than half of all there is.

    ``share`` returns the range for some of the values; the answer is the first and last value
    and their range, or ``None`` where not even all of them are sure.
    """
    spans = combinations_with_replacement(values, 2)
    for low, high in sorted(spans, key=lambda span: (span[1] - span[0], span)):
        range_ = share([value for value in values if low <= value <= high])
        if range_ is not None and range_.low > 0.5:
            return low, high, range_
    return None
