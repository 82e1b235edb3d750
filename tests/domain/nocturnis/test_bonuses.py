"""The back of the sheet: empty squares, and bonus squares that give their bonus when covered.

5  m F D m #      b5 draw 2    c5 3 points
4  d m f D m      d4 shape Dot
3  f d # f d
2  M f d m f      a2 shape Domino
1  d m f D m      d1 1 point
   a b c d e
"""

from typing import Any

from domain.games.nocturnis.actions import Draw, LureNone, StopDrawing, TakeBonus
from domain.games.nocturnis.events import (
    BonusTaken,
    DrawingStopped,
    ExtraShapeSkipped,
    HabitatMarked,
    HabitatRevealed,
    MothDrawn,
)
from domain.games.nocturnis.state import State
from tests.domain.nocturnis.build import (
    A,
    B,
    cards,
    choices,
    draws,
    edition,
    go,
    kinds,
    lure,
    lures,
    mark,
    marks,
    play,
    position,
    refused,
)


def back(hand: str = "", habitat: str = "Line", **more: Any) -> State:
    """Lay out a table of two on the back, the second seat without cards."""
    return position((hand, ""), habitat, sheet=("back",), **more)


def test_empty_squares_may_not_be_marked() -> None:
    """e5 is a corner and empty: of eight first threes six are left."""
    assert marks(back()) == {
        *("a5 b5 c5", "a5 a4 a3", "a3 a2 a1", "a1 b1 c1", "c1 d1 e1", "e3 e2 e1"),
    }
    assert refused(back(), mark(A, "c5 d5 e5")).clauses == ("sheet.back.empty",)
    later = back(gardens=("a5 a4 a3",))
    refusal = refused(later, mark(A, "b3 c3 d3"))
    assert refusal.clauses == ("sheet.back.empty",)
    assert "c3" in str(refusal)


def test_habitats_go_around_an_empty_square() -> None:
    later = back(habitat="Corner", gardens=("a3 b3",))
    assert {"b5 b4 c4", "b4 c4 b3"} & marks(later) == {"b5 b4 c4"}  # b3 is marked
    assert "c4 d4 d3" not in marks(later)  # beside c3 alone, which is nobody's


def test_the_front_has_no_bonuses_and_no_empty_squares() -> None:
    state = position(("", ""), sheet=("front", "back"))
    assert "c5 d5 e5" in marks(state, A)
    assert "c5 d5 e5" not in marks(state, B)
    assert kinds(play(state, mark(A, "c1 d1 e1")).events) == ["HabitatMarked"]
    assert kinds(play(state, mark(B, "c1 d1 e1")).events) == ["HabitatMarked", "BonusTaken"]


def test_one_bonus_square_is_taken_by_itself() -> None:
    run = play(back(), mark(A, "c1 d1 e1"))
    assert run.events == [HabitatMarked(A, ("c1", "d1", "e1")), BonusTaken(A, "d1")]
    assert run.state.acted[A]
    assert run.state.top(A) is None


def test_a_shape_without_a_bonus_square_takes_none() -> None:
    assert kinds(play(back(), mark(A, "a1 b1 c1")).events) == ["HabitatMarked"]


def test_several_are_taken_in_the_order_that_the_player_chooses() -> None:
    state = play(back(), mark(A, "a5 b5 c5"))
    assert kinds(state.events) == ["HabitatMarked"]
    assert choices(state.state, A) == {"take_bonus"}
    points_first = play(state.state, TakeBonus(A, "c5"))
    assert points_first.events == [BonusTaken(A, "c5"), BonusTaken(A, "b5")]
    assert draws(points_first.state) == {None, "L1"}
    cards_first = play(state.state, TakeBonus(A, "b5"))
    assert cards_first.events == [BonusTaken(A, "b5")]
    stopped = play(cards_first.state, StopDrawing(A))
    assert stopped.events == [DrawingStopped(A), BonusTaken(A, "c5")]


def test_a_bonus_that_is_not_there_to_choose_is_refused() -> None:
    state = go(back(), mark(A, "a5 b5 c5"))
    for square in ("a5", "d4", "z1", ""):
        refused(state, TakeBonus(A, square))
    refused(state, TakeBonus(B, "b5"))
    refused(back(), TakeBonus(A, "b5"))
    refused(go(state, TakeBonus(A, "c5")), TakeBonus(A, "c5"))


def test_bonuses_come_before_the_lure_so_their_cards_can_be_lured() -> None:
    """The hand was empty; the card that b5 brings comes to the very shape that covered it."""
    state = go(back(), mark(A, "a5 b5 c5"), TakeBonus(A, "c5"))
    run = play(state, Draw(A), "L2")
    assert run.events == [MothDrawn(A, "L2")]
    run = play(run.state, StopDrawing(A))
    assert lures(run.state) == {"L2", ""}


