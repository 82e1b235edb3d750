"""Shares over cells of equal sessions, by hand and however the cells are cut."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analytics.intervals import share_of_clusters
from analytics.reports.clusters import Cells, sessions_in, share_range, total

COUNTS = st.integers(0, 12)
CELLS = st.lists(st.tuples(COUNTS, COUNTS, COUNTS, st.integers(1, 900)), min_size=1, max_size=8)


def test_a_share_of_many_sessions_by_hand() -> None:
    # 300 sessions of 3 hits among 4 things and 200 of 1 among 4: 1100 of 2000, 0.55.
    # hits - 0.55 x things: 0.8 and -1.2; squared and added up 300 x 0.64 + 200 x 1.44 = 480.
    # half = t x sqrt(480 x 500 / 499) / 2000
    low, high = share_range([(3, 1, 300), (1, 3, 200)], [0]) or (0, 0)
    half = stats.t.ppf(0.975, 499) * math.sqrt(480 * 500 / 499) / 2000
    assert (low, high) == pytest.approx((0.55 - half, 0.55 + half))


def test_sessions_that_are_all_alike_leave_no_doubt() -> None:
    assert share_range([(11, 9, 4000)], [0]) == pytest.approx((0.55, 0.55))


def test_nothing_has_no_total_and_no_range() -> None:
    assert (total([], [2]), sessions_in([]), share_range([], [0])) == (0, 0, None)


def test_cells_that_are_added_later_count() -> None:
    cells = Cells([(2, 1, 40)])
    assert total(cells, [0]) == 80
    cells.append((1, 0, 3))
    assert (total(cells, [0]), sessions_in(cells)) == (83, 43)


@given(CELLS, st.sets(st.integers(0, 2), min_size=1))
def test_some_parts_are_one_thing(cells: list[tuple[int, ...]], parts: set[int]) -> None:
    pairs = [(sum(cell[n] for n in parts), sum(cell[:-1]), cell[-1]) for cell in cells]
    of = sum(n for _, things, n in pairs if things)
    found, expected = share_range(cells, parts), share_of_clusters(pairs)
    if sessions_in(cells) >= 12 and of > 1:
        assert found == pytest.approx(expected)
    assert total(cells, parts) == sum(hits * n for hits, _, n in pairs)


@given(CELLS)
def test_it_does_not_matter_how_equal_sessions_are_cut(cells: list[tuple[int, ...]]) -> None:
    cut = [(*cell[:-1], 1) for cell in cells] + [(*cell[:-1], cell[-1] - 1) for cell in cells]
    assert share_range(cut, [1]) == share_range(cells, [1])
