"""Plant: which moth may go on which tile."""

import pytest

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Plant
from domain.games.lantern_moths.events import MothPlanted
from tests.domain.lantern_moths.build import A, cards, go, on, play, position, refused


def plants(state: object) -> set[tuple[str, str]]:
    return {(a.card, a.tile) for a in GAME.legal_actions(state) if isinstance(a, Plant)}


def test_a_planted_moth_leaves_the_hand_and_lies_on_the_tile() -> None:
    run = play(position(("E1 E2 V1", ""), {"b2": "E R1"}), Plant(A, "E2", "b2"))
    assert run.events == [MothPlanted(A, "E2", "b2")]
    assert run.state.hands[A] == cards("E1 V1")
    assert on(run.state, "b2") == ("R1", "E2")


def test_a_coloured_moth_goes_on_its_own_colour_or_grey_alone() -> None:
    state = position(("E1 V2", ""), {"a2": "E", "b2": "X", "c2": "R", "b1": "E"})
    assert plants(state) == {("E1", "a2"), ("E1", "b1"), ("E1", "b2"), ("V2", "b2")}


def test_another_colours_tile_is_refused() -> None:
    refusal = refused(position(("E1", ""), {"b2": "R"}), Plant(A, "E1", "b2"))
    assert refusal.clauses == ("turn.plant.colour",)
    assert str(refusal) == (
        "cannot plant E1 on b2: b2 takes R, not E [turn.plant.colour]"
        " (round 1, turn of seat A, action 1)"
    )


@pytest.mark.parametrize("card", ["B1", "E2", "R3", "V1", "G2"])
def test_the_grey_tile_takes_any_moth(card: str) -> None:
    state = go(position((card, ""), {"b2": "X"}), Plant(A, card, "b2"))
    assert on(state, "b2") == (card,)


@pytest.mark.parametrize("colour", ["B", "E", "R", "V", "X"])
def test_a_ghost_may_go_on_any_face_up_tile(colour: str) -> None:
    state = go(position(("G2", ""), {"b2": colour}), Plant(A, "G2", "b2"))
    assert on(state, "b2") == ("G2",)


def test_a_ghost_may_join_other_moths() -> None:
    state = go(position(("G2", ""), {"b2": "E E1 E2"}), Plant(A, "G2", "b2"))
    assert on(state, "b2") == ("E1", "E2", "G2")


def test_moths_of_several_colours_share_the_grey_tile() -> None:
    state = go(position(("R1", ""), {"b2": "X E1 V1"}), Plant(A, "R1", "b2"))
    assert on(state, "b2") == ("E1", "V1", "R1")


@pytest.mark.parametrize("card", ["E1", "G2"])
def test_a_face_down_tile_is_refused_even_to_a_ghost(card: str) -> None:
    state = position((card, ""), {"b2": "E"})
    refusal = refused(state, Plant(A, card, "b3"))
    assert refusal.clauses == ("turn.plant.face-up",)
    assert refusal.reason == "b3 is face down"


def test_a_tile_holds_three_moths_at_most() -> None:
    state = go(position(("E1 E1", ""), {"b2": "E E1 E2"}), Plant(A, "E1", "b2"))
    assert on(state, "b2") == ("E1", "E2", "E1")  # 2 + 1 = 3
    refusal = refused(state, Plant(A, "E1", "b2"))
    assert refusal.clauses == ("turn.plant.full",)
    assert str(refusal) == (
        "cannot plant E1 on b2: b2 is full [turn.plant.full] (round 1, turn of seat A, action 2)"
    )


def test_the_grey_tile_is_full_at_three_as_well() -> None:
    refusal = refused(position(("V1", ""), {"b2": "X E1 R1 B1"}), Plant(A, "V1", "b2"))
    assert refusal.clauses == ("turn.plant.full",)


def test_a_ghost_counts_towards_the_three() -> None:
    refusal = refused(position(("E1", ""), {"b2": "E E1 G2 E2"}), Plant(A, "E1", "b2"))
    assert refusal.clauses == ("turn.plant.full",)


def test_a_ghost_may_not_go_on_a_full_tile() -> None:
    refusal = refused(position(("G2", ""), {"b2": "E E1 E1 E2"}), Plant(A, "G2", "b2"))
    assert refusal.clauses == ("turn.plant.full",)


def test_a_moth_that_the_hand_lacks_is_refused() -> None:
    refusal = refused(position(("E1", "E2")), Plant(A, "E2", "b2"))
    assert refusal.clauses == ("turn.plant.hand",)
    assert refusal.reason == "E2 is not in the hand"


@pytest.mark.parametrize("card", ["D", "E9", "", "Emerald"])
def test_what_is_no_moth_cannot_be_planted(card: str) -> None:
    for hand in ("E1", "? ?"):
        refusal = refused(position((hand, "")), Plant(A, card, "b2"))
        assert refusal.clauses == ("turn.plant.hand",)


@pytest.mark.parametrize("tile", ["d4", "B2", "", "b22"])
def test_a_tile_outside_the_garden_is_refused(tile: str) -> None:
    refusal = refused(position(("E1", "")), Plant(A, "E1", tile))
    assert refusal.clauses == ("setup.garden",)
    assert refusal.reason.startswith(f"there is no tile {tile!r}, expected one of a3, b3, c3")


def test_a_card_from_an_unseen_hand_shows_itself_when_planted() -> None:
    run = play(position(("? ?", ""), {"b2": "X"}, deck="? ?"), Plant(A, "V3", "b2"))
    assert run.state.hands[A] == cards("?")
    assert on(run.state, "b2") == ("V3",)


def test_an_unseen_hand_cannot_hold_a_card_whose_copies_all_lie_elsewhere() -> None:
    """The edition has two cards V3: one lies on the grey tile, one in a lantern."""
    state = position(("? ?", "? ?"), {"b2": "X V3"}, lanterns=("V3", ""), deck="? ?")
    assert refused(state, Plant(A, "V3", "b2")).clauses == ("turn.plant.hand",)
    assert ("V3", "b2") not in plants(state)
    assert ("V2", "b2") in plants(state)


def test_a_known_card_of_a_partly_unseen_hand_may_be_planted() -> None:
    state = go(position(("V3 ?", ""), deck="? ?"), Plant(A, "V3", "b2"))
    assert state.hands[A] == cards("?")
