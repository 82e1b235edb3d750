"""How greedy looks at Lantern Moths: worths that can be added up by hand, and plain choices."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from analytics.bots.greedy.lantern_moths import Weights, values
from domain.chance import Shuffled
from domain.games import LANTERN_MOTHS
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from domain.games.lantern_moths.state import PLACE
from domain.options import read_options
from domain.piles import Pile
from service import seeds

PLAIN = Weights(one=1, two=2.5, tie=0, share=1, deny=0.5, risk=0, stay=0.5, hold=0.25)
"""A set's 4 points come as 1, 1.5 and 1.5."""


def position(
    hand: str,
    tiles: dict[str, str],
    *,
    lantern: str = "",
    wicks: dict[str, tuple[int, ...]] | None = None,
    second: bool = True,
    seats: int = 2,
    seat: int = 1,
    options: dict[str, str] | None = None,
    **changes: Any,
) -> Any:
    """Return a position of seat 1, by default the last one of its round, at its second action.

    :param tiles: the face-up tiles: each colour, and its moths after it.
    """
    rules = LANTERN_MOTHS.rules(
        seeds.edition(LANTERN_MOTHS), read_options(LANTERN_MOTHS.options, options or {}), seats
    )
    state = LANTERN_MOTHS.set_up(rules, 0, Shuffled(Random(1))).state
    faces, moths, lit = [None] * 9, [()] * 9, [()] * 9
    for tile, there in tiles.items():
        face, *lying = there.split()
        faces[PLACE[tile]], moths[PLACE[tile]] = face, tuple(lying)
    for tile, owners in (wicks or {}).items():
        lit[PLACE[tile]] = owners
    return replace(
        state,
        faces=tuple(faces),
        moths=tuple(moths),
        wicks=tuple(lit),
        hands=tuple(Pile.of(hand.split()) if at == seat else p for at, p in enumerate(state.hands)),
        lanterns=tuple(
            Pile.of(lantern.split()) if at == seat else p for at, p in enumerate(state.lanterns)
        ),
        turns_done=seat,
        actions_done=int(second),
        **changes,
    )


def worth(state: Any, action: Any, weights: Weights = PLAIN) -> float:
    legal = LANTERN_MOTHS.legal_actions(state)
    return values(state, action.seat, legal, weights)[legal.index(action)]


def chosen(state: Any) -> Any:
    legal = LANTERN_MOTHS.legal_actions(state)
    looks = values(state, legal[0].seat, legal, Weights())
    return legal[looks.index(max(looks))]


def test_a_wick_alone_is_worth_its_moths_and_their_part_of_a_set() -> None:
    """3 + 1.5 as the second of its colour, 1 + 1.5 as the third; a Ghost is 2 and no colour."""
    state = position("B1", {"b2": "R R3 R1 G2"}, lantern="R2 E1")
    assert worth(state, Light(1, "b2")) == 3 + 1.5 + 1 + 1.5 + 2


def test_a_wick_beside_another_one_is_worth_what_it_prevents_and_what_may_come_home_later() -> None:
    """Prevented: (3 + 1) x 0.5. Left: (3 + 1) x (0.5 - 0.5 x 0.5), for this seat acts next."""
    state = position("B1", {"b2": "R R3"}, wicks={"b2": (0,)})
    assert worth(state, Light(1, "b2")) == 2 + 1


def test_what_is_prevented_is_shared_by_the_other_seats() -> None:
    """The second seat of three begins the next round: one turn lies between, so 0.5 ** 2."""
    state = position("B1", {"b2": "R R3"}, wicks={"b2": (0,)}, seats=3)
    deny, kept = 0.5 / 2, 0.5**2
    assert worth(state, Light(1, "b2")) == 4 * deny + 4 * (kept - (1 - kept) * deny)


def test_a_third_wick_changes_nothing() -> None:
    state = position("B1", {"b2": "R R3"}, wicks={"b2": (0, 2)}, seats=3)
    assert worth(state, Light(1, "b2")) == 0


def test_seats_still_to_come_make_a_rich_tile_less_sure() -> None:
    """4 points to others at 0.25 a point: half as sure."""
    state = position("B1", {"b2": "R R3"}, seat=0)
    risky = replace(PLAIN, risk=0.25)
    assert worth(state, Light(0, "b2")) == 4
    assert worth(state, Light(0, "b2"), risky) == 2


