"""Drawing instead of marking: two cards one at a time, the hand limit, and one drawer at a time."""

import pytest

from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import Draw, StopDrawing
from domain.games.nocturnis.events import (
    DisplayRestocked,
    HabitatRevealed,
    MothDrawn,
    MothTaken,
)
from tests.domain.nocturnis.build import (
    NOTHING,
    A,
    B,
    C,
    cards,
    choices,
    draws,
    go,
    kinds,
    lure,
    mark,
    marks,
    play,
    position,
    refused,
)


def test_each_card_comes_from_the_display_or_from_the_stack() -> None:
    state = position(("", ""), display="I1 I2 L2")
    assert draws(state) == {None, "I1", "I2", "L2"}
    assert marks(state)
    assert refused(state, Draw(A, "L1")).clauses
    assert refused(state, Draw(A, "XX")).clauses


def test_two_cards_are_drawn_one_at_a_time() -> None:
    first = play(position(("", "")), Draw(A), "I1")
    assert first.events == [MothDrawn(A, "I1")]
    assert choices(first.state, A) == {"draw"}
    second = play(first.state, Draw(A), "I2")
    assert second.events == [MothDrawn(A, "I2")]
    assert second.state.hands[A] == cards("I1 I2")
    assert choices(second.state, A) == {"exchange"}
    refused(second.state, Draw(A))


def test_the_second_card_has_to_be_drawn() -> None:
    state = go(position(("", "")), Draw(A))
    refused(state, StopDrawing(A))
    refused(state, mark(A, "a5 b5 c5"))


def test_a_taken_card_is_replaced_at_once_and_the_new_one_can_be_taken() -> None:
    state = position(("", ""), display="I1 I2 L2")
    run = play(state, Draw(A, "I2"), "I3")
    assert run.events == [MothTaken(A, "I2"), DisplayRestocked(("I3",))]
    assert sorted(run.state.display) == ["I1", "I3", "L2"]
    run = play(run.state, Draw(A, "I3"), "L1")
    assert run.events == [MothTaken(A, "I3"), DisplayRestocked(("L1",))]
    assert run.state.hands[A] == cards("I2 I3")


def test_an_equal_card_may_stay_in_the_display() -> None:
    run = play(position(("", ""), display="L1 L1 I1"), Draw(A, "L1"), "I2")
    assert sorted(run.state.display) == ["I1", "I2", "L1"]


def test_with_four_cards_one_may_be_drawn() -> None:
    run = play(position(("L1 L1 I1 I2", "")), Draw(A), "I3")
    assert run.events == [MothDrawn(A, "I3")]
    assert len(run.state.hands[A]) == 5
    assert run.state.acted == (True, False)


def test_with_three_cards_two_are_drawn() -> None:
    state = go(position(("L1 L1 I1", "")), Draw(A))
    assert "draw" in choices(state, A)
    assert len(go(state, Draw(A)).hands[A]) == 5


def test_with_five_cards_the_shape_has_to_be_marked() -> None:
    state = position(("L1 L1 I1 I2 I3", ""))
    assert draws(state) == set()
    assert choices(state, A) == {"mark", "exchange"}
    assert refused(state, Draw(A)).clauses == ("draw.limit",)
    assert refused(state, Draw(A, "L1")).clauses == ("draw.limit",)


def test_the_last_card_of_all_may_be_drawn_alone() -> None:
    run = play(position(("", ""), display="I1", stack=""), Draw(A, "I1"))
    assert run.events == [MothTaken(A, "I1")]
    assert run.state.acted == (True, False)
    run = play(position(("", ""), display="", stack="I1"), Draw(A), "I1")
    assert run.events == [MothDrawn(A, "I1")]
    assert run.state.acted == (True, False)


def test_nobody_draws_from_nothing() -> None:
    state = position(("", ""), display="", stack="")
    assert choices(state, A) == {"mark"}
    assert refused(state, Draw(A)).clauses


def test_who_drew_may_not_mark_the_same_shape() -> None:
    state = go(position(("", "")), Draw(A), Draw(A))
    refused(state, mark(A, "a5 b5 c5"))


# --- a display that cannot be filled ------------------------------------------------------


def test_a_display_that_cannot_be_restocked_stays_short() -> None:
    run = play(position(("", ""), display="I1 I2 L1", stack=""), Draw(A, "I1"))
    assert run.events == [MothTaken(A, "I1")]
    assert sorted(run.state.display) == ["I2", "L1"]


def test_it_is_filled_to_three_at_the_next_taking() -> None:
    """Two lie there; one is taken, and two come from the discards shuffled anew."""
    state = position(("", ""), display="I2 L1", stack="", discards="L2 L2 I1")
    run = play(state, Draw(A, "I2"), "I1", "L2")
    assert run.events == [MothTaken(A, "I2"), DisplayRestocked(("I1", "L2"))]
    assert sorted(run.state.display) == ["I1", "L1", "L2"]
    assert run.state.stack == cards("L2")


