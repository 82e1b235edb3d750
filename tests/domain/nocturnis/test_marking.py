"""Marking the round's shape: over a corner first, side by side with the others after that."""

import pytest

from domain.errors import Refusal
from domain.games.nocturnis.actions import Mark
from domain.games.nocturnis.events import HabitatMarked, HabitatRevealed
from tests.domain.nocturnis.build import (
    A,
    B,
    choices,
    kinds,
    mark,
    marks,
    play,
    position,
    refused,
)

CORNERS = {
    *("a5 b5 c5", "a5 a4 a3", "c5 d5 e5", "e5 e4 e3"),
    *("a3 a2 a1", "a1 b1 c1", "c1 d1 e1", "e3 e2 e1"),
}


def why(refusal: Refusal) -> tuple[str, ...]:
    return refusal.clauses


def test_the_first_shape_lies_over_one_of_the_four_corners() -> None:
    assert marks(position()) == CORNERS


def test_a_first_corner_shape_may_be_turned_three_ways_into_each_corner() -> None:
    found = marks(position(habitat="Corner"))
    assert len(found) == 12
    assert {text for text in found if "a5" in text} == {"a5 b5 a4", "a5 b5 b4", "a5 a4 b4"}
    assert "b5 a4 b4" not in found


def test_a_first_shape_away_from_every_corner_is_refused() -> None:
    refusal = refused(position(), mark(A, "b5 c5 d5"))
    assert why(refusal) == ("mark.corner",)
    assert "corner" in refusal.reason
    assert "round 2" in str(refusal)


def test_each_seat_begins_in_a_corner_of_its_own_sheet() -> None:
    state = position(("", ""), gardens=("a5 b5 c5", ""))
    assert marks(state, B) == CORNERS
    assert marks(state, A) != CORNERS


def test_a_later_shape_shares_a_side_with_an_earlier_one() -> None:
    """Beside a5 b5 c5 lie a4, b4, c4 and d5: eight dominoes have one of them."""
    state = position(habitat="Domino", gardens=("a5 b5 c5",))
    assert marks(state) == {
        *("d5 e5", "d5 d4", "a4 b4", "a4 a3", "b4 c4", "b4 b3", "c4 d4", "c4 c3"),
    }


def test_touching_at_a_corner_is_not_enough() -> None:
    state = position(habitat="Domino", gardens=("a5 b5 c5",))
    refusal = refused(state, mark(A, "d4 e4"))
    assert why(refusal) == ("mark.adjacent",)


def test_a_later_shape_in_another_corner_still_has_to_touch() -> None:
    state = position(gardens=("a5 b5 c5",))
    assert why(refused(state, mark(A, "c1 d1 e1"))) == ("mark.adjacent",)


def test_shapes_do_not_overlap() -> None:
    state = position(habitat="Domino", gardens=("a5 b5 c5",))
    refusal = refused(state, mark(A, "c5 d5"))
    assert why(refusal) == ("mark.overlap",)
    assert "c5" in str(refusal)


def test_any_earlier_shape_will_do() -> None:
    state = position(habitat="Domino", gardens=("a5 b5 c5, a4 a3 a2",))
    assert {"a1 b1", "b2 c2", "b2 b1", "d5 d4"} <= marks(state)


@pytest.mark.parametrize(
    "squares",
    [
        "a5 b5",  # two of three
        "a5 b5 c5 d5",
        "a5 b5 b4",  # a bend
        "a5 b5 d5",  # a gap
        "a5 c5 e5",
        "a5",
        "",
    ],
)
def test_another_shape_than_the_rounds_is_refused(squares: str) -> None:
    assert "mark.shape" in why(refused(position(), mark(A, squares)))


@pytest.mark.parametrize(
    "squares", [("c5", "b5", "a5"), ("a5", "a5", "b5", "c5"), ("a5", "b5", "z9"), ("a5", "b5", "")]
)
def test_squares_out_of_order_or_off_the_sheet_are_refused(squares: tuple[str, ...]) -> None:
    refused(position(), Mark(A, squares))


def test_a_mark_is_recorded_and_kept() -> None:
    run = play(position(("", "")), mark(A, "a5 a4 a3"))
    assert run.events == [HabitatMarked(A, ("a5", "a4", "a3"))]
    sheet = run.state.sheet(A)
    garden = run.state.gardens[A]
    assert [name for name in sheet.names if garden.marked >> sheet.numbers[name] & 1] == [
        *("a5", "a4", "a3"),
    ]
    assert garden.shapes == (garden.marked,)
    assert run.state.gardens[B].marked == 0


def test_the_next_habitat_follows_by_itself_once_all_have_acted() -> None:
    state = play(position(("", "")), mark(B, "a5 a4 a3")).state
    run = play(state, mark(A, "a5 b5 c5"), "Square")
    assert run.events[-1] == HabitatRevealed("Square")
    assert kinds(run.events) == ["HabitatMarked", "HabitatRevealed"]
    assert (run.state.round, run.state.habitat) == (3, "Square")
    assert run.state.acted == (False, False)


def test_seats_act_in_any_order() -> None:
    state = position(("", "", ""))
    for seat in (2, 0):
        state = play(state, mark(seat, "a5 b5 c5")).state
    assert "mark" in choices(state, B)


def test_nobody_acts_twice_in_a_round() -> None:
    state = play(position(("", "")), mark(A, "a5 b5 c5")).state
    refused(state, mark(A, "a4 b4 c4"))
    assert choices(state, A) == set()


def test_a_seat_that_is_not_at_the_table_is_refused() -> None:
    refused(position(), mark(B, "a5 b5 c5"))
    refused(position(), mark(-1, "a5 b5 c5"))


def test_a_shape_may_fill_the_very_last_squares() -> None:
    """All but e3 e2 e1 are marked: one place is left for a three."""
    rest = " ".join(f"{c}{r}" for r in range(5, 0, -1) for c in "abcde" if (c, r) > ("e", 3))
    assert rest == "e5 e4"
    garden = ", ".join(f"a{r} b{r} c{r} d{r}" for r in range(1, 6)) + ", e5 e4"
    assert marks(position(gardens=(garden,))) == {"e3 e2 e1"}
