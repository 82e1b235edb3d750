"""Question 1: does next to mean beside, or cornerwise too?"""

import pytest

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.actions import Flip
from tests.domain.lantern_moths.build import A, face, play, position, refused


def flips(reach: str, up: str) -> set[str]:
    garden = dict.fromkeys(up.split(), "E")
    state = position(garden=garden, options={"flip_adjacency": reach})
    return {action.tile for action in GAME.legal_actions(state) if isinstance(action, Flip)}


@pytest.mark.parametrize(
    ("up", "orthogonal", "diagonal"),
    [
        ("b2", "a2 b1 b3 c2", "a1 a2 a3 b1 b3 c1 c2 c3"),
        ("a3", "a2 b3", "a2 b2 b3"),
        ("c3", "b3 c2", "b2 b3 c2"),
        ("a1", "a2 b1", "a2 b1 b2"),
        ("c1", "b1 c2", "b1 b2 c2"),
        ("b3", "a3 b2 c3", "a2 a3 b2 c2 c3"),
        ("a2", "a1 a3 b2", "a1 a3 b1 b2 b3"),
        ("c2", "b2 c1 c3", "b1 b2 b3 c1 c3"),
        ("b1", "a1 b2 c1", "a1 a2 b2 c1 c2"),
    ],
)
def test_the_tiles_next_to_one_face_up_tile(up: str, orthogonal: str, diagonal: str) -> None:
    assert flips("orthogonal", up) == set(orthogonal.split())
    assert flips("diagonal", up) == set(diagonal.split())


def test_orthogonal_refuses_a_corner_that_diagonal_flips() -> None:
    state = position(options={"flip_adjacency": "orthogonal"})
    assert refused(state, Flip(A, "a3")).clauses == ("turn.flip.adjacent",)
    state = position(options={"flip_adjacency": "diagonal"})
    assert face(play(state, Flip(A, "a3"), "V").state, "a3") == "V"


def test_diagonal_still_refuses_what_lies_two_steps_away() -> None:
    state = position(garden={"a3": "X"}, options={"flip_adjacency": "diagonal"})
    for tile in ("c3", "c2", "c1", "b1", "a1"):
        assert refused(state, Flip(A, tile)).clauses == ("turn.flip.adjacent",)


def test_orthogonal_is_the_default() -> None:
    assert GAME.options().flip_adjacency == "orthogonal"
