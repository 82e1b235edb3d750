"""Where marks and badges lie: nothing covers anything else, nothing leaves its picture."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.session import Session
from domain.session.events import FeelingNoted, RulesTalked
from service.web.knowledge import EVERYTHING
from service.web.playback import Playback
from service.web.timeline import APART, BADGE, LEFT, ROOM, Mark, graph, line, spread
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


def test_what_happened_beside_the_moves_has_signs_in_words(tables: Tables) -> None:
    session, recorder = tables.finished(), tables.services.recorder
    recorder.run(session.id, lambda s: [FeelingNoted(4, 1, "bored")], None, None)
    recorder.run(session.id, lambda s: [RulesTalked(9, "dispute")], None, None)
    recorder.add_note(session.id, 6, "close")
    back = session.decision_before(session.last_step)
    after = recorder.take_back(session.id, back).session
    marks = {m.label: m.icon for m in line(Playback(after, EVERYTHING), 0, hide=False).marks}
    assert marks[f"Step 4: {session.names[1]}: bored"] == "bored"
    assert marks["Step 9: A dispute"] == "look"
    assert marks["Step 6: a note"] == "note"
    assert marks[f"Step {after.last_step}: taken back to here"] == "undo"
    hidden = line(Playback(after, EVERYTHING), 5, hide=True)
    assert {m.step for m in hidden.marks} <= set(range(6))
    assert f"Step 4: {session.names[1]}: bored" in {m.label for m in hidden.marks}


def test_dots_are_told_in_words_too(each: Tables) -> None:
    film = Playback(each.finished(3), EVERYTHING)
    ticks = line(film, 0, hide=False).ticks
    assert ticks
    for tick in ticks:
        assert tick.label == f"Step {tick.step}: {film.text(film.rows[tick.step])}"


def test_more_signs_than_there_is_room_for_are_dots(tables: Tables) -> None:
    session, recorder = tables.finished(), tables.services.recorder
    for step in range(60):
        recorder.add_note(session.id, step, "a thought")
    film = Playback(tables.services.store.load(session.id), EVERYTHING)
    drawn = line(film, 0, hide=False)
    assert len(drawn.marks) == ROOM
    assert all(0 <= mark.x <= 100 for mark in drawn.marks)
    assert "end" in {mark.kind for mark in drawn.marks}
    assert sum(tick.kind == "note" for tick in drawn.ticks) > 20
