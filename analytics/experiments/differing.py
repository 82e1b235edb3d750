"""How two sides differ in one measure: a range, how sure it is, and what it could have seen."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri, stdtr, stdtrit

from analytics.experiments.measures import Kind
from analytics.intervals import LEVEL, TOO_FEW, Range

Verdict = Literal["differs", "alike", "same", "open", "few"]
"""``alike``: any difference is too small to matter; ``same``: no pair differs at all."""

POWER = 0.8
FARTHEST = 10_000_000  # games; more than anybody would play

Column = npt.NDArray[np.float64]


class Difference(NamedTuple):
    """The second side less the first.

    :ivar n: games that have the measure on the first side, ``m`` on the second; of paired ones
        pairs, in both.
    :ivar range: 95%, for this measure by itself; ``None`` where there are too few or none differ.
    :ivar p: how often as much would come of nothing, for this measure by itself.
    :ivar error: standard error; ``None`` without a range.
    """

    n: int
    m: int
    one: float
    other: float
    range: Range | None
    p: float
    error: float | None

    @property
    def by(self) -> float:
        """How much more the second side has."""
        return self.other - self.one


def difference(
    one: Sequence[float | None], other: Sequence[float | None], kind: Kind, paired: bool
) -> Difference | None:
    """Compare two columns; ``None`` where a side has no number at all.

    Paired: Student's t on the differences of pairs, with two made-up pairs added that differ by as
    much as those that do, one to either side. For shares that is the interval of Bonett and Price
    ("Adjusted Wald confidence interval for a difference of binomial proportions based on paired
    data", J. Educ. Behav. Stat. 37, 2012); it keeps a handful of pairs that differ from looking
    like certainty. Unpaired means: Welch's t. Unpaired shares: Agresti and Caffo (The American
    Statistician 54, 2000).
    """
    a, b = (np.array([math.nan if v is None else v for v in side], float) for side in (one, other))
    if paired:
        both = ~(np.isnan(a) | np.isnan(b))
        a, b = a[both], b[both]
    else:
        a, b = a[~np.isnan(a)], b[~np.isnan(b)]
    if not len(a) or not len(b):
        return None
    found = _spread(a, b, kind, paired)
    middle, error, free = found or (0.0, 0.0, 1.0)
    head = (len(a), len(b), float(a.mean()), float(b.mean()))
    if min(len(a), len(b)) < TOO_FEW or not error:
        return Difference(*head, None, 1.0, None)
    half = float(stdtrit(free, (1 + LEVEL) / 2)) * error
    low, high = middle - half, middle + half
    if kind == "share":
        low, high = max(-1.0, low), min(1.0, high)
    p = 2 * float(stdtr(free, -abs(middle) / error))
    return Difference(*head, Range(low, high), p, error)


def _spread(a: Column, b: Column, kind: Kind, paired: bool) -> tuple[float, float, float] | None:
    """Return the middle of the range, its standard error and its degrees of freedom."""
    if paired:
        apart = b - a
        differ = apart[apart != 0]
        if kind == "share":
            step = 1.0
        elif not len(differ):
            return None
        else:
            step = float(np.sqrt((differ**2).mean()))
        apart = np.append(apart, [step, -step])
        return float(apart.mean()), float(apart.std() / math.sqrt(len(apart))), len(a) - 1.0
    if kind == "share":
        shares = [(side.sum() + 1) / (len(side) + 2) for side in (a, b)]
        parts = [s * (1 - s) / (len(side) + 2) for s, side in zip(shares, (a, b), strict=True)]
        return float(shares[1] - shares[0]), math.sqrt(sum(parts)), math.inf
    parts = [float(side.var(ddof=1)) / len(side) if len(side) > 1 else 0.0 for side in (a, b)]
    if not sum(parts):
        return None
    each = [part**2 / (len(s) - 1) for part, s in zip(parts, (a, b), strict=True) if len(s) > 1]
    return float(b.mean() - a.mean()), math.sqrt(sum(parts)), sum(parts) ** 2 / sum(each)


def adjusted(ps: Sequence[float]) -> list[float]:
    """Correct for as many comparisons as there are (Holm, Scand. J. Statist. 6, 1979)."""
    # Loads for more than a second, and only experiments need it.
    from statsmodels.stats.multitest import multipletests

    return [float(p) for p in multipletests(ps, method="holm")[1]] if ps else []


def verdict(found: Difference, p: float, matters: float) -> Verdict:
    """Judge a difference.

    :param p: corrected for all comparisons.
    :param matters: the smallest difference that matters.
    """
    if min(found.n, found.m) < TOO_FEW:
        return "few"
    if found.range is None:
        return "same"
    if p <= 1 - LEVEL:
        return "differs"
    return "alike" if -matters <= found.range.low and found.range.high <= matters else "open"


def visible(found: Difference, comparisons: int) -> float | None:
    """Return the smallest difference that would have been found four times out of five."""
    if found.error is None:
        return None
    return (_z(comparisons) + float(ndtri(POWER))) * found.error


def more_games(found: Difference, matters: float, comparisons: int) -> int | None:
    """Return how many more games a side would settle it, if the difference stays what it is.

    Settled is a difference that is found in spite of the correction, or one that is known to be
    too small to matter. ``None`` where no number of games that anybody would play does it.
    """
    if found.range is None:
        return None
    size, n = abs(found.by), min(found.n, found.m)
    half = found.range.width / 2
    ways = []
    if size:
        ways.append((half * _z(comparisons) / _z(1) / size) ** 2)
    if size < matters:
        ways.append((half / (matters - size)) ** 2)
    wanted = math.ceil(n * min(ways)) if ways else FARTHEST
    return max(1, wanted - n) if wanted < FARTHEST else None


def _z(comparisons: int) -> float:
    return float(ndtri(1 - (1 - LEVEL) / 2 / max(1, comparisons)))
