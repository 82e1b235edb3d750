"""The passages that disagree: for how long does a Ghost stop the wicks on its tile?"""

import pytest

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw, Light, Plant
from domain.games.lantern_moths.events import MothsKept, MothsTaken
from domain.games.lantern_moths.state import State
from tests.domain.lantern_moths.build import A, B, cards, go, last_action, on, play

FIVE = "R1 R1 R1 R1 R1"
PLANTED, PRESENT = "planted_round", "while_present"


def old_ghost(value: str, hands: tuple[str, str] = (FIVE, FIVE)) -> State:
    """A's wick burns at b2, where a Ghost has lain since an earlier round; B ends the round."""
    garden, options = {"b2": "X E1 G2"}, {"ghost_blocks": value}
    return last_action(hands, garden, wicks={"b2": (A,)}, round=2, options=options)


@pytest.mark.parametrize("value", [PLANTED, PRESENT])
def test_a_ghost_blocks_the_round_in_which_it_is_planted_either_way(value: str) -> None:
    state = last_action(
        (FIVE, FIVE + " G2"), {"b2": "X E1"}, wicks={"b2": (A,)}, options={"ghost_blocks": value}
    )
    run = play(state, Plant(B, "G2", "b2"))
    assert run.events[1] == MothsKept("b2")
    assert on(run.state, "b2") == ("E1", "G2")


def test_planted_round_lets_a_wick_take_the_ghost_in_a_later_round() -> None:
    run = play(old_ghost(PLANTED), Draw(B), "B1")
    assert run.events[1] == MothsTaken(A, "b2", ("E1", "G2"))
    assert run.state.lanterns[A] == cards("E1 G2")
    assert GAME.scores(run.state) == (3, 0)  # 1 + 2 for the Ghost


def test_while_present_keeps_the_moths_in_every_later_round() -> None:
    run = play(old_ghost(PRESENT), Draw(B), "B1")
    assert run.events[1] == MothsKept("b2")
    assert on(run.state, "b2") == ("E1", "G2")
    assert run.state.lanterns[A] == cards("")


def test_a_ghost_planted_in_a_later_round_blocks_again() -> None:
    """The old Ghost blocks no more under planted_round; the new one does, for both."""
    run = play(old_ghost(PLANTED, (FIVE, FIVE + " G2")), Plant(B, "G2", "b2"))
    assert run.events[1] == MothsKept("b2")
    assert on(run.state, "b2") == ("E1", "G2", "G2")


def test_a_coloured_moth_planted_beside_an_old_ghost_does_not_block() -> None:
    run = play(old_ghost(PLANTED, (FIVE, FIVE + " R2")), Plant(B, "R2", "b2"))
    assert run.events[1] == MothsTaken(A, "b2", ("E1", "G2", "R2"))


def test_two_rounds_of_one_ghost() -> None:
    """Planted in round 1 it blocks A's wick; in round 2 nobody plants, and A takes both moths."""
    state = last_action(
        (FIVE, FIVE + " G2"),
        {"b2": "X E1"},
        wicks={"b2": (A,)},
        deck="V1 " * 8,
        options={"ghost_blocks": PLANTED},
    )
    state = go(state, Plant(B, "G2", "b2"))
    assert (state.round, GAME.to_act(state), on(state, "b2")) == (2, (B,), ("E1", "G2"))
    run = play(go(state, Draw(B), Draw(B), Light(A, "b2")), Draw(A), "V1")
    assert run.events[1] == MothsTaken(A, "b2", ("E1", "G2"))


def test_planted_round_is_the_default() -> None:
    assert GAME.options().ghost_blocks == "planted_round"
