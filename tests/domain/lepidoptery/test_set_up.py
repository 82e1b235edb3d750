"""Setup: who may sit down, the decks, the first hands, the Jokers, and who leads."""

from collections import Counter

import pytest

from domain.chance import Observed
from domain.errors import Refusal, Unanswered, Unseen
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.edition import Edition
from domain.piles import Pile
from tests.domain.lepidoptery.build import (
    HIGH,
    LOW,
    PRINTED,
    A,
    B,
    cards,
    deal,
    edition,
    kinds,
    rules,
)

UNSEEN = " ".join("?" * 12)


def test_two_may_play_and_nobody_else() -> None:
    assert list(GAME.seats) == [2]


@pytest.mark.parametrize("seats", [0, 1, 3, 4])
def test_other_tables_are_refused(seats: int) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.set_up(rules(seats=seats), A, Observed([None] * 60))
    assert caught.value.clauses == ("setup.players",)
    assert f"{seats} seat" in caught.value.reason
    assert caught.value.position == "set-up"
    assert str(caught.value).startswith("cannot set up: ")


def test_a_deck_has_thirty_eight_cards() -> None:
    """Four each of 2 to 9 are 4 x 8 = 32, three each of 1 and 10 are 6 more."""
    assert Counter(rules().components.deck) == PRINTED
    assert PRINTED.total() == 4 * 8 + 3 * 2 == 38


def test_each_draws_twelve_from_a_deck_of_their_own_and_twenty_six_are_left() -> None:
    state = deal().state
    assert state.hands == (cards(LOW), cards(HIGH))
    for seat in (A, B):
        assert (len(state.hands[seat]), len(state.decks[seat])) == (12, 26)  # 38 - 12
        assert state.hands[seat].counts() + state.decks[seat].counts() == PRINTED


def test_both_players_may_hold_the_same_cards() -> None:
    """Each has all three 1s: there are two decks."""
    assert deal(LOW, LOW).state.hands == (cards(LOW), cards(LOW))


def test_both_jokers_lie_face_up_and_the_markers_on_nothing() -> None:
    state = deal().state
    assert state.jokers == (True, True)
    assert state.markers == (None, None)


def test_the_board_and_the_play_area_are_empty_and_all_tokens_at_hand() -> None:
    state = deal().state
    assert state.columns == ((),) * 5
    assert (state.area, state.leading) == ((), True)
    assert [state.tokens_left(seat) for seat in (A, B)] == [15, 15]
    assert state.spent == (Pile(), Pile())


@pytest.mark.parametrize("start", [A, B])
def test_the_recorder_says_who_leads_first(start: int) -> None:
    state = deal(start=start).state
    assert GAME.to_act(state) == (start,)
    assert {action.seat for action in GAME.legal_actions(state)} == {start}
    assert (GAME.round_of(state), GAME.phase(state), state.position()) == (
        *(1, "turns"),
        f"climb 1, turn of seat {'AB'[start]}, leading",
    )


@pytest.mark.parametrize("start", [-1, 2, 7])
def test_a_first_leader_who_is_not_at_the_table_is_refused(start: int) -> None:
    with pytest.raises(Refusal) as caught:
        deal(start=start)
    assert caught.value.clauses == ("setup.start",)
    assert f"no seat {start}" in caught.value.reason
    assert caught.value.position == "set-up"


def test_set_up_is_one_event() -> None:
    run = deal(start=B)
    assert kinds(run.events) == ["GameSetUp"]
    assert run.events[0].start == B
    assert [sorted(hand) for hand in run.events[0].hands] == [
        sorted(LOW.split()),
        sorted(HIGH.split()),
    ]


def test_hands_that_nobody_saw_count_as_unknown_cards() -> None:
    state = deal(UNSEEN, HIGH).state
    assert state.hands == (Pile(unknown=12), cards(HIGH))
    assert state.decks[A] == Pile(unknown=26)
    assert state.decks[B].counts() == PRINTED - Counter(HIGH.split())


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("1 1 1 1 2 2 2 2 3 3 3 3", "1"),
        ("10 10 10 10 2 2 2 2 3 3 3 3", "10"),
        ("7 7 7 7 7 2 2 2 3 3 3 3", "7"),
        ("11 2 2 2 2 3 3 3 3 4 4 4", "11"),
        ("Joker 2 2 2 2 3 3 3 3 4 4 4", "Joker"),
    ],
)
def test_no_hand_holds_cards_that_its_deck_does_not_have(hand: str, card: str) -> None:
    """A fourth 1 or 10, a fifth 7, an 11, a Joker: it lies before its player instead."""
    for hands in ((hand, HIGH), (LOW, hand)):
        with pytest.raises(Unseen) as caught:
            deal(*hands)
        assert caught.value.card == card
        assert card not in caught.value.possible


def test_copies_are_counted_beside_unseen_cards_too() -> None:
    with pytest.raises(Unseen, match="cannot be '1'"):
        deal("? 1 1 1 1 2 2 2 2 3 3 3", HIGH)


def test_an_interrupted_set_up_asks_for_what_is_missing() -> None:
    with pytest.raises(Unanswered) as caught:
        GAME.set_up(rules(), A, Observed(LOW.split()[:3]))
    assert caught.value.given == 3
    assert "4" in caught.value.question
    assert "seat A" in caught.value.question


def test_an_edition_with_fewer_cards_leaves_a_smaller_deck() -> None:
    """Two of each of 1 to 10 are 20 cards: 12 are dealt and 8 left."""
    hand = "1 1 2 2 3 3 4 4 5 5 6 6"
    state = deal(hand, hand, box=edition(copies=dict.fromkeys(range(1, 11), 2))).state
    assert state.decks == (cards("7 7 8 8 9 9 10 10"),) * 2


def _small() -> Edition:
    """Return an edition with eleven cards a player, one fewer than a hand."""
    return edition(copies=dict.fromkeys(range(1, 11), 1) | {10: 2})


def test_an_edition_with_too_few_cards_to_deal_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        deal(box=_small())
    assert caught.value.clauses == ("setup.deal",)
    assert "11" in caught.value.reason
    assert "12" in caught.value.reason
