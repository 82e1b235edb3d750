"""The first round: free, or one in which everybody who can mark must."""

from domain.chance import Observed
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import Draw
from domain.games.nocturnis.events import (
    HabitatMarked,
)
from tests.domain.nocturnis.build import (
    A,
    B,
    choices,
    edition,
    go,
    kinds,
    lure,
    mark,
    position,
    refused,
)

MUST = {"first_round": "must_mark"}


def test_a_free_first_round_allows_drawing() -> None:
    state = position(("", ""), round=1)
    assert choices(state, A) == {"mark", "draw"}


def test_a_strict_first_round_has_to_be_marked() -> None:
    state = position(("", ""), round=1, options=MUST)
    assert choices(state, A) == {"mark"}
    assert refused(state, Draw(A)).clauses == ("mark.first-round",)
    assert refused(state, Draw(A, "L1")).clauses == ("mark.first-round",)
    assert choices(position(("", ""), round=2, options=MUST), A) == {"mark", "draw"}


def test_in_a_strict_first_round_a_shape_that_fits_no_corner_lets_its_player_draw() -> None:
    """Every corner is empty: a five in a row covers none, though it fits in the middle."""
    grid = "# m m m #\nm m m m m\nm m m m m\nm m m m m\n# m m m #\n"
    box = edition(back=grid, bonuses={})
    state = position(("", ""), "Five", round=1, sheet=("back", "front"), box=box, options=MUST)
    assert choices(state, A) == {"draw"}
    assert choices(state, B) == {"mark"}


def test_a_strict_first_round_goes_on_with_the_effects_of_moths() -> None:
    state = go(position(("L2", ""), round=1, options=MUST), mark(A, "a5 b5 c5"), lure(A, "L2"))
    assert choices(state, A) == {"draw", "stop_drawing"}


def test_a_player_without_a_first_shape_goes_out_like_any_other() -> None:
    """With all corners empty nothing can ever be marked: hands fill, and the night is over."""
    grid = "# m #\nm m m\n# m #\n"
    box = edition(front=grid, back=grid, bonuses={})
    state = position(("I1 I1 I1",), "Domino", box=box)
    state = go(state, Draw(A))
    run = GAME.play(state, Draw(A), Observed(["L1", "Line"]))
    assert kinds(run.events) == ["MothDrawn", "HabitatRevealed", "WentOut", "NightEnded"]
    assert HabitatMarked not in map(type, run.events)
