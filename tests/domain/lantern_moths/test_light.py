"""Light: one wick a turn, beside a face-up tile, one of yours a tile."""

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Light
from domain.games.lantern_moths.events import WickLit
from domain.games.lantern_moths.legal import wicks_left
from tests.domain.lantern_moths.build import A, B, C, beside, go, play, position, refused


def test_lighting_sets_an_unlit_wick_beside_a_face_up_tile() -> None:
    run = play(position(garden={"b2": "X", "b3": "E E1"}), Light(A, "b3"))
    assert run.events == [WickLit(A, "b3")]
    assert beside(run.state, "b3") == (A,)
    assert [wicks_left(run.state, seat) for seat in (A, B)] == [2, 3]


def test_a_tile_without_moths_may_be_lit() -> None:
    state = go(position(garden={"b2": "X"}), Light(A, "b2"))
    assert beside(state, "b2") == (A,)


def test_every_face_up_tile_may_be_lit_and_no_other() -> None:
    state = position(garden={"b2": "X", "b3": "E E1 E1 E1", "c3": "V G2"})
    lights = [action.tile for action in GAME.legal_actions(state) if isinstance(action, Light)]
    assert sorted(lights) == ["b2", "b3", "c3"]
    refusal = refused(state, Light(A, "a1"))
    assert refusal.clauses == ("turn.light.face-up",)
    assert str(refusal) == (
        "cannot light a1: a1 is face down [turn.light.face-up] (round 1, turn of seat A, action 1)"
    )


def test_a_tile_with_a_ghost_may_be_lit_though_it_is_of_no_use() -> None:
    state = position(garden={"b2": "X G2"}, fresh_ghosts=(4,))
    assert Light(A, "b2") in GAME.legal_actions(state)


def test_wicks_of_different_players_may_be_beside_one_tile() -> None:
    state = position(("", "", ""), wicks={"b2": (C, B)})
    assert beside(go(state, Light(A, "b2")), "b2") == (C, B, A)


def test_two_wicks_of_one_player_may_not_be_beside_one_tile() -> None:
    state = position(garden={"b2": "X", "b3": "E"}, wicks={"b2": (A,)})
    refusal = refused(state, Light(A, "b2"))
    assert refusal.clauses == ("turn.light.one-each",)
    assert refusal.reason == "a wick of this seat burns at b2 already"
    assert Light(A, "b2") not in GAME.legal_actions(state)
    assert Light(A, "b3") in GAME.legal_actions(state)


def test_without_an_unlit_wick_nothing_can_be_lit() -> None:
    state = position(
        garden={"b2": "X", "b3": "E", "a2": "V", "c2": "R"},
        wicks={"b2": (A,), "b3": (A, B), "a2": (A,)},
    )
    assert wicks_left(state, A) == 0
    assert refused(state, Light(A, "c2")).clauses == ("turn.light.unlit",)
    assert not [action for action in GAME.legal_actions(state) if isinstance(action, Light)]


def test_a_tile_outside_the_garden_cannot_be_lit() -> None:
    assert refused(position(), Light(A, "z9")).clauses == ("setup.garden",)


def test_lighting_moves_no_moth_before_the_round_ends() -> None:
    before = position(garden={"b2": "X E1"})
    after = go(before, Light(A, "b2"))
    assert (after.moths, after.lanterns) == (before.moths, before.lanterns)
