"""Question 5: does a Ghost count as any colour in a set?"""

import pytest

from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.outcome import Score, score
from tests.domain.lantern_moths.build import cards, rules


def scored(value: str, lantern: str) -> Score:
    return score(rules(ghost_in_sets=value), cards(lantern))


@pytest.mark.parametrize(
    ("lantern", "no", "any_colour"),
    [
        ("E3 E2 G2", 7, 11),  # 3 + 2 + 2, and 4 for the set that the Ghost completes
        ("E3 G2 G2", 7, 11),  # 3 + 2 + 2, and one Emerald with two Ghosts
        ("G2 G2 G2", 6, 10),  # 2 + 2 + 2, and three Ghosts alone are a set
        ("G2 G2", 4, 4),
        ("E3 G2", 5, 5),  # two cards are no set
        ("E3 R2 G2", 7, 7),  # a Ghost is one colour at a time
        ("E1 E1 E1 G2", 9, 9),  # 3 + 2 + 4: the fourth begins no second set
        ("E1 E1 E1 E1 G2", 10, 10),  # 4 + 2 + 4: one over, and one Ghost is not enough
        ("E1 E1 E1 E1 G2 G2", 12, 16),  # 4 + 4 + 4, and 4: the one over with two Ghosts
        ("E1 E1 E1 E1 E1 G2", 11, 15),  # 5 + 2 + 4, and 4: the two over with one Ghost
        ("E1 E1 V1 V1 G2", 6, 10),  # 4 + 2, and 4: either pair, but not both
        ("E1 E1 V1 V1 G2 G2", 8, 16),  # 4 + 4, and a Ghost for each pair
        ("E1 E1 R1 G2 G2 G2", 9, 17),  # 3 + 6, and 1 Ghost to the pair, 2 to the one
        ("E1 E1 G2 G2 G2", 8, 12),  # 2 + 6, and one set: two Ghosts are left over
        ("E1 E1 G2 G2 G2 G2", 10, 18),  # 2 + 8, and the pair with one, then three Ghosts
        ("E1 R1 G2 G2 G2", 8, 12),  # 2 + 6, and one set whichever way
        ("E1 R1 G2 G2 G2 G2", 10, 18),  # 2 + 8, and two Ghosts to each
        ("E1 R1 B1 V1 G2 G2 G2 G2", 12, 20),  # 4 + 8, and two sets of one with two Ghosts
        ("E1 E1 R1 R1 B1 B1 V1 V1 G2 G2 G2 G2", 16, 32),  # 8 + 8, and a Ghost for each of four
        ("E1 E1 E1 G2 G2 G2 G2", 15, 19),  # 3 + 8 + 4, and a second set of three Ghosts
    ],
)
def test_a_lantern_with_ghosts_scores(lantern: str, no: int, any_colour: int) -> None:
    assert scored("no", lantern).total == no
    assert scored("any_colour", lantern).total == any_colour


def test_every_ghost_keeps_its_two_points_within_a_set() -> None:
    result = scored("any_colour", "E3 E2 G2")
    assert (result.printed, result.ghosts, result.sets) == (5, 2, 4)
    result = scored("any_colour", "G2 G2 G2")
    assert (result.printed, result.ghosts, result.sets) == (0, 6, 4)


def test_ghosts_in_sets_still_count_for_the_tie_breaks() -> None:
    result = scored("any_colour", "E3 E2 G2")
    assert (result.moths, result.ghost_moths) == (3, 1)


def test_a_lantern_without_ghosts_scores_the_same_either_way() -> None:
    """3 + 2 + 2 + 1 + 4 = 12."""
    for value in ("no", "any_colour"):
        assert scored(value, "E3 E2 E2 V1").total == 12


def test_no_is_the_default() -> None:
    assert GAME.options().ghost_in_sets == "no"
