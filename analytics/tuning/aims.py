"""What a search aims at: a number of every game, and what its mean should be."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from analytics.experiments.measures import Kind
from analytics.intervals import LEVEL, TOO_FEW, Range, mean_range, wilson
from domain.errors import Invalid
from domain.game import Game

Want = float | Literal["low", "high"]
Column = npt.NDArray[np.float64]
"""A row a game, a column a place at the table for ``balance``, else one column."""

RESAMPLES = 2000
SEED = 20_261_130


class Known(NamedTuple):
    """Something that can be aimed at.

    :ivar table: whether it needs several seats; ``points``: whether the game needs points.
    """

    title: str
    kind: Kind
    table: bool = False
    points: bool = False


KNOWN = {
    "rounds": Known("{round}s", "mean"),
    "actions": Known("Actions", "mean"),
    "minutes": Known("Minutes", "mean"),
    "points": Known("Points a seat", "mean", points=True),
    "spread": Known("Points from first to last", "mean", table=True, points=True),
    "deficit": Known("Worst deficit of the winner", "mean", table=True),
    "changes": Known("Changes of the lead", "mean", table=True),
    "ties": Known("Shared wins", "share", table=True),
    "balance": Known("Farthest place from an even share of wins", "share", table=True),
    "under": Known("Scores under the stars", "share", points=True),
    "over": Known("Scores over the stars", "share", points=True),
}
"""Everything that can be aimed at, by its name on the command line."""


class Aim(msgspec.Struct, frozen=True):
    """What a measure's mean over all games should be: a number, or as low or high as can be."""

    key: str
    want: Want

    @property
    def known(self) -> Known:
        """What it is about."""
        return KNOWN[self.key]

    def title(self, game: Game) -> str:
        """Return its name in the game's own word for a round."""
        return self.known.title.format(round=game.round_word)

    def __str__(self) -> str:
        if self.key == "balance":
            return self.key
        want = self.want if isinstance(self.want, str) else f"{self.want:g}"
        return f"{self.key}={want}"

    def loss(self, value: float) -> float:
        """Return how far a value is from what is wanted; of ``high``, its negative."""
        if self.want == "low":
            return value
        return -value if self.want == "high" else abs(value - self.want)


def read_aim(text: str) -> Aim:
    """Return what ``rounds=12``, ``ties=low``, ``changes=high`` or ``balance`` says.

    :raises Invalid: says what was found and what was expected.
    """
    key, equals, told = (part.strip() for part in text.partition("="))
    if key not in KNOWN:
        raise Invalid(f"there is no aim {key!r}, expected one of: {', '.join(KNOWN)}")
    if key == "balance" and told in ("", "low"):
        return Aim(key, "low")
    if told == "low":
        return Aim(key, "low")
    if told == "high" and key != "balance":
        return Aim(key, "high")
    try:
        want = float(told)
    except ValueError:
        want = math.nan
    share = KNOWN[key].kind == "share"
    if key == "balance" or not math.isfinite(want) or want < 0 or (share and want > 1):
        found = repr(told) if equals else "nothing"
        expected = "it alone" if key == "balance" else f"{key}=NUMBER, low or high"
        more = ", a part from 0 to 1" if share and key != "balance" else ""
        raise Invalid(f"aim {key}: {found} found, expected {expected}{more}")
    return Aim(key, want)


def check_aim(aim: Aim, game: Game, seats: int, *, points: bool, stars: bool) -> None:
    """Let an aim pass that the game's games have a number for.

    :param points: whether the game has points; ``stars``: whether its edition has a solo game's.
    :raises Invalid: says why they have none.
    """
    if aim.known.table and seats < 2:
        raise Invalid(f"aim {aim.key}: one seat, expected two or more")
    if aim.known.points and not points:
        raise Invalid(f"aim {aim.key}: {game.title} has no points")
    if aim.key in ("under", "over") and (seats > 1 or not stars):
        raise Invalid(f"aim {aim.key}: expected one seat, and an edition with stars")


def value_of(aim: Aim, column: Column) -> float:
    """Return the mean over games; for ``balance`` how far the farthest place is from its even part
    of the wins.

    :param column: at least one game.
    """
    return float(_values(aim, column.mean(axis=0)))


def range_of(aim: Aim, column: Column) -> Range | None:
    """Return the 95% range of :func:`value_of`; ``None`` for fewer than 12 games.

    Means have Student's t, shares Wilson's, ``balance`` percentiles from resampling games.
    """
    n = len(column)
    if n < TOO_FEW:
        return None
    if aim.key == "balance":
        low, high = np.quantile(_values(aim, _resampled(column)), [_TAIL, 1 - _TAIL])
        return Range(float(low), float(high))
    if aim.known.kind == "share":
        return wilson(min(float(column.sum()), n), n)
    return mean_range(float(column.mean()), float(column.std(ddof=1)), n)


Against = Literal["nearer", "farther", "same", "open"]


def against(aim: Aim, ours: Sequence[Column], theirs: Sequence[Column]) -> Against:
    """Say whether one candidate is nearer to an aim than another, on the same deals.

    Games are resampled in pairs; what 95% of the resamples leave no doubt of is said, and of fewer
    than 12 games nothing. On several sides the worst one counts.
    """
    if len(ours[0]) < TOO_FEW:
        return "open"
    apart = _losses(aim, ours) - _losses(aim, theirs)
    low, high = np.quantile(apart, [_TAIL, 1 - _TAIL])
    if low == high == 0:
        return "same"
    return "nearer" if high < 0 else "farther" if low > 0 else "open"


_TAIL = (1 - LEVEL) / 2


def _losses(aim: Aim, sides: Sequence[Column]) -> Column:
    """Return the loss in every resample, the worst of the sides; the same games for all callers."""
    each = [_loss(aim, _values(aim, _resampled(column))) for column in sides]
    worst: Column = np.max(each, axis=0)
    return worst


def _resampled(column: Column) -> Column:
    """Return the means of resampled games: shape (resamples, columns)."""
    n = len(column)
    counts = np.random.default_rng(SEED).multinomial(n, [1 / n] * n, size=RESAMPLES)
    means: Column = counts @ column / n
    return means


def _values(aim: Aim, means: Column) -> Column:
    if aim.key == "balance":
        means = np.abs(means - 1 / means.shape[-1]).max(axis=-1, keepdims=True)
    values: Column = means[..., 0]
    return values


def _loss(aim: Aim, values: Column) -> Column:
    if isinstance(aim.want, str):
        return values if aim.want == "low" else -values
    apart: Column = np.abs(values - aim.want)
    return apart
