"""Ranges against values computed by hand, by scipy, and against what they promise."""

import math

import numpy as np
import pytest
from scipy import stats

from analytics.intervals import (
    Range,
    mean_range,
    missing,
    more_to_narrow,
    share_of_clusters,
    wilson,
)


def test_wilson_by_hand() -> None:
    # z = 1.959964, z2 = 3.841459; p = 16/41 = 0.390244, z2/n = 0.093694
    # middle = (0.390244 + 0.046847) / 1.093694 = 0.399646
    # half = sqrt(0.093694 x (0.390244 x 0.609756 + 0.023424)) / 1.093694
    #      = sqrt(0.093694 x 0.261377) / 1.093694 = 0.156491 / 1.093694 = 0.143085
    low, high = wilson(16, 41)
    assert low == pytest.approx(0.399646 - 0.143085, abs=1e-5)
    assert high == pytest.approx(0.399646 + 0.143085, abs=1e-5)


@pytest.mark.parametrize(("wins", "n"), [(0, 1), (1, 1), (0, 12), (12, 12), (3, 14), (500, 1000)])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_wilson_agrees_with_scipy(wins: int, n: int, level: float) -> None:
    expected = stats.binomtest(wins, n).proportion_ci(level, method="wilson")
    assert wilson(wins, n, level) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_wilson_takes_parts_of_wins() -> None:
    assert wilson(15, 41).low < wilson(15.5, 41).low < wilson(16, 41).low


@pytest.mark.parametrize(("wins", "n"), [(0, 0), (-1, 3), (4, 3)])
def test_wilson_refuses_what_is_no_share(wins: int, n: int) -> None:
    with pytest.raises(ValueError, match="expected 0 to n wins"):
        wilson(wins, n)


def test_a_mean_by_hand() -> None:
    # 4, 6, 8: mean 6, deviation 2, t(2 degrees, 97.5 %) = 4.302653; 4.302653 x 2 / sqrt(3)
    assert mean_range(6, 2, 3) == pytest.approx((6 - 4.968275, 6 + 4.968275), abs=1e-5)
    assert mean_range(6, None, 1) is None


def test_twelve_sessions_are_enough_for_a_range() -> None:
    assert [missing(n) for n in (0, 3, 11, 12, 13)] == [12, 9, 1, 0, 0]


@pytest.mark.parametrize(("share", "n"), [(1 / 3, 41), (0.5, 1), (0.02, 12), (0.9, 130), (0, 12)])
def test_just_enough_more_sessions_narrow_a_range(share: float, n: int) -> None:
    more = more_to_narrow(share, n)
    assert wilson(share * (n + more), n + more).width <= 0.15
    if more:
        assert wilson(share * (n + more - 1), n + more - 1).width > 0.15


def test_equal_sessions_may_be_counted_together() -> None:
    apart = [(1, 3, 1), (2, 4, 1), (1, 3, 1), (0, 5, 1), (2, 4, 1), (1, 3, 1)]
    together = [(0, 5, 1), (1, 3, 3), (2, 4, 2)]
    assert share_of_clusters(apart) == pytest.approx(share_of_clusters(together), abs=0.02)


def test_a_share_of_clusters_allows_for_what_hangs_together() -> None:
    # 20 sessions of 10 things each; in half of them all hit, in the others none: 20 coins, not 200.
    clustered = share_of_clusters([(10, 10, 10), (0, 10, 10)])
    assert clustered is not None
    assert clustered.width > 2.5 * wilson(100, 200).width
    # t(19) = 2.093; 2.093 x 0.5 / sqrt(19) = 0.240
    assert clustered == pytest.approx((0.5 - 0.24, 0.5 + 0.24), abs=0.03)


def test_many_sessions_are_not_resampled_and_the_range_stays() -> None:
    cells = [(3, 5, 150), (1, 4, 140), (5, 6, 110)]
    resampled, at_once = share_of_clusters(cells), share_of_clusters([*cells, (2, 4, 1)])
    assert resampled is not None
    assert at_once == pytest.approx(resampled, abs=0.003)


def test_shares_of_nothing_and_of_everything() -> None:
    assert share_of_clusters([]) is None
    assert share_of_clusters([(0, 0, 50)]) is None
    assert share_of_clusters([(1, 2, 1)]) is None
    assert share_of_clusters([(0, 9, 20)]) == wilson(0, 20)
    assert share_of_clusters([(9, 9, 20)]) == wilson(20, 20)


@pytest.mark.parametrize("sessions", [12, 40])
def test_a_range_covers_the_truth_about_as_often_as_it_says(sessions: int) -> None:
    rng = np.random.default_rng(7)
    rounds, covered = 600, 0
    for _ in range(rounds):
        leaning = rng.beta(3, 2, sessions)  # of each session; 3 / (3 + 2) on average
        things = rng.integers(3, 9, sessions)
        cells = zip(rng.binomial(things, leaning), things, strict=True)
        range_ = share_of_clusters([(int(hit), int(n), 1) for hit, n in cells])
        assert range_ is not None
        covered += range_.covers(0.6)
    # Binomial noise of 600 rounds at 0.95: 4 deviations are 0.036.
    assert covered / rounds > 0.95 - 4 * math.sqrt(0.95 * 0.05 / rounds)


def test_a_range_covers_its_ends() -> None:
    assert Range(0.2, 0.4).covers(0.2)
    assert Range(0.2, 0.4).covers(0.4)
    assert not Range(0.2, 0.4).covers(0.41)