def test_no_moth_comes_before_the_bonuses_are_done() -> None:
    state = go(back("L1"), mark(A, "a5 b5 c5"))
    refused(state, lure(A, "L1"))
    refused(state, LureNone(A))
    state = go(state, TakeBonus(A, "b5"))
    refused(state, lure(A, "L1"))


def test_a_bonus_draw_is_up_to_its_number_and_ends_at_a_full_hand() -> None:
    full = play(
        go(back("L1 L1 L1 I1 I1", display="I2 I2 I2"), mark(A, "a5 b5 c5")), TakeBonus(A, "b5")
    )
    assert full.events == [BonusTaken(A, "b5"), BonusTaken(A, "c5")]
    assert "lure" in choices(full.state, A)
    options = {"effect_draw_limit": "unlimited"}
    more = back("L1 L1 L1 I1 I1", display="I2 I2 I2", options=options)
    more = go(more, mark(A, "a5 b5 c5"), TakeBonus(A, "b5"), Draw(A), Draw(A))
    assert len(more.hands[A]) == 7


def test_an_extra_shape_of_a_bonus_comes_with_its_own_lure_before_the_first_ones() -> None:
    """a2 gives a domino. Its dew and moon (a4 b4) lure I1; then fern, moon, dew lure L2."""
    state = go(back("L2 I1 I3"), mark(A, "a3 a2 a1"))
    assert choices(state, A) == {"mark", "exchange"}
    state = go(state, mark(A, "a4 b4"))
    assert lures(state) == {"I1", ""}  # dew and moon: no fern for L2
    state = go(state, lure(A, "I1"))
    assert lures(state) == {"L2", ""}  # fern, moon, dew
    state = go(state, lure(A, "L2"), StopDrawing(A))
    garden = state.gardens[A]
    assert [one.cards for one in garden.lured] == [("I1",), ("L2",)]
    assert [one.shape for one in garden.lured] == [1, 0]


def test_an_extra_shape_takes_the_bonuses_that_it_covers() -> None:
    """The domino of a2 covers b5: cards; then its own lure, then the first shape's."""
    state = back(habitat="Domino", gardens=("a5 a4 a3",))
    state = go(state, mark(A, "a2 a1"))
    run = play(state, mark(A, "b5 b4"))
    assert run.events == [HabitatMarked(A, ("b5", "b4")), BonusTaken(A, "b5")]
    state = play(run.state, Draw(A), "L1").state
    state = play(state, Draw(A), "L1").state
    assert lures(state) == {"L1", ""}  # fern and moon
    state = go(state, lure(A, "L1"))
    assert lures(state) == {"L1", ""}  # moon and dew of a2 a1
    state = go(state, LureNone(A))
    assert state.acted[A]


def test_chained_bonuses_are_finished_before_the_next_one_of_the_first_shape() -> None:
    """c5 c4 d4 d3 cover 3 points and a dot. The dot comes first, with its lure; then the points."""
    state = back("L1 L1", "Skew", gardens=("a5 b5",))
    state = go(state, mark(A, "c5 c4 d4 d3"), TakeBonus(A, "d4"))
    assert marks(state) == {"a4", "b4", "d5", "e4", "e3", "d2"}
    run = play(state, mark(A, "e4"))
    assert kinds(run.events) == ["HabitatMarked"]
    assert lures(run.state) == {"L1", ""}  # e4 shows a moon
    run = play(run.state, lure(A, "L1"))
    assert kinds(run.events) == ["MothLured", "BonusTaken"]
    assert run.events[1] == BonusTaken(A, "c5")
    assert lures(run.state) == {""}  # dew, fern, dew, fern: no moon


def test_an_extra_shape_of_a_bonus_that_fits_nowhere_is_skipped() -> None:
    """Two squares, both marked at once: a domino more has no place."""
    box = edition(front="m f\n", back="M f\n", bonuses={"a1": "shape Domino"})
    run = play(back(habitat="Domino", box=box), mark(A, "a1 b1"))
    assert run.events == [
        *(HabitatMarked(A, ("a1", "b1")), BonusTaken(A, "a1"), ExtraShapeSkipped(A)),
    ]


def test_a_bonus_draw_without_a_card_left_ends_by_itself() -> None:
    state = go(back(display="", stack="", discards=""), mark(A, "a5 b5 c5"))
    run = play(state, TakeBonus(A, "b5"))
    assert run.events == [BonusTaken(A, "b5"), BonusTaken(A, "c5")]
    assert run.state.hands[A] == cards("")


def test_the_next_round_waits_for_the_last_bonus() -> None:
    state = position(("",), sheet=("back",))
    state = go(state, mark(A, "a5 b5 c5"), TakeBonus(A, "c5"))
    run = play(state, StopDrawing(A), "Square")
    assert run.events == [DrawingStopped(A), HabitatRevealed("Square")]
