"""Where marks and badges lie: nothing covers anything else, nothing leaves its picture."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.session import Session
from service.web.knowledge import EVERYTHING
from service.web.playback import Playback
from service.web.timeline import APART, BADGE, LEFT, Mark, graph, line, spread
from service.web.timeline import _badges as badges
from service.web.timeline import _scale as scale
from tests.web.conftest import Tables


@given(st.lists(st.floats(0, 100), max_size=30))
def test_marks_keep_apart_in_order_and_on_the_track(places: list[float]) -> None:
    placed = spread([Mark(step, x) for step, x in enumerate(sorted(places))])
    assert [mark.foot for mark in placed] == sorted(places)
    for left, right in pairwise(placed):
        assert right.x - left.x > APART - 0.01
    # A narrow track has two rows; within each, marks are twice as far from each other.
    for row in (True, False):
        xs = [mark.x for mark in placed if mark.upper is row]
        assert all(b - a > 2 * APART - 0.02 for a, b in pairwise(xs))
    assert all(-0.01 <= mark.x <= 100.01 for mark in placed)


def test_a_mark_with_room_stands_where_it_belongs() -> None:
    assert [mark.x for mark in spread([Mark(1, 10), Mark(2, 40)])] == [10, 40]


@given(st.floats(26, 346), st.lists(st.floats(10, 88), min_size=2, max_size=8))
def test_badges_never_touch_nor_leave_the_picture(x: float, heights: list[float]) -> None:
    edges = badges(x, heights)
    assert all(LEFT + BADGE < edge + BADGE <= 360 for edge in edges)
    for one in range(len(edges)):
        for two in range(one):
            aside = abs(edges[one] - edges[two]) >= BADGE - 0.2
            assert aside or abs(heights[one] - heights[two]) >= BADGE


@pytest.mark.parametrize(
    ("highest", "top"), [(0, 3), (3, 3), (5, 5), (9, 10), (14, 15), (21, 25), (42, 50), (97, 100)]
)
def test_the_axis_ends_close_above_the_highest_number(highest: int, top: int) -> None:
    assert scale(highest)[0] == top
    assert top % scale(highest)[1] == 0


def test_every_step_of_a_session_keeps_its_badges_in_the_picture(each: Tables) -> None:
    session: Session = each.finished(4)
    film = Playback(session, EVERYTHING)
    for step in range(film.last + 1):
        drawn = graph(film, step, hide=False)
        assert all(LEFT < seat.dx < 360 - BADGE + 1 for seat in drawn.lines)
    marks = line(film, 0, hide=False).marks
    assert all(b.x - a.x > APART - 0.01 for a, b in pairwise(marks))
