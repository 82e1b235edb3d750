"""What a lured moth brings at once: cards, points or an extra shape, and only then the discards."""

import pytest

from domain.games.nocturnis.actions import Draw, LureNone, StopDrawing
from domain.games.nocturnis.events import (
    DisplayRestocked,
    DrawingStopped,
    ExtraShapeSkipped,
    HabitatMarked,
    HabitatRevealed,
    MothDrawn,
    MothLured,
    MothTaken,
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
    rows,
)


def lured(hand: str, card: str, squares: str = "a5 b5 c5", **more: object) -> State:
    """Return the position after seat A marked a first shape and lured a moth with it."""
    return go(position((hand, ""), **more), mark(A, squares), lure(A, card))


# --- draw up to 2 -------------------------------------------------------------------------


def test_up_to_two_cards_may_be_drawn_each_from_the_display_or_the_stack() -> None:
    state = lured("L2 I1", "L2", display="L1 I2 I3")
    assert draws(state) == {None, "L1", "I2", "I3"}
    first = play(state, Draw(A), "I2")
    assert first.events == [MothDrawn(A, "I2")]
    second = play(first.state, Draw(A, "I3"), "L1")
    assert second.events == [MothTaken(A, "I3"), DisplayRestocked(("L1",))]
    assert second.state.hands[A] == cards("I1 I2 I3")
    assert choices(second.state, A) == {"exchange"}


def test_the_draw_may_stop_before_its_first_or_its_second_card() -> None:
    state = lured("L2", "L2")
    assert play(state, StopDrawing(A)).events == [DrawingStopped(A)]
    run = play(go(state, Draw(A)), StopDrawing(A))
    assert run.events == [DrawingStopped(A)]
    assert len(run.state.hands[A]) == 1
    refused(run.state, Draw(A))
    refused(run.state, StopDrawing(A))


def test_the_draw_ends_by_itself_at_a_full_hand() -> None:
    """Five in hand, one lured: there is room for one card."""
    state = lured("L2 I1 I1 I1 I1", "L2")
    run = play(state, Draw(A), "I3")
    assert run.events == [MothDrawn(A, "I3")]
    assert run.state.hands[A] == cards("I1 I1 I1 I1 I3")
    assert refused(run.state, Draw(A)).clauses
    assert "stop_drawing" not in choices(run.state, A)


def test_without_a_limit_for_effects_the_hand_may_grow_beyond_five() -> None:
    state = lured("L2 I1 I1 I1 I1", "L2", options={"effect_draw_limit": "unlimited"})
    state = play(state, Draw(A), "I3").state
    state = play(state, Draw(A), "I2").state
    assert state.hands[A] == cards("I1 I1 I1 I1 I2 I3")


def test_the_rounds_own_draw_keeps_its_limit_whatever_holds_for_effects() -> None:
    options = {"effect_draw_limit": "unlimited"}
    assert draws(position(("I1 I1 I1 I1 I2",), options=options)) == set()
    state = go(position(("I1 I1 I1 I1", ""), options=options), Draw(A))
    assert "draw" not in choices(state, A)


def test_the_draw_ends_by_itself_where_no_card_is_left() -> None:
    """The lured card itself is not yet in the discards: it cannot be drawn by its own effect."""
    state = position(("L2", ""), display="", stack="")
    run = play(go(state, mark(A, "a5 b5 c5")), lure(A, "L2"))
    assert run.events == [MothLured(A, ("L2",))]
    assert run.state.discards == ("L2",)
    assert run.state.hands[A] == cards("")


def test_the_last_card_may_be_drawn_and_then_no_other() -> None:
    """One card in the discards is shuffled for the draw; the lured one is not with it."""
    state = position(("L2 L1", ""), display="", stack="", discards="I1")
    state = go(state, mark(A, "a5 b5 c5"), lure(A, "L2"))
    assert draws(state) == {None}
    run = play(state, Draw(A), "I1")
    assert run.events == [MothDrawn(A, "I1")]
    assert run.state.discards == ("L2",)
    assert run.state.hands[A] == cards("I1 L1")


# --- points -------------------------------------------------------------------------------


def test_points_come_at_once_and_ask_nothing() -> None:
    state = go(position(("I1",)), mark(A, "a5 b5 c5"))
    run = play(state, lure(A, "I1"), "Square")
    assert run.events == [MothLured(A, ("I1",)), HabitatRevealed("Square")]
    assert run.state.discards == ("I1",)


# --- an extra shape -----------------------------------------------------------------------


