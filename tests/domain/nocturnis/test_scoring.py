"""Points at the end, part by part; ties; a solo player's stars."""

from typing import Any

import pytest

from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.state import State
from tests.domain.nocturnis.build import A, B, edition, position, rows, sum_up

SIX = "a5 b5, c5 d5, e5 e4, a4 b4, c4 d4, a3 b3"
"""Six shapes in front, for up to six moths."""


def ended(*lured: str, **more: Any) -> State:
    """Lay out a finished table whose seats lured these moths."""
    seats = len(lured)
    more.setdefault("gardens", (SIX,) * seats)
    return position(("",) * seats, lured=lured, display="", out=(True,) * seats, ended=True, **more)


def test_an_empty_garden_is_worth_nothing() -> None:
    assert sum_up(ended("")) == {}


def test_card_points_and_the_points_of_effects_are_counted_apart() -> None:
    """I1 is worth 2 and brings 2; L2 is worth 3; AL AR 7 + 0."""
    assert sum_up(ended("I1, L2")) == {"total": 7, "moths": 5, "effects": 2, "lures": 2}
    assert sum_up(ended("AL AR")) == {"total": 7, "moths": 7, "lures": 1}


@pytest.mark.parametrize(
    ("lured", "moths", "extra"),
    [
        ("L1, L1, L1", 3, 0),
        ("L1, L1, L1, L1", 4, 1),
        ("L1, L1, L1, L1, L1", 5, 1),  # five times is a point more once
        ("L1, L1, L2, L2", 2 + 6, 1),  # cards of one species count together
    ],
)
def test_a_fourth_lure_of_a_species_gives_one_point_more(
    lured: str, moths: int, extra: int
) -> None:
    found = sum_up(ended(lured))
    assert (found["moths"], found.get("fourth", 0)) == (moths, extra)
    assert found["total"] == moths + extra


def test_eight_lures_of_a_species_are_no_two_fourths() -> None:
    box = edition(species=rows("species", {"name": "Luna", "crosses": 9}))
    found = sum_up(ended(", ".join(["L1"] * 8), box=box, gardens=(f"{SIX}, c3 d3, a2 b2",)))
    assert found == {"total": 9, "moths": 8, "fourth": 1, "lures": 8}


def test_each_species_has_its_own_fourth_lure() -> None:
    """Io has room for four here: 4 x 2 + 4 x 2 points of effects, and the point more, twice."""
    box = edition(species=rows("species", {"name": "Io", "crosses": 4}))
    shapes = f"{SIX}, c3 d3, a2 b2"
    found = sum_up(ended("I1, I1, I1, I1, L1, L1, L1, L1", box=box, gardens=(shapes,)))
    assert found == {"total": 22, "moths": 12, "effects": 8, "fourth": 2, "lures": 8}


def test_every_species_once_gives_two_points() -> None:
    """1 + 2 + 7 on the cards, 2 from I1, 2 for the set."""
    found = sum_up(ended("L1, I1, AL AR"))
    assert found == {"total": 14, "moths": 10, "effects": 2, "every_species": 2, "lures": 3}


def test_a_missing_species_gives_none() -> None:
    assert "every_species" not in sum_up(ended("L1, L2, I1, I2, I3"))


def test_every_species_twice_gives_two_more() -> None:
    """2 x (1 + 2 + 7) on the cards, 2 x 2 from I1, 2 + 2 for the sets."""
    found = sum_up(ended("L1, L1, I1, I1, AL AR, AL AR"))
    assert found == {"total": 28, "moths": 20, "effects": 4, "every_species": 4, "lures": 6}


def test_every_species_twice_needs_two_of_the_rarest() -> None:
    found = sum_up(ended("L1, L1, I1, I1, AL AR"))
    assert found["every_species"] == 2


def test_points_of_covered_bonus_squares_count() -> None:
    """c5 gives 3 and d1 gives 1; b5 gives cards and a2 a shape."""
    state = ended("", gardens=("a5 b5 c5, c1 d1 e1, a2",), sheet=("back",))
    assert sum_up(state) == {"total": 4, "bonuses": 4}


def test_the_front_of_the_same_garden_gives_none() -> None:
    assert sum_up(ended("", gardens=("a5 b5 c5, c1 d1 e1, a2",))) == {}


