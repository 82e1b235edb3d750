"""Question 6: does whoever draws the fourth Dusk card draw a replacement?"""

import pytest

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw
from domain.games.lantern_moths.events import CardDrawn, DuskPlaced, HandRefilled, NightEnded
from tests.domain.lantern_moths.build import A, B, cards, last_action, play, position

YES, NO = {"fourth_dusk_replaced": "yes"}, {"fourth_dusk_replaced": "no"}
FIVE = "R1 R1 R1 R1 R1"


def test_yes_replaces_the_fourth_in_a_draw_action() -> None:
    state = position(deck="B1 B2 D D", dusk=3, round=4, options=YES)
    assert play(state, Draw(A), "D", "B1").events == [
        DuskPlaced(A, replaced=True),
        CardDrawn(A, "B1"),
    ]


def test_no_leaves_the_draw_action_without_a_card() -> None:
    state = position(("E1", ""), deck="B1 B2 D D", dusk=3, round=4, options=NO)
    run = play(state, Draw(A), "D")
    assert run.events == [DuskPlaced(A, replaced=False)]
    assert run.state.hands[A] == cards("E1")
    assert (GAME.to_act(run.state), run.state.actions_done) == ((A,), 1)  # the action is spent


def test_no_may_end_a_turn_and_with_it_the_game() -> None:
    state = last_action((FIVE, FIVE), {"b2": "X"}, deck="B1 D D", dusk=3, round=4, options=NO)
    run = play(state, Draw(B), "D")
    assert run.events[0] == DuskPlaced(B, replaced=False)
    assert run.events[-1] == NightEnded("fourth_dusk")


def test_yes_replaces_the_fourth_in_a_refill() -> None:
    state = last_action(
        ("E1 E1 E1", FIVE), {"b2": "X"}, deck="B1 B2 B3 D D", dusk=3, round=4, options=YES
    )
    run = play(state, Draw(B), "B1", "D", "B2", "B3")
    assert run.state.hands[A] == cards("E1 E1 E1 B2 B3")


def test_no_uses_up_one_card_of_the_refill() -> None:
    """Two are wanted, and the fourth Dusk card is one of them: 3 + 1 = 4."""
    state = last_action(
        ("E1 E1 E1", FIVE), {"b2": "X"}, deck="B1 B2 B3 D D", dusk=3, round=4, options=NO
    )
    run = play(state, Draw(B), "B1", "D", "B2")
    assert run.events[1:3] == [DuskPlaced(A, replaced=False), HandRefilled(A, ("B2",))]
    assert run.state.hands[A] == cards("E1 E1 E1 B2")


@pytest.mark.parametrize("lying", [0, 1, 2, 4, 5])
def test_no_concerns_the_fourth_card_only(lying: int) -> None:
    """The first three are replaced, and so are the fifth and the sixth."""
    last = {"last_round": 4, "ending": "fourth_dusk"} if lying > 3 else {}
    drawn = position(deck="B1 B2 D", dusk=lying, round=4, options=NO, **last)
    assert play(drawn, Draw(A), "D", "B1").events[0] == DuskPlaced(A, replaced=True)
    refilled = last_action(
        ("E1 E1 E1 E1", FIVE),
        {"b2": "X"},
        deck="B1 B2 B3 D",
        dusk=lying,
        round=4,
        options=NO,
        **last,
    )
    run = play(refilled, Draw(B), "B1", "D", "B2")
    assert run.events[1:3] == [DuskPlaced(A, replaced=True), HandRefilled(A, ("B2",))]


def test_no_lets_the_third_and_fourth_come_in_one_draw() -> None:
    """The third is replaced by the fourth, which is not replaced."""
    state = position(deck="B1 B2 D D D D", dusk=2, round=4, options=NO)
    run = play(state, Draw(A), "D", "D")
    assert run.events == [DuskPlaced(A, replaced=True), DuskPlaced(A, replaced=False)]
    assert (run.state.hands[A], run.state.actions_done) == (cards(""), 1)


def test_yes_is_the_default() -> None:
    assert GAME.options().fourth_dusk_replaced == "yes"
