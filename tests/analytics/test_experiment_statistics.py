"""The statistics of experiments: ranges cover, planted effects are found, planted nulls are not."""

import math
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from scipy import stats

from analytics.experiments.differing import (
    Difference,
    adjusted,
    difference,
    more_games,
    verdict,
    visible,
)
from analytics.experiments.measures import Kind
from analytics.intervals import Range

Rng = np.random.Generator
Draw = Callable[[Rng, int], tuple[np.ndarray, np.ndarray]]

SEEDS = 250
EXPERIMENTS = 60  # of eight measures each
# Of so many ranges that cover with 95%, fewer than this many do once in 200 times.
LEAST = int(stats.binom.ppf(0.005, SEEDS, 0.95))


def found(one: np.ndarray, other: np.ndarray, kind: Kind, paired: bool) -> Difference:
    compared = difference(one.tolist(), other.tolist(), kind, paired)
    assert compared is not None
    return compared


def points(effect: float, paired: bool) -> Draw:
    """Points of two sides that share their luck, the second one ``effect`` higher."""

    def draw(rng: Rng, n: int) -> tuple[np.ndarray, np.ndarray]:
        luck = rng.normal(10, 4, n)
        other = luck if paired else rng.normal(10, 4, n)
        return np.round(luck + rng.normal(0, 2, n)), np.round(other + rng.normal(effect, 2, n))

    return draw


def rarely(often: float, by: float) -> Draw:
    """Rounds that differ in a few pairs alone."""

    def draw(rng: Rng, n: int) -> tuple[np.ndarray, np.ndarray]:
        rounds = rng.integers(5, 11, n).astype(float)
        return rounds, rounds + by * (rng.random(n) < often)

    return draw


def wins(share: float, effect: float, alike: float) -> Draw:
    """Wins of two sides, of which the pairs that are ``alike`` had the same luck."""

    def draw(rng: Rng, n: int) -> tuple[np.ndarray, np.ndarray]:
        luck, own = rng.random(n), rng.random(n)
        other = np.where(rng.random(n) < alike, luck, own)
        return (luck < share).astype(float), (other < share + effect).astype(float)

    return draw


CASES: dict[str, tuple[Draw, Kind, bool, float]] = {
    "paired means, none": (points(0, True), "mean", True, 0),
    "paired means, one point": (points(1, True), "mean", True, 1),
    "means apart, none": (points(0, False), "mean", False, 0),
    "means apart, two points": (points(2, False), "mean", False, 2),
    "few pairs differ": (rarely(0.04, 1.0), "mean", True, 0.04),
    "every pair differs alike": (rarely(1.0, 1.0), "mean", True, 1.0),
    "paired shares, none": (wins(0.35, 0, 0.7), "share", True, 0),
    "paired shares, ten points": (wins(0.35, 0.1, 0.7), "share", True, 0.1),
    "paired shares, rare": (wins(0.02, 0, 0.9), "share", True, 0),
    "shares apart, none": (wins(0.35, 0, 0), "share", False, 0),
    "shares apart, rare": (wins(0.02, 0.03, 0), "share", False, 0.03),
}


@pytest.mark.parametrize(("name", "n"), [*product(CASES, (30, 150))])
def test_ranges_cover_what_was_planted(name: str, n: int) -> None:
    draw, kind, paired, truth = CASES[name]
    covered = 0
    for seed in range(SEEDS):
        compared = found(*draw(np.random.default_rng(seed), n), kind, paired)
        if compared.range is None:  # no pair differs: nothing is claimed
            covered += 1
        else:
            covered += compared.range.covers(truth)
    assert covered >= LEAST


@pytest.mark.parametrize("name", [name for name, (*_, truth) in CASES.items() if truth == 0])
def test_a_planted_null_is_found_to_differ_no_more_often_than_it_may(name: str) -> None:
    draw, kind, paired, _ = CASES[name]
    wrong = sum(
        found(*draw(np.random.default_rng(seed), 100), kind, paired).p <= 0.05
        for seed in range(SEEDS)
    )
    assert wrong <= SEEDS - LEAST


def test_a_planted_effect_is_found_as_often_as_the_answer_says() -> None:
    """What is called visible is found four times out of five; twice as much nearly always."""
    plain = points(0, True)
    tried = [found(*plain(np.random.default_rng(s), 100), "mean", True) for s in range(60)]
    seen = [visible(each, 1) for each in tried]
    effect = float(np.mean([size for size in seen if size is not None]))
    for times, low, high in ((1, 0.72, 0.88), (2, 0.99, 1.0)):
        draw = points(times * effect, True)
        hits = [
            found(*draw(np.random.default_rng(1000 + seed), 100), "mean", True).p <= 0.05
            for seed in range(SEEDS)
        ]
        assert low <= float(np.mean(hits)) <= high


