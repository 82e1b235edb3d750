"""Scoring, with the sums written out."""

from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.outcome import Score, sets_in
from tests.domain.lantern_moths.build import edition, position


def scores(*lanterns: str, box: object = None, **options: str) -> tuple[Score, ...]:
    """Score the lanterns of a game that is over."""
    over = position(
        [""] * len(lanterns),
        lanterns=lanterns,
        options=options,
        box=box,
        round=4,
        last_round=3,
        ending="fourth_dusk",
        ended=True,
    )
    result = GAME.outcome(over)
    assert result is not None
    return result.scores


def parts(lantern: str, **more: object) -> tuple[int, int, int, int]:
    """Return printed, Ghost and set points, and the total, of one lantern."""
    score = scores(lantern, "", **more)[0]
    return score.printed, score.ghosts, score.sets, score.total


@pytest.mark.parametrize(
    ("lantern", "printed", "ghosts", "sets", "total"),
    [
        ("", 0, 0, 0, 0),
        ("V1", 1, 0, 0, 1),
        ("V2", 2, 0, 0, 2),
        ("V3", 3, 0, 0, 3),
        ("G2", 0, 2, 0, 2),
        ("E3 R2 V1 G2", 6, 2, 0, 8),  # 3 + 2 + 1, and 2 for the Ghost
        ("E3 E2", 5, 0, 0, 5),  # two are no set
        ("E3 E2 E2", 7, 0, 4, 11),  # 3 + 2 + 2, and 4 for the set
        ("E3 E2 R2", 7, 0, 0, 7),  # three colours do not make one
        ("E1 E1 E1 E1", 4, 0, 4, 8),  # a fourth of the colour adds its number only
        ("E1 E1 E1 E1 E1", 5, 0, 4, 9),  # five hold one set: each moth counts once
        ("E1 E1 E1 E1 E1 E2", 7, 0, 8, 15),  # six hold two: 5 + 2 + 4 + 4
        ("E1 E1 E1 V1 V1 V1 R1 R1", 8, 0, 8, 16),  # two sets of two colours
        ("E1 E1 E2 E2 E3 E3 V1 V2 V3", 18, 0, 12, 30),  # 12 + 6, and three sets
        ("G2 G2 G2", 0, 6, 0, 6),  # Ghosts form no sets
        ("E1 E1 G2", 2, 2, 0, 4),  # nor do they complete one
        ("G2 G2 G2 G2 B3", 3, 8, 0, 11),
    ],
)
def test_a_lantern_scores(lantern: str, printed: int, ghosts: int, sets: int, total: int) -> None:
    assert parts(lantern) == (printed, ghosts, sets, total)
    assert total == printed + ghosts + sets


def test_each_lantern_is_scored_by_itself() -> None:
    """Three Emeralds in two lanterns are no set."""
    assert [score.total for score in scores("E1 E1", "E1", "V3")] == [2, 1, 3]


def test_moths_and_ghosts_are_counted_for_the_tie_breaks() -> None:
    score = scores("E1 G2 V2 G2", "")[0]
    assert (score.moths, score.ghost_moths) == (4, 2)


def test_only_what_lies_beside_the_lantern_scores() -> None:
    """Neither the hand nor the garden counts."""
    over = position(
        ("E3 E3", "V3"), {"b2": "X V3 V1 V1"}, lanterns=("R1", ""), ended=True, ending="deck_out"
    )
    assert [score.total for score in GAME.outcome(over).scores] == [1, 0]


def test_an_editions_own_ghost_points_count() -> None:
    assert parts("G5 E1", box=edition(ghost_points=5)) == (1, 5, 0, 6)


def test_an_editions_own_values_count() -> None:
    assert parts("E7 E7 E7", box=edition(copies={7: 11})) == (21, 0, 4, 25)  # 3 x 7 + 4


def test_scores_can_be_read_while_the_game_goes_on() -> None:
    state = position(lanterns=("E3 E2 E2", "?"))
    assert GAME.scores(state) == (11, None)  # B's lantern is unknown
    assert GAME.outcome(state) is None


@cache
def best_sets(colours: tuple[int, ...], wild: int) -> int:
    """Try every way of taking a set away: k moths of one colour and 3 - k wild ones."""
    tries = [0]
    if wild >= 3:
        tries.append(1 + best_sets(colours, wild - 3))
    for i, count in enumerate(colours):
        for k in (1, 2, 3):
            if k <= count and 3 - k <= wild:
                left = tuple(sorted((*colours[:i], count - k, *colours[i + 1 :])))
                tries.append(1 + best_sets(left, wild - (3 - k)))
    return max(tries)


@settings(max_examples=300, derandomize=True)
@given(st.lists(st.integers(0, 11), max_size=4), st.integers(0, 6))
def test_wild_moths_are_used_as_well_as_possible(counts: list[int], wild: int) -> None:
    colours = Counter(dict(zip("BREV", counts, strict=False)))
    assert sets_in(colours, wild) == best_sets(tuple(sorted(counts)), wild)
