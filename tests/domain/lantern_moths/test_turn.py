"""The turn: clockwise, two actions, all compulsory."""

import pytest

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from tests.domain.lantern_moths.build import A, B, C, D, beside, deal, go, play, position, refused

HANDS = ("E1 E1 R1 V1 G2", "B1 B1 B1 R1 V1", "E2 E2 R2 V2 B2", "E1 E1 E1 R1 R1")


@pytest.mark.parametrize(
    ("seats", "start", "order"),
    [(2, A, [A, B]), (2, B, [B, A]), (3, B, [B, C, A]), (4, C, [C, D, A, B])],
)
def test_turns_go_clockwise_from_the_start_player(seats: int, start: int, order: list[int]) -> None:
    state = deal(*HANDS[:seats], start=start).state
    turns = []
    for seat in order:
        turns.append(GAME.to_act(state))
        state = go(state, Draw(seat), Draw(seat))
    assert turns == [(seat,) for seat in order]


def test_the_other_seat_may_not_act() -> None:
    state = deal(*HANDS[:2]).state
    refusal = refused(state, Draw(B))
    assert refusal.clauses == ("turn.order",)
    assert str(refusal) == (
        "cannot draw from the deck: it is the turn of seat A [turn.order]"
        " (round 1, turn of seat A, action 1)"
    )


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_nobody_from_outside_the_table_may_act(seat: int) -> None:
    assert refused(deal(*HANDS[:2]).state, Light(seat, "b2")).clauses == ("turn.order",)


def test_a_turn_is_two_actions_and_the_position_counts_them() -> None:
    state = deal(*HANDS[:2]).state
    assert refused(state, Flip(A, "a3")).position == "round 1, turn of seat A, action 1"
    state = play(state, Plant(A, "E1", "b2")).state
    assert refused(state, Flip(A, "a3")).position == "round 1, turn of seat A, action 2"
    state = play(state, Plant(A, "R1", "b2")).state
    assert refused(state, Flip(B, "a3")).position == "round 1, turn of seat B, action 1"


def test_draw_may_be_taken_twice_in_a_turn() -> None:
    state = play(play(deal(*HANDS[:2]).state, Draw(A), "B2").state, Draw(A), "B3").state
    assert state.hands[A].known == ("B2", "B3", "E1", "E1", "G2", "R1", "V1")
    assert GAME.to_act(state) == (B,)


def test_plant_may_be_taken_twice_in_a_turn() -> None:
    state = deal(*HANDS[:2]).state
    state = play(play(state, Plant(A, "E1", "b2")).state, Plant(A, "E1", "b2")).state
    assert state.hands[A].known == ("G2", "R1", "V1")
    assert GAME.to_act(state) == (B,)


def test_flip_may_be_taken_twice_in_a_turn() -> None:
    state = play(deal(*HANDS[:2]).state, Flip(A, "b3"), "E").state
    state = play(state, Flip(A, "a3"), "E").state
    assert [f for f in state.faces if f] == ["E", "E", "X"]
    assert GAME.to_act(state) == (B,)


def test_light_may_be_taken_only_once_in_a_turn() -> None:
    state = position(garden={"b2": "X", "b3": "E"})
    state = play(state, Light(A, "b2")).state
    assert not [action for action in GAME.legal_actions(state) if isinstance(action, Light)]
    refusal = refused(state, Light(A, "b3"))
    assert refusal.clauses == ("turn.light.once",)
    assert refusal.reason == "a wick was lit this turn already"


def test_light_may_be_either_action_of_the_turn() -> None:
    first = go(position(deck="B1 B1"), Light(A, "b2"), Draw(A))
    second = go(position(deck="B1 B1"), Draw(A), Light(A, "b2"))
    assert first == second
    assert (GAME.to_act(first), beside(first, "b2")) == ((B,), (A,))


def test_the_next_player_may_light_in_their_own_turn() -> None:
    state = go(deal(*HANDS[:2]).state, Draw(A), Light(A, "b2"))
    assert Light(B, "b2") in GAME.legal_actions(state)


def test_the_same_player_may_light_again_in_the_next_round() -> None:
    state = go(deal(*HANDS[:2]).state, Light(A, "b2"), Draw(A), Draw(B), Draw(B))
    assert (state.round, GAME.to_act(state)) == (2, (B,))
    assert Light(A, "b2") in GAME.legal_actions(go(state, Draw(B), Draw(B)))


def test_nobody_may_pass() -> None:
    """Both actions are compulsory: every legal action is one of the four."""
    actions = GAME.legal_actions(deal(*HANDS[:2]).state)
    assert {type(action) for action in actions} == {Draw, Plant, Light, Flip}
