"""Differences between two groups of things that hang together within sessions."""

import math
from collections.abc import Sequence

import numpy as np
from scipy.special import stdtrit

from analytics.intervals import LEVEL, TOO_FEW, Range, share_of_clusters

Pair = tuple[int, int, int, int, int]
"""Equal sessions: hits and things of one group, hits and things of the other, how many sessions."""


def difference_of_shares(pairs: Sequence[Pair], looked_at: int = 1) -> Range | None:
    """Return a range for the share of one group less that of the other.

    Two ranges are drawn and the wider one counts at either end: from the linearised variance of
    whole sessions, which sees what both groups of one session have in common, and from each
    group's own range (Zou and Donner, "Construction of confidence limits about effect measures",
    Statistics in Medicine 27, 2008), which holds where nearly all or nearly none hit. ``None``
    where either group comes from fewer than :data:`TOO_FEW` sessions.

    >>> difference_of_shares([(3, 4, 1, 4, 10)]) is None
    True

    :param looked_at: how many differences are looked at; the level is Bonferroni's for so many.
    """
    one, of_one, other, of_other, sessions = np.array(pairs, dtype=float).reshape(-1, 5).T
    fewest = min(int(sessions[of_one > 0].sum()), int(sessions[of_other > 0].sum()))
    if fewest < TOO_FEW:
        return None
    level = 1 - (1 - LEVEL) / looked_at
    things, things_other = float((of_one * sessions).sum()), float((of_other * sessions).sum())
    share, share_other = (one * sessions).sum() / things, (other * sessions).sum() / things_other
    pull = (one - share * of_one) / things - (other - share_other * of_other) / things_other
    n = float(sessions.sum())
    variance = float((sessions * pull**2).sum()) * n / (n - 1)
    half = float(stdtrit(fewest - 1, (1 + level) / 2)) * math.sqrt(variance)
    difference = float(share - share_other)
    a = share_of_clusters([(h, t, n) for h, t, _, _, n in pairs], level)
    b = share_of_clusters([(h, t, n) for _, _, h, t, n in pairs], level)
    assert a is not None, pairs
    assert b is not None, pairs
    low = difference - math.hypot(share - a.low, b.high - share_other)
    high = difference + math.hypot(a.high - share, share_other - b.low)
    return Range(min(low, difference - half), max(high, difference + half))


def sign(range_: Range | None) -> int:
    """Say on which side of nothing a range lies: 1, -1, or 0 where it covers nothing at all.

    >>> sign(Range(0.1, 0.3)), sign(Range(-0.1, 0.3)), sign(None)
    (1, 0, 0)
    """
    if range_ is None or range_.covers(0):
        return 0
    return 1 if range_.low > 0 else -1