def test_everything_together() -> None:
    """L1 x 4 = 4 and 1 more; I1 = 2 and 2; AL AR = 7; set 2; c5 = 3; one exchange -1: 20."""
    state = ended(
        "L1, L1, L1, L1, I1, AL AR",
        gardens=("a5 b5 c5, a4, b4, c4, a3, b3",),
        sheet=("back",),
        exchanges=(1,),
    )
    assert sum_up(state) == {
        "total": 20,
        "moths": 13,
        "effects": 2,
        "bonuses": 3,
        "fourth": 1,
        "every_species": 2,
        "exchanges": -1,
        "lures": 6,
    }


def test_the_editions_own_bonuses_are_used() -> None:
    box = edition(fourth_lure=5, every_species=7, every_species_twice=11, exchange_cost=3)
    state = ended("L1, L1, L1, L1, I1, AL AR", box=box, exchanges=(2,))
    found = sum_up(state)
    assert (found["fourth"], found["every_species"], found["exchanges"]) == (5, 7, -6)


def test_unused_cards_in_hand_count_nothing() -> None:
    state = position(("AL AR L2",), out=(True,), ended=True)
    assert sum_up(state) == {}


# --- who wins -----------------------------------------------------------------------------


def test_the_most_points_win() -> None:
    result = GAME.outcome(ended("L2", "L1", "L1, L1"))
    assert (result.winners, result.decided_by) == ((A,), "points")
    assert [score.total for score in result.scores] == [3, 1, 2]


def test_at_equal_points_the_most_moths_win() -> None:
    """L2 is 3; three L1 are 3 too."""
    result = GAME.outcome(ended("L2", "L1, L1, L1"))
    assert (result.winners, result.decided_by) == ((B,), "moths")


def test_two_halves_are_one_moth_in_a_tie() -> None:
    """AL AR is 7 with one lure; L2 L2 L1 is 7 with three. And two cards against two lures."""
    result = GAME.outcome(ended("AL AR", "L2, L2, L1"))
    assert (result.winners, result.decided_by) == ((B,), "moths")
    box = edition(cards=rows("cards", {"key": "AL", "points": 6}))
    result = GAME.outcome(ended("AL AR", "L2, L2", box=box))
    assert (result.winners, result.decided_by) == ((B,), "moths")


def test_still_level_the_victory_is_shared() -> None:
    result = GAME.outcome(ended("L2, L1", "L1, L2", "L2"))
    assert (result.winners, result.decided_by) == ((A, B), "shared")


def test_a_tie_below_the_first_place_decides_nothing() -> None:
    result = GAME.outcome(ended("L2, L2", "L2", "L1, L1, L1"))
    assert (result.winners, result.decided_by) == ((A,), "points")


def test_an_exchange_may_cost_the_victory() -> None:
    result = GAME.outcome(ended("L2", "L1, L1", exchanges=(2, 0)))
    assert (result.winners, result.decided_by) == ((B,), "points")


def test_stars_are_for_solo_players_alone() -> None:
    assert GAME.outcome(ended("L2", "L1")).stars is None


@pytest.mark.parametrize(
    ("points", "stars"), [(0, 1), (44, 1), (45, 2), (50, 2), (55, 2), (56, 3), (99, 3)]
)
def test_a_solo_players_stars(points: int, stars: int) -> None:
    box = edition(cards=rows("cards", {"key": "L1", "points": points}))
    result = GAME.outcome(ended("L1", box=box))
    assert result.scores[A].total == points
    assert (result.winners, result.decided_by, result.stars) == ((A,), "solo", stars)


def test_stars_count_the_score_after_exchanges() -> None:
    box = edition(cards=rows("cards", {"key": "L1", "points": 45}))
    assert GAME.outcome(ended("L1", box=box, exchanges=(1,))).stars == 1


def test_scores_are_known_while_the_game_goes_on_too() -> None:
    state = position(("", ""), gardens=(SIX, SIX), lured=("L2, I1", "L1"), exchanges=(0, 1))
    assert GAME.outcome(state) is None
    assert GAME.scores(state) == (3 + 2 + 2, 1 - 1)


def test_the_outcome_counts_rounds() -> None:
    assert GAME.outcome(ended("L1", round=9)).rounds == 9
