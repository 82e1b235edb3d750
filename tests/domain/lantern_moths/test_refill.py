"""The draw up to five at the end of a round."""

import pytest

from domain.errors import Unseen
from domain.games.lantern_moths.actions import Draw, Flip, Plant
from domain.games.lantern_moths.events import HandRefilled
from tests.domain.lantern_moths.build import A, B, C, cards, kinds, last_action, play, position

GREY = {"b2": "X"}


def test_every_player_draws_up_to_five() -> None:
    """A holds 2 and draws 3, B holds 4 - 1 = 3 and draws 2."""
    state = last_action(("E1 E1", "R1 R1 R1 R2"), GREY, deck="B1 B1 B2 B2 B3 B3")
    run = play(state, Plant(B, "R2", "b2"), "B1", "B2", "B3", "B1", "B2")
    assert run.events[1:3] == [HandRefilled(A, ("B1", "B2", "B3")), HandRefilled(B, ("B1", "B2"))]
    assert run.state.hands == (cards("E1 E1 B1 B2 B3"), cards("R1 R1 R1 B1 B2"))
    assert run.state.deck == cards("B3")


def test_a_hand_of_five_draws_nothing() -> None:
    state = last_action(("E1 E1 E1 E1 E1", "R1 R1 R1 R1"), GREY, deck="B1 B1 B2")
    assert kinds(play(state, Draw(B), "B2").events) == ["CardDrawn", "StartPassed"]


def test_a_hand_above_five_keeps_its_cards() -> None:
    """There is no hand limit and no discard."""
    state = last_action(("E1 E1 E1 E1 E1 E2 E2", "R1 R1 R1 R1 R1 R2"), GREY, deck="B1 B1")
    run = play(state, Draw(B), "B1")
    assert [len(hand) for hand in run.state.hands] == [7, 7]
    assert run.state.discard == ()
    assert kinds(run.events) == ["CardDrawn", "StartPassed"]


@pytest.mark.parametrize(("start", "order"), [(A, [A, B, C]), (B, [B, C, A]), (C, [C, A, B])])
def test_players_refill_in_the_turn_order_of_the_finished_round(
    start: int, order: list[int]
) -> None:
    state = last_action(["E1 E1 E1 E1"] * 3, GREY, start=start, deck="B1 B1 B1 B2 B2")
    run = play(state, Flip((start + 2) % 3, "b3"), "E", "B1", "B2", "B1")
    assert run.events[1:4] == [
        HandRefilled(order[0], ("B1",)),
        HandRefilled(order[1], ("B2",)),
        HandRefilled(order[2], ("B1",)),
    ]


def test_a_short_deck_serves_the_first_players_first() -> None:
    """Three cards left: A takes three of the three wanted, B and C go without."""
    state = last_action(("E1 E1", "R1 R1", "V1 V1 V1 V1"), GREY, deck="B1 B2 B3")
    run = play(state, Flip(C, "b3"), "E", "B3", "B1", "B2")
    assert run.events[1] == HandRefilled(A, ("B3", "B1", "B2"))
    assert [len(hand) for hand in run.state.hands] == [5, 2, 4]


def test_a_refill_that_nobody_saw_is_counted() -> None:
    state = last_action(("? ? ?", "R1 R1 R1 R1 R1"), GREY, deck="? ? ? ?")
    run = play(state, Draw(B), None, None, None)
    assert run.events[1] == HandRefilled(A, (None, None))
    assert run.state.hands[A] == cards("? ? ? ? ?")


def test_one_refill_cannot_show_more_copies_than_are_printed() -> None:
    """Two cards V3 are printed; a third in the same refill is a slip of the pen."""
    state = last_action(("", "R1 R1 R1 R1 R1"), GREY, deck="? ? ? ? ? ? ?")
    with pytest.raises(Unseen, match="a card of seat A's refill cannot be 'V3'"):
        play(state, Draw(B), "B1", "V3", "V3", "V3")


def test_the_round_goes_on_after_a_turn_that_is_not_the_last() -> None:
    run = play(position(("E1", "R1"), GREY, actions_done=1), Plant(A, "E1", "b2"))
    assert kinds(run.events) == ["MothPlanted"]
    assert run.state.hands[A] == cards("")
