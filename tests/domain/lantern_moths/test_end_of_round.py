"""The end of a round: who takes moths, which stay, and in what order it all happens."""

import pytest

from domain.games.lantern_moths.actions import Draw, Light, Plant
from domain.games.lantern_moths.events import (
    MothsKept,
    MothsTaken,
    StartPassed,
    WicksReturned,
    WicksWentOut,
)
from domain.games.lantern_moths.legal import wicks_left
from tests.domain.lantern_moths.build import (
    A,
    B,
    C,
    D,
    beside,
    cards,
    deal,
    go,
    kinds,
    last_action,
    on,
    play,
    refused,
)

FULL = "B1 B1 B1 B1 B1"  # a hand of five: nobody refills


def close(
    garden: dict[str, str], wicks: dict[str, tuple[int, ...]], seats: int = 2, **more: object
):
    """End the round by the last seat's Draw; every hand holds five before it."""
    state = last_action([FULL] * seats, garden, wicks=wicks, deck="V1 V1 V1", **more)
    return play(state, Draw(seats - 1), "V1")


def test_the_owner_of_the_only_wick_takes_every_moth() -> None:
    run = close({"b2": "X E1 V3 R2"}, {"b2": (A,)})
    assert run.events[1] == MothsTaken(A, "b2", ("E1", "V3", "R2"))
    assert run.state.lanterns[A] == cards("E1 R2 V3")
    assert on(run.state, "b2") == ()


def test_taken_moths_join_those_already_beside_the_lantern() -> None:
    run = close({"b2": "X E1"}, {"b2": (B,)}, lanterns=("R3", "V2 V2"))
    assert run.state.lanterns == (cards("R3"), cards("E1 V2 V2"))


def test_each_lit_tile_is_settled_by_itself() -> None:
    garden = {"b3": "E E1", "a2": "R R1 R2", "b2": "X V1", "c2": "V V2"}
    run = close(garden, {"b3": (A,), "a2": (B,), "b2": (A, B)})
    assert run.events[1:4] == [
        MothsTaken(A, "b3", ("E1",)),
        MothsTaken(B, "a2", ("R1", "R2")),
        MothsKept("b2"),
    ]
    assert run.state.lanterns == (cards("E1"), cards("R1 R2"))


@pytest.mark.parametrize("wicks", [(A, B), (B, C), (A, B, C)])
def test_nobody_takes_from_a_tile_with_two_or_more_wicks(wicks: tuple[int, ...]) -> None:
    run = close({"b2": "X E1 V3"}, {"b2": wicks}, seats=3)
    assert run.events[1] == MothsKept("b2")
    assert on(run.state, "b2") == ("E1", "V3")
    assert [len(lantern) for lantern in run.state.lanterns] == [0, 0, 0]


def test_a_tile_that_nobody_lights_keeps_its_moths() -> None:
    run = close({"b2": "X E1 V3"}, {})
    assert on(run.state, "b2") == ("E1", "V3")
    assert kinds(run.events) == ["CardDrawn", "StartPassed"]


def test_moths_that_stay_count_towards_the_three_in_the_next_round() -> None:
    state = close({"b2": "X E1 V3 R1"}, {"b2": (A, B)}).state
    assert state.round == 2
    assert refused(state, Plant(B, "B1", "b2")).clauses == ("turn.plant.full",)


def test_a_full_tile_has_room_again_once_a_wick_took_its_moths() -> None:
    state = close({"b2": "X E1 V3 R1"}, {"b2": (A,)}).state
    assert on(go(state, Plant(B, "B1", "b2")), "b2") == ("B1",)


def test_a_wick_beside_an_empty_tile_burns_for_nothing() -> None:
    run = close({"b2": "X"}, {"b2": (A,)})
    assert run.events[1:3] == [WicksWentOut("b2"), WicksReturned()]
    assert [len(lantern) for lantern in run.state.lanterns] == [0, 0]


def test_several_wicks_beside_an_empty_tile_go_out_together() -> None:
    assert close({"b2": "X"}, {"b2": (B, A)}).events[1:3] == [WicksWentOut("b2"), WicksReturned()]


def test_a_ghost_planted_this_round_keeps_all_moths_of_its_tile() -> None:
    state = last_action((FULL, FULL + " G2"), {"b2": "X E1"}, wicks={"b2": (A,)})
    run = play(state, Plant(B, "G2", "b2"))
    assert run.events[1] == MothsKept("b2")
    assert on(run.state, "b2") == ("E1", "G2")
    assert run.state.lanterns[A] == cards("")


def test_a_ghost_blocks_its_own_owners_wick_as_well() -> None:
    state = last_action((FULL, FULL + " G2"), {"b2": "X E1"}, wicks={"b2": (B,)})
    assert play(state, Plant(B, "G2", "b2")).state.lanterns[B] == cards("")


def test_a_wick_lit_after_the_ghost_is_blocked_too() -> None:
    state = last_action((FULL, FULL), {"b2": "X E1 G2"}, fresh_ghosts=(4,))
    run = play(state, Light(B, "b2"))
    assert run.events[1] == MothsKept("b2")


def test_a_ghost_on_one_tile_leaves_the_other_tiles_alone() -> None:
    garden = {"b2": "X E1 G2", "b3": "E E2"}
    run = close(garden, {"b2": (A,), "b3": (B,)}, fresh_ghosts=(4,))
    assert run.state.lanterns == (cards(""), cards("E2"))


def test_a_ghost_on_a_contested_tile_keeps_it_for_both_reasons() -> None:
    run = close({"b2": "X G2"}, {"b2": (A, B)}, fresh_ghosts=(4,))
    assert run.events[1] == MothsKept("b2")


def test_every_wick_goes_back_unlit() -> None:
    garden = {"b2": "X E1", "b3": "E", "a2": "R R1 G2"}
    state = close(garden, {"b2": (A, C), "b3": (B,), "a2": (D,)}, seats=4, fresh_ghosts=(3,)).state
    assert state.wicks == ((),) * 9
    assert [wicks_left(state, seat) for seat in (A, B, C, D)] == [3, 3, 3, 3]


def test_wicks_that_nobody_lit_need_not_go_back() -> None:
    assert "WicksReturned" not in kinds(close({"b2": "X E1"}, {}).events)


def test_the_steps_come_in_the_rulebooks_order() -> None:
    """Moths taken or kept, wicks back, refills, start player; nothing before the last turn."""
    state = deal("E1 E2 R1 V1 G2", "B1 B2 R1 V1 G2").state
    state = go(state, Plant(A, "E1", "b2"), Light(A, "b2"), Plant(B, "R1", "b2"))
    assert (state.round, on(state, "b2"), beside(state, "b2")) == (1, ("E1", "R1"), (A,))
    run = play(state, Plant(B, "B2", "b2"), "E3", "V3", "V3")
    assert kinds(run.events) == [
        *("MothPlanted", "MothsTaken", "WicksReturned"),
        *("HandRefilled", "HandRefilled", "StartPassed"),
    ]
    assert run.state.lanterns[A] == cards("B2 E1 R1")


@pytest.mark.parametrize(
    ("seats", "start", "following"), [(2, A, B), (2, B, A), (4, B, C), (4, D, A)]
)
def test_the_start_player_passes_to_the_left(seats: int, start: int, following: int) -> None:
    state = last_action([FULL] * seats, {"b2": "X"}, start=start, deck="V1 V1 V1")
    run = play(state, Draw((start - 1) % seats), "V1")
    assert run.events[-1] == StartPassed(following)
    assert (run.state.start, run.state.round) == (following, 2)
