"""Question 2: is a Dusk card that comes in the refill replaced?"""

import pytest

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw
from domain.games.lantern_moths.events import CardDrawn, DuskPlaced, HandRefilled, NightEnded
from domain.games.lantern_moths.state import State
from tests.domain.lantern_moths.build import A, B, cards, last_action, play, position

FULL = "R1 R1 R1 R1 R1"


def about_to_refill(value: str, hand: str = "E1 E1", **more: object) -> State:
    """B's Draw ends the round; then A draws up to five."""
    options = {"dusk_in_refill": value}
    more = {"deck": "B1 B1 B2 B3 D D D", **more}
    return last_action((hand, FULL), {"b2": "X"}, round=3, options=options, **more)


def test_replaced_dusk_cards_leave_a_hand_of_five() -> None:
    """2 + B2 + B1 + B3, with two Dusk cards on the way."""
    run = play(about_to_refill("replaced"), Draw(B), "B1", "B2", "D", "D", "B1", "B3")
    assert run.events[1:5] == [
        HandRefilled(A, ("B2",)),
        *[DuskPlaced(A, replaced=True)] * 2,
        HandRefilled(A, ("B1", "B3")),
    ]
    assert run.state.hands[A] == cards("E1 E1 B1 B2 B3")


def test_each_dusk_card_that_is_not_replaced_uses_up_one_card_of_the_refill() -> None:
    """Three are wanted: a moth and two Dusk cards make a hand of 2 + 1 = 3."""
    run = play(about_to_refill("not_replaced"), Draw(B), "B1", "B2", "D", "D")
    assert run.events[1:4] == [HandRefilled(A, ("B2",)), *[DuskPlaced(A, replaced=False)] * 2]
    assert run.state.hands[A] == cards("E1 E1 B2")


def test_a_refill_of_nothing_but_dusk_cards_brings_no_moth() -> None:
    state = about_to_refill("not_replaced", hand="E1 E1 E1 E1")
    run = play(state, Draw(B), "B1", "D")
    assert run.events[1] == DuskPlaced(A, replaced=False)
    assert run.state.hands[A] == cards("E1 E1 E1 E1")


@pytest.mark.parametrize("fourth_dusk_replaced", ["yes", "no"])
def test_not_replaced_holds_for_the_fourth_dusk_card_too(fourth_dusk_replaced: str) -> None:
    state = last_action(
        ("E1 E1 E1", FULL),
        {"b2": "X"},
        round=3,
        dusk=3,
        deck="B1 B2 B3 D",
        options={"dusk_in_refill": "not_replaced", "fourth_dusk_replaced": fourth_dusk_replaced},
    )
    run = play(state, Draw(B), "B1", "D", "B2")
    assert run.events[1:3] == [DuskPlaced(A, replaced=False), HandRefilled(A, ("B2",))]
    assert run.state.hands[A] == cards("E1 E1 E1 B2")  # 3 + 1: the Dusk card was the other
    assert run.events[-1] == NightEnded("fourth_dusk")


def test_the_hand_is_filled_up_again_after_the_next_round() -> None:
    state = last_action(
        ("E1 E1 E1", FULL),
        {"b2": "X"},
        round=4,
        deck="B1 B1 B2 B3 D D",
        dusk=1,
        options={"dusk_in_refill": "not_replaced"},
    )
    assert play(state, Draw(B), "B1", "B2", "B3").state.hands[A] == cards("E1 E1 E1 B2 B3")


@pytest.mark.parametrize("value", ["replaced", "not_replaced"])
def test_a_draw_action_replaces_its_dusk_card_either_way(value: str) -> None:
    state = position(deck="B1 B2 D", round=3, options={"dusk_in_refill": value})
    assert play(state, Draw(A), "D", "B1").events == [
        DuskPlaced(A, replaced=True),
        CardDrawn(A, "B1"),
    ]


def test_replaced_is_the_default() -> None:
    assert GAME.options().dusk_in_refill == "replaced"