def test_eight_nulls_together_err_in_one_of_twenty_experiments_at_most() -> None:
    wrong = 0
    for seed in range(EXPERIMENTS):
        rng = np.random.default_rng(seed)
        draws = [points(0, True)] * 5 + [wins(0.35, 0, 0.7)] * 3
        kinds: list[Kind] = ["mean"] * 5 + ["share"] * 3
        ps = [found(*d(rng, 80), k, True).p for d, k in zip(draws, kinds, strict=True)]
        wrong += min(adjusted(ps)) <= 0.05
    assert wrong <= stats.binom.ppf(0.995, EXPERIMENTS, 0.05)


def test_one_planted_effect_among_nulls_is_found_and_the_nulls_are_not() -> None:
    rng = np.random.default_rng(5)
    columns = [points(1.5, True)(rng, 200), *(points(0, True)(rng, 200) for _ in range(7))]
    compared = [found(*column, "mean", True) for column in columns]
    ps = adjusted([each.p for each in compared])
    said = [verdict(each, p, 0.5) for each, p in zip(compared, ps, strict=True)]
    assert said[0] == "differs"
    assert "differs" not in said[1:]


def test_holm_multiplies_the_smallest_by_all_and_the_next_by_one_fewer() -> None:
    assert adjusted([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert adjusted([]) == []


def test_paired_shares_have_the_range_of_bonett_and_price() -> None:
    """Of 40 pairs 12 win on the second side alone and 4 on the first alone.

    p12 = 13/42, p21 = 5/42, difference 8/42 = 0.1905,
    variance (18/42 - (8/42)^2) / 42 = 0.009340, times t(39) = 2.0227.
    """
    one = [1.0] * 4 + [0.0] * 12 + [1.0] * 10 + [0.0] * 14
    other = [0.0] * 4 + [1.0] * 12 + [1.0] * 10 + [0.0] * 14
    compared = found(np.array(one), np.array(other), "share", True)
    half = 2.0227 * math.sqrt((18 / 42 - (8 / 42) ** 2) / 42)
    assert compared.range == pytest.approx((8 / 42 - half, 8 / 42 + half), abs=1e-4)
    assert compared.by == pytest.approx(0.2)


def test_unpaired_means_have_welchs_range_and_p() -> None:
    rng = np.random.default_rng(3)
    a, b = rng.normal(3, 1, 20), rng.normal(4, 3, 45)
    compared = found(a, b, "mean", False)
    welch = stats.ttest_ind(b, a, equal_var=False)
    low, high = welch.confidence_interval()
    assert compared.range == pytest.approx((low, high))
    assert compared.p == pytest.approx(welch.pvalue)


def test_a_pair_counts_only_if_both_have_the_measure() -> None:
    compared = difference([1, None, 3] * 6, [2, 5, None] * 6, "mean", True)
    assert compared is not None
    assert (compared.n, compared.m) == (6, 6)
    assert compared.range is None
    assert difference([None, None], [1, 2], "mean", True) is None


def test_sides_that_never_differ_are_the_same_and_claim_no_range() -> None:
    compared = found(np.arange(40.0), np.arange(40.0), "mean", True)
    assert (compared.range, compared.p) == (None, 1.0)
    assert verdict(compared, 1.0, 0.5) == "same"
    assert visible(compared, 8) is None
    assert more_games(compared, 0.5, 8) is None


def test_too_few_games_have_no_range_and_no_verdict() -> None:
    compared = found(np.arange(11.0), np.arange(11.0)[::-1], "mean", True)
    assert compared.range is None
    assert verdict(compared, 1.0, 0.5) == "few"


def test_a_difference_that_cannot_matter_is_told_from_an_open_one() -> None:
    narrow = Difference(400, 400, 10, 10.1, Range(-0.1, 0.3), 0.3, 0.1)
    wide = Difference(40, 40, 10, 10.4, Range(-0.4, 1.2), 0.3, 0.4)
    assert verdict(narrow, 1.0, 0.5) == "alike"
    assert verdict(wide, 1.0, 0.5) == "open"


def test_as_many_games_as_are_asked_for_settle_it() -> None:
    """A range of ±0.8 about 0.4, seen in 40 games: 4 times as many exclude nothing at all; to know
    that it stays under 0.5, (0.8 / 0.1)^2 = 64 times as many.
    """
    wide = Difference(40, 40, 10, 10.4, Range(-0.4, 1.2), 0.3, 0.4)
    assert more_games(wide, 0.5, 1) == 3 * 40
    none = Difference(40, 40, 10, 10, Range(-0.8, 0.8), 1.0, 0.4)
    assert more_games(none, 0.4, 1) == 3 * 40  # (0.8 / 0.4)^2
    corrected = more_games(wide, 0.5, 8)
    assert corrected is not None
    assert corrected > 3 * 40