@pytest.mark.parametrize(("option", "points"), [("planted_round", 6.0), ("while_present", 0.0)])
def test_a_ghost_of_an_earlier_round_stops_a_wick_under_its_option(
    option: str, points: float
) -> None:
    state = position("B1", {"b2": "R R3 G2"}, options={"ghost_blocks": option})
    assert worth(state, Light(1, "b2")) == points


def test_a_ghost_that_counts_as_any_colour_is_worth_more() -> None:
    any_colour = {"ghost_in_sets": "any_colour"}
    state = position("B1", {"b2": "R G2"}, options=any_colour)
    assert worth(state, Light(1, "b2")) == 2 + PLAIN.wild


def test_a_moth_on_the_own_lit_tile_is_worth_itself() -> None:
    """As the third of its colour, after one in the lantern and one on the tile."""
    state = position("R2", {"b2": "R R1"}, lantern="R1", wicks={"b2": (1,)}, lit=True)
    assert worth(state, Plant(1, "R2", "b2")) == 2 + 1.5


def test_planting_first_looks_as_good_as_lighting_first() -> None:
    """Either way R2 and R3 come home: 3 + 1 and 2 + 1.5."""
    state = position("R2", {"b2": "R R3"}, second=False)
    assert worth(state, Plant(1, "R2", "b2")) == worth(state, Light(1, "b2")) == 7.5


def test_it_does_not_plant_for_others_when_it_can_do_something_else() -> None:
    state = position("R3", {"b2": "R R3", "b3": "E"}, wicks={"b2": (0,)}, lit=True)
    assert chosen(state) != Plant(1, "R3", "b2")


def test_a_ghost_goes_where_another_wick_would_take_most() -> None:
    tiles = {"b2": "R R3 R3", "b3": "E E1", "a2": "V"}
    state = position("G2 V1", tiles, wicks={"b2": (0,), "a2": (1,)}, lit=True)
    assert chosen(state) == Plant(1, "G2", "b2")


def test_a_full_tile_takes_a_ghost_under_its_option_alone() -> None:
    tiles, wicks = {"b2": "R R3 R3 R2"}, {"b2": (0,)}
    options = {"ghost_on_full_tile": "yes"}
    allowed = position("G2", tiles, wicks=wicks, lit=True, options=options)
    assert chosen(allowed) == Plant(1, "G2", "b2")
    assert chosen(position("G2", tiles, wicks=wicks, lit=True)) != Plant(1, "G2", "b2")


def test_the_richest_free_tile_is_lit() -> None:
    tiles = {"b2": "R R1", "b3": "E E3 E2", "a2": "V V1 V1"}
    assert chosen(position("B1", tiles)) == Light(1, "b3")


def test_with_cards_that_fit_nowhere_a_tile_is_turned_up() -> None:
    """E1 and V1 wait: 4 of the 8 faces left take one of them, and the grey one takes both."""
    state = position("E1 V1", {"b2": "R"}, lit=True)
    assert isinstance(chosen(state), Flip)
    weights = replace(PLAIN, open=1, fit=4)
    assert worth(state, Flip(1, "b3"), weights) == 1 + 4 * (2 + 2 + 2) / 8
    diagonal = position("E1 V1", {"b2": "R"}, lit=True, options={"flip_adjacency": "diagonal"})
    assert worth(diagonal, Flip(1, "a3"), weights) == worth(state, Flip(1, "b3"), weights)


def test_with_nothing_to_plant_and_nothing_to_turn_it_draws() -> None:
    tiles = dict.fromkeys(PLACE, "R")
    assert chosen(position("E1 V1", tiles, lit=True)) == Draw(1)


def test_in_the_last_round_what_stays_on_a_tile_is_worth_nothing() -> None:
    state = position("R3", {"b2": "R"}, lit=True)
    assert worth(state, Plant(1, "R3", "b2")) == 4 * (0.5 - 0.5 * 0.5 - 0.25)
    assert worth(replace(state, last_round=state.round), Plant(1, "R3", "b2")) == 0
