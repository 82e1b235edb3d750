"""Question 4: may a Ghost be planted on a full tile?"""

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Draw, Plant
from domain.games.lantern_moths.events import MothsTaken
from tests.domain.lantern_moths.build import (
    A,
    B,
    cards,
    go,
    last_action,
    on,
    play,
    position,
    refused,
)

YES, NO = {"ghost_on_full_tile": "yes"}, {"ghost_on_full_tile": "no"}
FULL = {"b2": "E E1 E1 E2"}


def test_no_refuses_a_ghost_on_a_full_tile() -> None:
    state = position(("G2 E1", ""), FULL, options=NO)
    assert refused(state, Plant(A, "G2", "b2")).clauses == ("turn.plant.full",)
    assert not [a for a in GAME.legal_actions(state) if isinstance(a, Plant)]


def test_yes_lets_a_ghost_go_beyond_the_limit() -> None:
    state = go(position(("G2 E1", ""), FULL, options=YES), Plant(A, "G2", "b2"))
    assert on(state, "b2") == ("E1", "E1", "E2", "G2")


def test_yes_lets_several_ghosts_go_beyond_the_limit() -> None:
    state = position(("G2 G2", ""), {"b2": "E E1 E1 E2 G2 G2"}, options=YES)
    state = go(state, Plant(A, "G2", "b2"), Plant(A, "G2", "b2"))
    assert on(state, "b2") == ("E1", "E1", "E2", "G2", "G2", "G2", "G2")


def test_yes_holds_for_the_grey_tile_as_well() -> None:
    state = go(position(("G2", ""), {"b2": "X R1 E1 V1"}, options=YES), Plant(A, "G2", "b2"))
    assert on(state, "b2") == ("R1", "E1", "V1", "G2")


def test_yes_keeps_a_full_tile_shut_to_coloured_moths() -> None:
    state = position(("E1", ""), FULL, options=YES)
    assert refused(state, Plant(A, "E1", "b2")).clauses == ("turn.plant.full",)


def test_yes_still_counts_a_ghost_among_the_three() -> None:
    state = go(position(("G2 E1", ""), {"b2": "E E1 E1"}, options=YES), Plant(A, "G2", "b2"))
    assert refused(state, Plant(A, "E1", "b2")).clauses == ("turn.plant.full",)


def test_yes_keeps_face_down_tiles_shut_to_ghosts() -> None:
    state = position(("G2", ""), FULL, options=YES)
    assert refused(state, Plant(A, "G2", "a1")).clauses == ("turn.plant.face-up",)


def test_a_wick_takes_all_of_an_overfull_tile() -> None:
    five = "R1 R1 R1 R1 R1"
    state = last_action((five, five), {"b2": "E E1 E1 E2 G2"}, wicks={"b2": (B,)}, options=YES)
    run = play(state, Draw(B), "B1")
    assert run.events[1] == MothsTaken(B, "b2", ("E1", "E1", "E2", "G2"))
    assert run.state.lanterns[B] == cards("E1 E1 E2 G2")


def test_no_is_the_default() -> None:
    assert GAME.options().ghost_on_full_tile == "no"
