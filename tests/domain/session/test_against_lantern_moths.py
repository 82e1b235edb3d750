"""Plays against the rules of Lantern Moths that a table let stand, and what stands afterwards."""

import pytest

from domain.chance import Observed
from domain.errors import Refusal
from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.events import DuskPlaced
from domain.games.lantern_moths.state import State
from domain.run import Run
from tests.domain.lantern_moths.build import (
    A,
    B,
    beside,
    cards,
    face,
    kinds,
    last_action,
    on,
    position,
)

FULL = {"b2": "X E1 E2 V1"}
SIX = "R1 R2 R2 B1 B2 B3"
FIVE = "V1 V2 V2 V3 E3"


def forced(state: State, action: Action, clause: str, *told: str | None) -> Run[State]:
    """Carry an action out that the rules refuse by that clause; all that is told is needed."""
    with pytest.raises(Refusal) as caught:
        GAME.play(state, action, Observed(told))
    assert clause in caught.value.clauses
    chance = Observed(told)
    run = GAME.force(state, action, chance)
    assert chance.given == len(told)
    assert GAME.action_of(state, run.events[0]) == action
    return run


def test_a_fourth_moth_lies_on_its_tile_and_all_four_are_taken() -> None:
    """Ben's is the last action of the round, Ada's the only wick; nobody holds below five."""
    state = last_action((FIVE, SIX), FULL, wicks={"b2": (A,)})
    run = forced(state, Plant(B, "R1", "b2"), "turn.plant.full")
    assert kinds(run.events) == ["MothPlanted", "MothsTaken", "WicksReturned", "StartPassed"]
    assert run.state.lanterns == (cards("E1 E2 V1 R1"), cards(""))
    assert on(run.state, "b2") == ()


def test_a_fourth_moth_that_is_a_ghost_keeps_them_all() -> None:
    state = last_action((FIVE, f"{SIX[3:]} R3 R3 G2"), FULL, wicks={"b2": (A,)})
    run = forced(state, Plant(B, "G2", "b2"), "turn.plant.full")
    assert on(run.state, "b2") == ("E1", "E2", "V1", "G2")
    assert run.state.lanterns == (cards(""), cards(""))


def test_a_second_wick_in_a_turn_burns_like_the_first() -> None:
    state = position((FIVE, FIVE), {"b2": "X", "b3": "E"}, wicks={"b2": (A,)}, lit=True)
    state = forced(state, Light(A, "b3"), "turn.light.once").state
    assert (beside(state, "b2"), beside(state, "b3")) == ((A,), (A,))
    assert (state.turn_seat, state.actions_done) == (A, 1)


def test_an_action_out_of_turn_counts_for_nobody() -> None:
    state = forced(position(("E1", "R1 R2")), Plant(B, "R1", "b2"), "turn.order").state
    assert on(state, "b2") == ("R1",)
    assert state.hands == (cards("E1"), cards("R2"))
    assert (state.turn_seat, state.actions_done) == (A, 0)


def test_a_wick_out_of_turn_leaves_the_seat_in_turn_its_own() -> None:
    state = forced(position(), Light(B, "b2"), "turn.order").state
    assert beside(state, "b2") == (B,)
    assert not state.lit
    assert Light(A, "b2") in GAME.legal_actions(state)


def test_a_draw_out_of_turn_brings_its_card_and_a_dusk_card_is_replaced() -> None:
    state = position(("E1", "R1"), deck="B1 D D V3", round=3)
    run = forced(state, Draw(B), "turn.order", "D", "V3")
    assert run.events[0] == DuskPlaced(B, replaced=True)
    assert run.state.hands == (cards("E1"), cards("R1 V3"))
    assert (run.state.turn_seat, run.state.actions_done) == (A, 0)


def test_a_moth_on_a_tile_of_another_colour_stays_there() -> None:
    state = forced(position(("E1", ""), {"b2": "R"}), Plant(A, "E1", "b2"), "turn.plant.colour")
    assert on(state.state, "b2") == ("E1",)
    assert state.state.actions_done == 1


def test_moths_and_wicks_at_a_tile_that_lies_face_down_wait_for_the_end_of_the_round() -> None:
    state = position((f"{FIVE} E1", FIVE))
    state = forced(state, Plant(A, "E1", "a3"), "turn.plant.face-up").state
    state = forced(state, Light(A, "a3"), "turn.light.face-up").state
    assert (face(state, "a3"), on(state, "a3"), beside(state, "a3")) == (None, ("E1",), (A,))
    state = forced(state, Flip(B, "a3"), "turn.flip.adjacent", "R").state
    assert (face(state, "a3"), on(state, "a3")) == ("R", ("E1",))
    run = GAME.play(state, Light(B, "b2"), Observed(()))
    assert run.state.lanterns[A] == cards("E1")


def test_a_draw_beyond_the_end_of_the_deck_and_cards_that_are_nowhere_cannot_stand() -> None:
    state = position(("E1", ""), {"b2": "X"}, wicks={"b2": (A,)}, deck="", discard="V1")
    for action, clause in (
        (Draw(A), "turn.draw.empty"),
        (Plant(A, "E2", "b2"), "turn.plant.hand"),
        (Plant(B, "E1", "b2"), "turn.plant.hand"),
        (Plant(A, "E1", "d4"), "setup.garden"),
        (Light(A, "b2"), "turn.light.one-each"),
        (Flip(A, "b2"), "turn.flip.face-down"),
        (Draw(7), "setup.players"),
    ):
        with pytest.raises(Refusal) as caught:
            GAME.force(state, action, Observed(["E1"]))
        assert caught.value.clauses[0] == clause, action


def test_a_fourth_wick_cannot_stand() -> None:
    lit = {"b2": (A,), "b3": (A,), "a2": (A,)}
    garden = {"b2": "X", "b3": "E", "a2": "R", "c2": "B"}
    with pytest.raises(Refusal, match="no unlit wick is left"):
        GAME.force(position(("", ""), garden, wicks=lit), Light(A, "c2"), Observed(()))


def test_legal_actions_are_counted_where_a_wick_burns_beside_a_face_down_tile() -> None:
    state = position(wicks={"a1": (A,)}, garden={"b2": "X", "b3": "E"})
    lights = [a for a in GAME.legal_actions(state) if isinstance(a, Light)]
    assert lights == [Light(A, "b3"), Light(A, "b2")]
    assert GAME.count_legal(state) == len(GAME.legal_actions(state))
