"""The box: what is printed, what we assumed, and what an edition may not say."""

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from domain.edition import assumed, parse_edition
from domain.errors import Invalid
from domain.games.lantern_moths.edition import Edition, components
from tests.domain.lantern_moths.build import BOX, PRINTED, edition, rules


def test_the_box_holds_forty_eight_moths_forty_four_of_them_coloured() -> None:
    cards = Counter(rules().components.moths)
    assert cards == PRINTED
    assert cards.total() == 48  # 4 x (5 + 4 + 2) + 4
    assert sum(n for card, n in cards.items() if card != "G2") == 44
    assert cards["G2"] == 4


def test_the_box_holds_six_dusk_cards_beside_the_moths() -> None:
    box = rules().components
    assert box.dusk == 6
    assert len(box.moths) + box.dusk == 54


def test_the_garden_has_eight_coloured_tiles_and_a_grey_one() -> None:
    tiles = Counter(rules().components.tiles)
    assert tiles["X"] == 1
    assert tiles.total() - tiles["X"] == 8
    assert set(tiles) - {"X"} == {"B", "E", "R", "V"}


def test_every_player_has_three_wicks() -> None:
    assert rules().components.wicks == 3


def test_moths_are_worth_one_to_three_and_a_ghost_two() -> None:
    box = rules().components
    assert {box.values[card] for card in box.moths if card != "G2"} == {1, 2, 3}
    assert (box.ghost, box.ghost_points, box.values["G2"]) == ("G2", 2, 2)


def test_colours_copies_and_tiles_a_colour_are_assumed_and_the_rest_is_printed() -> None:
    assert assumed(edition()) == ("colours", "copies", "tiles_per_colour")


def test_a_colours_key_is_its_first_letter_that_is_free() -> None:
    box = edition(colours=("Grey", "Green", "Dusty", "Emerald"))
    # G, X and D stand for Ghost, grey and Dusk.
    assert box.keys() == {"R": "Grey", "E": "Green", "U": "Dusty", "M": "Emerald"}


@pytest.mark.parametrize("name", ["", "42", "Gx", "DDD"])
def test_a_colour_without_a_free_letter_is_refused(name: str) -> None:
    with pytest.raises(Invalid) as caught:
        components(edition(colours=("Ruby", "Violet", "Azure", name)))
    assert str(caught.value) == f"edition: colours: no letter left for {name!r} as its key"


def test_two_or_one_colour_share_the_cards_as_evenly() -> None:
    """44 cards and 8 tiles split over 2 colours (22 and 4 each) or 1 (44 and 8)."""
    two = components(
        edition(colours=("Ash", "Bay"), copies={1: 10, 2: 8, 3: 4}, tiles_per_colour=4)
    )
    one = components(edition(colours=("Ash",), copies={1: 20, 2: 16, 3: 8}, tiles_per_colour=8))
    assert (len(two.moths), len(one.moths)) == (48, 48)
    assert Counter(one.tiles) == {"A": 8, "X": 1}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"ghosts": -1}, "edition: ghosts: -1 found, expected at least 0"),
        ({"ghost_points": -2}, "edition: ghost_points: -2 found, expected at least 0"),
        ({"dusk": -6}, "edition: dusk: -6 found, expected at least 0"),
        ({"tiles_per_colour": 0}, "edition: tiles_per_colour: 0 found, expected at least 1"),
        ({"grey_tiles": -1}, "edition: grey_tiles: -1 found, expected at least 0"),
        ({"wicks": 0}, "edition: wicks: 0 found, expected at least 1"),
        ({"copies": {1: 5, 2: -4}}, "edition: copies.2: -4 found, expected at least 0"),
        (
            {"tiles_per_colour": 3},
            "edition: tiles: 4 colours x 3 tiles + 1 grey = 13; expected 9",
        ),
        ({"grey_tiles": 0}, "edition: tiles: 4 colours x 2 tiles + 0 grey = 8; expected 9"),
        ({"colours": ()}, "edition: tiles: 0 colours x 2 tiles + 1 grey = 1; expected 9"),
    ],
)
def test_numbers_that_do_not_fit_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        components(edition(**changed))
    assert str(caught.value) == message


def without(*path: str) -> dict[str, Any]:
    data = deepcopy(BOX)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return data


def with_(value: Any, *path: str) -> dict[str, Any]:
    data = deepcopy(BOX)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (without("wicks"), "edition: Object missing required field `wicks`"),
        (
            without("wicks", "value"),
            "edition: Object missing required field `value` - at `$.wicks`",
        ),
        (with_("six", "dusk", "value"), "edition: Expected `int`, got `str` - at `$.dusk.value`"),
        (with_(6.5, "dusk", "value"), "edition: Expected `int`, got `float` - at `$.dusk.value`"),
        (
            with_("Ruby", "colours", "value"),
            "edition: Expected `array`, got `str` - at `$.colours.value`",
        ),
        (
            with_([3], "colours", "value"),
            "edition: Expected `str`, got `int` - at `$.colours.value[0]`",
        ),
        (
            with_({"one": 5}, "copies", "value"),
            "edition: Expected `int`, got `str` - at `key` in `$.copies.value`",
        ),
        (
            with_({"1": "5"}, "copies", "value"),
            "edition: Expected `int`, got `str` - at `$.copies.value[...]`",
        ),
        (with_(3, "bats"), "edition: Object contains unknown field `bats`"),
        (
            with_("why", "dusk", "assumed"),
            "edition: expected exactly one of 'printed' and 'assumed' - at `$.dusk`",
        ),
        (
            without("dusk", "printed"),
            "edition: expected exactly one of 'printed' and 'assumed' - at `$.dusk`",
        ),
        (with_(7, "name"), "edition: Expected `str`, got `int` - at `$.name`"),
        ([], "edition: Expected `object`, got `array`"),
    ],
)
def test_an_edition_that_does_not_fit_its_format_is_refused(data: Any, message: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_edition(data, Edition)
    assert str(caught.value) == message


def test_a_colour_that_comes_twice_is_named() -> None:
    doubled = {"colours": {"value": ["Ruby", "Ruby", "Emerald", "Violet"], "assumed": "test"}}
    with pytest.raises(Invalid, match="colours: 'Ruby' comes twice, expected different names"):
        components(parse_edition({**BOX, **doubled}, Edition))


def test_an_edition_of_another_game_is_refused() -> None:
    with pytest.raises(Invalid, match="game"):
        parse_edition({**BOX, "game": "nocturnis"}, Edition)
