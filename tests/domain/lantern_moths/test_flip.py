"""Flip: a face-down tile next to a face-up one. Cornerwise flips have a test of their own."""

import pytest

from domain.chance import Observed
from domain.errors import Refusal, Unseen
from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Flip
from domain.games.lantern_moths.events import TileFlipped
from tests.domain.lantern_moths.build import TILES, A, B, face, go, play, position, refused


def flips(state: object) -> set[str]:
    return {action.tile for action in GAME.legal_actions(state) if isinstance(action, Flip)}


def test_a_flipped_tile_shows_its_colour_to_all() -> None:
    run = play(position(), Flip(A, "b3"), "V")
    assert run.events == [TileFlipped(A, "b3", "V")]
    assert face(run.state, "b3") == "V"
    assert run.state.faces_left.counts() == {"B": 2, "E": 2, "R": 2, "V": 1}
    assert face(GAME.observe(run.state, B), "b3") == "V"


@pytest.mark.parametrize(
    ("up", "may_flip"),
    [
        ("b2", "a2 b1 b3 c2"),  # from the middle: the four sides, no corner
        ("a3", "a2 b3"),
        ("c1", "b1 c2"),
        ("b3", "a3 b2 c3"),
        ("a2", "a1 a3 b2"),
        ("b2 b3", "a2 a3 b1 c2 c3"),
        ("a3 c1", "a2 b1 b3 c2"),
    ],
)
def test_the_tile_must_lie_beside_a_face_up_one(up: str, may_flip: str) -> None:
    state = position(garden=dict.fromkeys(up.split(), "E") | {up[:2]: "X"})
    assert flips(state) == set(may_flip.split())


def test_rows_do_not_run_on_into_one_another() -> None:
    """c3 ends a row and a2 begins the next one: they are not neighbours."""
    assert "a2" not in flips(position(garden={"c3": "X"}))
    assert "c2" not in flips(position(garden={"a1": "X"}))


def test_a_tile_next_to_none_that_is_face_up_is_refused() -> None:
    refusal = refused(position(), Flip(A, "a3"))
    assert refusal.clauses == ("turn.flip.adjacent",)
    assert str(refusal) == (
        "cannot flip a3: no face-up tile lies next to a3 [turn.flip.adjacent]"
        " (round 1, turn of seat A, action 1)"
    )


def test_a_face_up_tile_cannot_be_flipped_again() -> None:
    refusal = refused(position(), Flip(A, "b2"))
    assert refusal.clauses == ("turn.flip.face-down",)
    assert refusal.reason == "b2 is face up already"


def test_a_garden_that_is_all_face_up_has_nothing_to_flip() -> None:
    colours = ("X", "B", "B", "E", "E", "R", "R", "V", "V")
    assert flips(position(garden=dict(zip(TILES, colours, strict=True)))) == set()


def test_the_garden_has_no_sides() -> None:
    """Any seat may flip on any side of the middle."""
    for seat, turns in ((A, 0), (B, 1)):
        assert flips(position(turns_done=turns)) == {"a2", "b1", "b3", "c2"}, seat


def test_the_last_tile_to_be_flipped_can_only_show_what_is_left() -> None:
    colours = ("X", "B", "B", "E", "E", "R", "R", "V")
    state = position(garden=dict(zip(TILES, colours, strict=False)))
    with pytest.raises(Unseen, match="the face of c1 cannot be 'B'; expected one of: V"):
        play(state, Flip(A, "c1"), "B")
    assert face(play(state, Flip(A, "c1"), "V").state, "c1") == "V"


def test_everybody_sees_the_face_of_a_flipped_tile() -> None:
    with pytest.raises(Refusal) as caught:
        GAME.play(position(), Flip(A, "b3"), Observed([None]))
    assert caught.value.clauses == ("turn.flip",)


def test_a_tile_outside_the_garden_cannot_be_flipped() -> None:
    assert refused(position(), Flip(A, "b4")).clauses == ("setup.garden",)


def test_flipped_tiles_can_be_planted_on_and_lit_at_once() -> None:
    state = play(position(("V1", "")), Flip(A, "b3"), "V").state
    told = {(type(a).__name__, a.tile) for a in GAME.legal_actions(state) if hasattr(a, "tile")}
    assert {("Plant", "b3"), ("Light", "b3")} <= told


def test_a_flip_opens_the_way_for_the_next() -> None:
    state = go(position(), Flip(A, "b3"), Flip(A, "a3"))
    assert face(state, "a3") is not None
