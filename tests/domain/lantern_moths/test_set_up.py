"""Setup 1 to 5, and who may sit down."""

import pytest

from domain.chance import Observed
from domain.errors import Refusal, Unanswered, Unseen
from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.legal import wicks_left
from domain.piles import Pile
from tests.domain.lantern_moths.build import (
    PRINTED,
    TILES,
    A,
    B,
    C,
    D,
    cards,
    deal,
    edition,
    kinds,
    rules,
)

HANDS = ("E1 E2 E3 G2 V1", "B1 B2 B3 R1 V1", "R1 R2 R3 V2 V3", "E1 E1 E2 G2 G2")


def test_two_three_and_four_players_may_play_and_nobody_else() -> None:
    assert list(GAME.seats) == [2, 3, 4]


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        (0, "0 seats: solo is not written"),
        (1, "1 seats: solo is not written"),
        (5, "5 seats: more than four is untested"),
        (6, "6 seats: more than four is untested"),
    ],
)
def test_other_tables_are_refused_with_the_rulebooks_reason(seats: int, reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.set_up(rules(seats), A, Observed(["X"] + ["B1"] * 30))
    assert caught.value.clauses == ("setup.players",)
    assert caught.value.reason == reason
    assert caught.value.position == "set-up"
    assert str(caught.value) == f"cannot set up: {reason} [setup.players] (set-up)"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_gets_five_cards_and_the_rest_is_the_deck(seats: int) -> None:
    state = deal(*HANDS[:seats]).state
    assert [len(hand) for hand in state.hands] == [5] * seats
    assert len(state.deck) == {2: 38, 3: 33, 4: 28}[seats]  # 48 - 5 a seat
    dealt = [card for hand in HANDS[:seats] for card in hand.split()]
    assert state.deck.counts() + Pile.of(dealt).counts() == PRINTED


def test_each_hand_goes_to_its_own_seat() -> None:
    state = deal(*HANDS[:3]).state
    assert state.hands == tuple(Pile.of(hand.split()) for hand in HANDS[:3])


def test_the_dusk_cards_are_set_aside_and_none_can_be_dealt() -> None:
    assert deal(*HANDS[:2]).state.dusk_aside == 6
    assert "D" not in deal(*HANDS[:2]).state.deck.known
    with pytest.raises(Unseen, match="card 1 of seat A's opening hand cannot be 'D'"):
        deal("D E1 E1 E1 E1", HANDS[1])


def test_the_garden_lies_face_down_but_for_its_middle() -> None:
    state = deal(*HANDS[:2], middle="V").state
    assert dict(zip(TILES, state.faces, strict=True)) == {**dict.fromkeys(TILES), "b2": "V"}
    assert state.moths == ((),) * 9


@pytest.mark.parametrize("middle", ["B", "E", "R", "V", "X"])
def test_the_middle_tile_may_be_any_colour_or_grey(middle: str) -> None:
    state = deal(*HANDS[:2], middle=middle).state
    assert middle in state.faces
    assert len(state.faces_left) == 8
    assert state.faces_left.counts()[middle] == (0 if middle == "X" else 1)


def test_the_middle_tile_is_seen_by_all() -> None:
    with pytest.raises(Refusal) as caught:
        GAME.set_up(rules(), A, Observed([None]))
    assert caught.value.clauses == ("setup.garden",)


def test_a_middle_tile_of_no_printed_colour_is_refused() -> None:
    with pytest.raises(
        Unseen, match="the middle tile cannot be 'G'; expected one of: B, E, R, V, X"
    ):
        deal(*HANDS[:2], middle="G")


def test_lanterns_and_discard_pile_start_empty_and_all_three_wicks_unlit() -> None:
    state = deal(*HANDS).state
    assert [len(lantern) for lantern in state.lanterns] == [0, 0, 0, 0]
    assert state.discard == ()
    assert state.wicks == ((),) * 9
    assert [wicks_left(state, seat) for seat in (A, B, C, D)] == [3, 3, 3, 3]


@pytest.mark.parametrize("start", [A, B, C])
def test_the_recorder_says_who_starts(start: int) -> None:
    state = deal(*HANDS[:3], start=start).state
    assert GAME.to_act(state) == (start,)
    assert (state.round, GAME.phase(state)) == (1, "turns")


@pytest.mark.parametrize("start", [-1, 2])
def test_a_start_player_who_is_not_at_the_table_is_refused(start: int) -> None:
    with pytest.raises(Refusal) as caught:
        deal(*HANDS[:2], start=start)
    assert caught.value.clauses == ("setup.start",)
    assert f"no seat {start} starts, expected 0 to 1" in str(caught.value)


def test_set_up_is_one_event() -> None:
    assert kinds(deal(*HANDS).events) == ["GameSetUp"]


def test_hands_that_nobody_saw_count_as_unknown_cards() -> None:
    state = deal("? ? ? ? ?", HANDS[1]).state
    assert state.hands == (Pile(unknown=5), Pile.of(HANDS[1].split()))
    assert state.deck == Pile(unknown=38)


def test_no_hand_holds_more_copies_than_are_printed() -> None:
    with pytest.raises(Unseen, match="card 3 of seat A's opening hand cannot be 'E3'"):
        deal("E3 E3 E3 E1 E1", HANDS[1])


def test_copies_are_counted_across_hands_and_unseen_cards() -> None:
    with pytest.raises(Unseen, match="card 1 of seat B's opening hand cannot be 'E3'"):
        deal("? E3 E3 E1 E1", "E3 R1 R1 R1 R1")


def test_an_interrupted_set_up_asks_for_what_is_missing() -> None:
    with pytest.raises(Unanswered) as caught:
        GAME.set_up(rules(), A, Observed(["X", "E1", "E2"]))
    assert str(caught.value) == "not told yet: card 3 of seat A's opening hand (after 3 answers)"


def test_an_edition_with_too_few_cards_to_deal_is_refused() -> None:
    # 4 colours x 3 cards + 4 Ghosts = 16 cards; three hands of five take 15, four take 20.
    small = edition(copies={1: 3})
    state = deal("B1 B1 B1 E1 E1", "E1 G2 G2 G2 G2", "R1 R1 R1 V1 V1", box=small).state
    assert state.deck == cards("V1")
    with pytest.raises(Refusal) as caught:
        GAME.set_up(rules(4, small), A, Observed(["X"] + ["B1"] * 20))
    assert caught.value.clauses == ("setup.deal",)
    assert caught.value.reason == "16 moth cards cannot deal 5 to each of 4 seats"