def test_an_extra_shape_is_marked_at_once_beside_the_others() -> None:
    """Around a5 b5 c5 lie d5, a4, b4 and c4."""
    state = lured("I2", "I2")
    assert marks(state) == {"d5", "a4", "b4", "c4"}
    assert choices(state, A) == {"mark"}
    run = play(state, mark(A, "d5"))
    assert run.events == [HabitatMarked(A, ("d5",))]
    assert refused(state, mark(A, "e5")).clauses == ("mark.adjacent",)
    assert refused(state, mark(A, "a5")).clauses == ("mark.overlap",)


def test_an_extra_shape_has_to_be_marked() -> None:
    state = lured("I2 L1 L1", "I2")
    assert "mark" in choices(state, A)
    refused(state, LureNone(A))
    refused(state, Draw(A))
    refused(state, mark(A, "a4 b4 c4"))  # the round's shape is not due


def test_an_extra_shape_lures_a_moth_of_its_own() -> None:
    state = go(lured("I2 L1 I1", "I2"), mark(A, "d5"))
    assert lures(state) == {"L1", ""}  # d5 shows a moon
    run = play(state, lure(A, "L1"))
    assert run.events == [MothLured(A, ("L1",))]
    assert sorted(run.state.discards) == ["I2", "L1"]


def test_symbols_of_the_shape_before_do_not_help_the_extra_one() -> None:
    state = go(lured("I2 L2", "I2"), mark(A, "d5"))
    assert lures(state) == {""}


def test_effects_chain_depth_first() -> None:
    """Row 5 lures I3 with two ferns; its domino a4 a3 lures I2 with dew and fern; that one's dot
    d4 lures I1 with dew.
    """
    state = position(("I1 I2 I3", ""), "Five")
    state = go(state, mark(A, "a5 b5 c5 d5 e5"), lure(A, "I3"))
    state = go(state, mark(A, "a4 a3"))
    assert lures(state) == {"I1", "I2", ""}
    state = go(state, lure(A, "I2"))
    assert marks(state) == {"a2", "b3", "b4", "c4", "d4", "e4"}
    assert state.discards == ()
    state = go(state, mark(A, "d4"))
    run = play(state, lure(A, "I1"))
    assert kinds(run.events) == ["MothLured"]
    assert sorted(run.state.discards) == ["I1", "I2", "I3"]
    assert run.state.acted == (True, False)
    assert [one.cards for one in run.state.gardens[A].lured] == [("I3",), ("I2",), ("I1",)]


def test_a_card_whose_effect_still_goes_on_cannot_be_drawn_by_a_later_one() -> None:
    """The dot of I2 lures L1, which draws: neither card is in the discards before that ends."""
    box = edition(cards=rows("cards", {"key": "L1", "effect": "draw 2"}))
    state = position(("I2 L1", ""), box=box, display="", stack="")
    state = go(state, mark(A, "a5 b5 c5"), lure(A, "I2"), mark(A, "d5"))
    run = play(state, lure(A, "L1"))
    assert kinds(run.events) == ["MothLured"]
    assert sorted(run.state.discards) == ["I2", "L1"]


TINY = {"front": "m f f\n", "back": "m f f\n", "bonuses": {}}


def test_an_extra_shape_that_fits_nowhere_is_skipped_by_itself() -> None:
    """A sheet of three squares is full after one three."""
    state = position(("I3", ""), box=edition(**TINY))
    run = play(go(state, mark(A, "a1 b1 c1")), lure(A, "I3"))
    assert run.events == [MothLured(A, ("I3",)), ExtraShapeSkipped(A)]
    assert run.state.discards == ("I3",)
    assert run.state.acted == (True, False)


def test_an_extra_shape_that_no_habitat_card_shows_is_due_where_it_fits() -> None:
    box = edition(front="m f f d\n", back="m f f d\n", bonuses={}, cards=rows("cards"))
    state = go(position(("I2", ""), "Line", box=box), mark(A, "b1 c1 d1"), lure(A, "I2"))
    assert marks(state) == {"a1"}


# --- when the effect comes ----------------------------------------------------------------


@pytest.mark.parametrize("card", ["L2", "I2"])
def test_a_seats_action_goes_on_until_the_effect_is_done(card: str) -> None:
    state = lured(f"{card} L1 L1", card)
    assert state.top(A) is not None
    refused(state, mark(A, "a4 b4 c4"))


def test_another_seat_marks_and_lures_while_an_effect_goes_on() -> None:
    state = go(position(("L2", "I1")), mark(A, "a5 b5 c5"), lure(A, "L2"), Draw(A))
    state = go(state, mark(B, "a5 b5 c5"))
    assert lures(state, B) == {"I1", ""}
    state = go(state, lure(B, "I1"))
    assert state.round == 2
    assert kinds(play(state, StopDrawing(A), "Square").events) == [
        *("DrawingStopped", "HabitatRevealed"),
    ]
