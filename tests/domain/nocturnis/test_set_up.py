"""The opening: an open display, two cards each, and the first habitat."""

from random import Random

import pytest

from domain.chance import Observed, Shuffled
from domain.errors import Invalid, Refusal, Unanswered, Unseen
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.events import GameSetUp
from domain.piles import Pile
from tests.domain.nocturnis.build import (
    HABITATS,
    PRINTED,
    A,
    B,
    cards,
    choices,
    deal,
    edition,
    rows,
    rules,
    seen,
)


def test_three_cards_lie_open_and_everybody_holds_two() -> None:
    run = deal("L1 I1", "L2 I2", display="AL I1 L1", habitat="Five")
    assert run.events == [
        GameSetUp(("AL", "I1", "L1"), (("L1", "I1"), ("L2", "I2")), "Five"),
    ]
    state = run.state
    assert (sorted(state.display), state.habitat, state.round) == (["AL", "I1", "L1"], "Five", 1)
    assert state.hands == (cards("L1 I1"), cards("L2 I2"))
    assert len(state.stack) == PRINTED.total() - 3 - 4 == 17
    assert len(state.habitats) == HABITATS.total() - 1 == 10
    assert state.discards == ()


def test_everybody_may_act_at_once() -> None:
    state = deal("L1 I1", "L2 I2", "L1 I2").state
    assert GAME.to_act(state) == (0, 1, 2)
    for seat in range(3):
        assert choices(state, seat) == {"mark", "draw", "exchange"}


@pytest.mark.parametrize("start", [0, 1, 7])
def test_nobody_starts_so_the_start_says_nothing(start: int) -> None:
    one = GAME.set_up(rules(2), start, Shuffled(Random(3)))
    assert one.events == GAME.set_up(rules(2), 0, Shuffled(Random(3))).events


@pytest.mark.parametrize("seats", range(1, 9))
def test_one_to_eight_play(seats: int) -> None:
    state = GAME.set_up(rules(seats), 0, Shuffled(Random(1))).state
    assert [len(hand) for hand in state.hands] == [2] * seats
    assert len(state.stack) == 24 - 3 - 2 * seats


@pytest.mark.parametrize("seats", [0, 9])
def test_other_numbers_do_not(seats: int) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.set_up(rules(seats), 0, Shuffled(Random(1)))
    assert caught.value.clauses == ("setup.players",)


def test_a_stack_too_small_for_display_and_hands_is_refused() -> None:
    """Two cards more of two each would be needed: 3 + 2 x 2 = 7, and 6 are there."""
    box = edition(cards=rows("cards")[2:3], species=rows("species")[1:2])
    assert len(GAME.set_up(rules(1, box), 0, Shuffled(Random(1))).state.stack) == 1
    with pytest.raises(Refusal) as caught:
        GAME.set_up(rules(2, box), 0, Shuffled(Random(1)))
    assert caught.value.clauses == ("setup.hand",)
    assert "6 moth cards" in caught.value.reason
    assert "7" in caught.value.reason


def test_hands_that_nobody_saw_are_counted() -> None:
    state = deal("? ?", "L1 ?").state
    assert state.hands == (Pile(unknown=2), cards("L1 ?"))
    assert state.stack == Pile(unknown=17)


def test_the_display_and_the_habitat_are_always_seen() -> None:
    with pytest.raises(Refusal):
        deal("? ?", display="L1 ? L1")
    chance = Observed([*seen("L1 L1 L1 ? ?"), None])
    with pytest.raises(Refusal):
        GAME.set_up(rules(1), 0, chance)


def test_a_card_beyond_its_copies_cannot_have_been_dealt() -> None:
    with pytest.raises(Unseen, match="'AL'"):
        deal("AL ?", display="AL AL L1")
    with pytest.raises(Unseen, match="'Dot'"):
        deal("? ?", habitat="Dot")


def test_a_card_not_told_is_asked_for_by_its_place() -> None:
    with pytest.raises(Unanswered) as caught:
        GAME.set_up(rules(2), 0, Observed(seen("L1 L1 L1 I1 I1 I2")))
    assert (caught.value.given, "seat B" in caught.value.question) == (6, True)


def test_every_seat_has_its_side_of_the_sheet() -> None:
    state = deal("I1 I1", "I2 I2", sheet=("front", "back")).state
    sheets = state.rules.components.sheets
    assert (state.sheet(A), state.sheet(B)) == (sheets["front"], sheets["back"])
    both = deal("I1 I1", "I2 I2", sheet=("back",)).state
    assert both.sheet(A) == both.sheet(B) == sheets["back"]


@pytest.mark.parametrize("sides", [(), ("front", "back"), ("front",) * 4])
def test_sides_for_another_number_of_seats_are_refused(sides: tuple[str, ...]) -> None:
    with pytest.raises(Invalid, match="sheet"):
        rules(3, sheet=sides)


def test_a_box_without_an_opening_hand_deals_none() -> None:
    state = GAME.set_up(rules(3, edition(opening_hand=0)), 0, Shuffled(Random(1))).state
    assert state.hands == (Pile(),) * 3
    assert len(state.stack) == 21


def test_a_box_without_a_display_has_the_stack_alone() -> None:
    state = GAME.set_up(rules(2, edition(display=0)), 0, Shuffled(Random(1))).state
    assert state.display == ()
    assert choices(state, A) == {"mark", "draw", "exchange"}