def test_a_card_from_the_stack_does_not_fill_the_display() -> None:
    state = position(("", ""), display="I2 L1", stack="I1 L2", discards="")
    run = play(state, Draw(A), "I1")
    assert run.events == [MothDrawn(A, "I1")]
    assert sorted(run.state.display) == ["I2", "L1"]


def test_a_display_is_filled_as_far_as_cards_go() -> None:
    state = position(("", ""), display="I2", stack="L2")
    run = play(state, Draw(A, "I2"), "L2")
    assert run.events == [MothTaken(A, "I2"), DisplayRestocked(("L2",))]
    assert run.state.display == ("L2",)


# --- one drawer at a time -----------------------------------------------------------------


def test_who_has_begun_to_draw_finishes_before_another_takes_a_card() -> None:
    state = go(position(("", "", "")), Draw(A))
    for action in (Draw(B), Draw(B, "L1")):
        assert refused(state, action).clauses == ("draw.one-at-a-time",)
    assert choices(state, B) == {"mark"}
    state = go(state, Draw(A))
    assert None in draws(state, B)


def test_marking_goes_on_freely_while_another_draws() -> None:
    state = go(position(("", "I1", "")), Draw(A), mark(B, "a5 b5 c5"), lure(B, "I1"))
    assert state.gardens[B].lured[0].cards == ("I1",)
    state = go(state, mark(C, "a5 b5 c5"))
    assert state.round == 2
    run = play(state, Draw(A), "L1", "Square")
    assert run.events == [MothDrawn(A, "L1"), HabitatRevealed("Square")]


def test_an_effects_draw_of_another_seat_waits() -> None:
    state = go(position(("", "L2", "")), Draw(A), mark(B, "a5 b5 c5"), lure(B, "L2"))
    assert draws(state, B) == set()
    assert refused(state, Draw(B)).clauses == ("draw.one-at-a-time",)
    assert "draw" in choices(state, A)
    state = go(state, Draw(A))
    assert choices(state, B) == {"draw", "stop_drawing"}
    assert draws(state, C) == set()
    state = go(state, StopDrawing(B))
    assert None in draws(state, C)


def test_two_waiting_draws_come_in_the_order_in_which_they_began() -> None:
    state = go(position(("", "L2", "L2")), Draw(A))
    state = go(state, mark(C, "a5 b5 c5"), lure(C, "L2"), mark(B, "a5 b5 c5"), lure(B, "L2"))
    assert (draws(state, B), draws(state, C)) == (set(), set())
    state = go(state, Draw(A))
    assert draws(state, B) == set()
    assert None in draws(state, C)
    state = go(state, StopDrawing(C))
    assert None in draws(state, B)


def test_a_waiting_draw_may_find_nothing_left_and_ends_by_itself() -> None:
    """Two cards in all: A takes both, and B's effect has none to draw."""
    state = position(("", "L2"), display="", stack="I1 I2")
    state = go(state, Draw(A), mark(B, "a5 b5 c5"), lure(B, "L2"))
    run = play(state, Draw(A), "I1" if "I1" in state.stack.known else "I2", "Square")
    assert kinds(run.events) == ["MothDrawn", "HabitatRevealed"]
    assert run.state.discards == ("L2",)
    assert run.state.gardens[A].lured == NOTHING


@pytest.mark.parametrize(("first", "second"), [(A, B), (B, A)])
def test_a_waiting_draw_finds_the_card_that_the_one_before_released(
    first: int, second: int
) -> None:
    """The first effect takes the last two cards and ends; its own card is then in the discards,
    and the second effect may draw it.
    """
    state = position(("L2", "L2", ""), display="", stack="I1 I2")
    state = go(state, mark(first, "a5 b5 c5"), lure(first, "L2"))
    state = go(state, mark(second, "a5 b5 c5"), lure(second, "L2"), Draw(first))
    state = go(state, Draw(first))
    assert state.discards == ("L2",)
    assert draws(state, second) == {None}
    assert play(state, Draw(second), "L2").events == [MothDrawn(second, "L2")]


# --- to_act -------------------------------------------------------------------------------


def test_the_round_waits_for_every_seat_that_has_not_acted() -> None:
    state = position(("", "", ""))
    assert GAME.to_act(state) == (A, B, C)
    state = go(state, mark(B, "a5 b5 c5"))
    assert GAME.to_act(state) == (A, C)
    state = go(state, Draw(A))
    assert GAME.to_act(state) == (A, C)
    assert GAME.to_act(go(state, Draw(A))) == (C,)
