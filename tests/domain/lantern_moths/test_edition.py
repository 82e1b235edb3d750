"""The box: what is printed, what we assumed, and what an edition may not say."""

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from domain.edition import assumed, parse_edition
from domain.errors import Invalid
from domain.games.lantern_moths.edition import Edition, components, problems, totals
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


@pytest.mark.parametrize("name", ["42", "Gx", "DDD", "Rv"])
def test_a_colour_without_a_free_letter_is_refused(name: str) -> None:
    with pytest.raises(Invalid) as caught:
        components(edition(colours=("Ruby", "Violet", "Azure", name)))
    expected = "a name with a letter of its own for its key, none of G, X, D"
    assert str(caught.value) == f"edition: colours.value[3]: found {name!r}, expected {expected}"


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
        ({"ghosts": -1}, "ghosts.value: found -1, expected a whole number from 0 to 999"),
        (
            {"ghost_points": -2},
            "ghost_points.value: found -2, expected a whole number from 0 to 999",
        ),
        ({"dusk": 1000}, "dusk.value: found 1000, expected a whole number from 0 to 999"),
        (
            {"tiles_per_colour": 0},
            "tiles_per_colour.value: found 0, expected a whole number from 1 to 999",
        ),
        ({"grey_tiles": -1}, "grey_tiles.value: found -1, expected a whole number from 0 to 999"),
        ({"wicks": 0}, "wicks.value: found 0, expected a whole number from 1 to 999"),
        (
            {"copies": {1: 5, 2: -4}},
            "copies.value.2: found -4, expected a whole number from 0 to 999",
        ),
        (
            {"copies": {-1: 5}},
            "copies.value.-1: found the name -1, expected a whole number from 0 to 999 as its name",
        ),
        (
            {"tiles_per_colour": 3},
            "tiles_per_colour.value: found 4 colours x 3 + 1 grey = 13 tiles, expected 9 tiles",
        ),
        (
            {"grey_tiles": 0},
            "tiles_per_colour.value: found 4 colours x 2 + 0 grey = 8 tiles, expected 9 tiles",
        ),
        (
            {"colours": ()},
            "tiles_per_colour.value: found 0 colours x 2 + 1 grey = 1 tiles, expected 9 tiles",
        ),
        (
            {"colours": ("Ruby", "Violet", "Azure", " ")},
            "colours.value[3]: found ' ', "
            "expected one line of 1 to 80 characters, without spaces around it",
        ),
        ({"copies": {1: 249}}, "copies.value: found 1000 moth cards, expected at most 999"),
    ],
)
def test_numbers_that_do_not_fit_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        components(edition(**changed))
    assert str(caught.value) == f"edition: {message}"


def test_what_does_not_fit_is_listed_at_once() -> None:
    box = edition(colours=("Ruby", "Ruby", "Gx"), copies={1: 600}, tiles_per_colour=1)
    assert [problem.path for problem in problems(box)] == [
        "colours.value[1]",
        "colours.value[2]",
        "tiles_per_colour.value",
        "copies.value",
    ]
    assert [problem.path for problem in problems(edition(ghosts=-1, wicks=0))] == [
        "ghosts.value",
        "wicks.value",
    ]


def test_the_box_in_seeds_adds_up_to_what_the_rulebook_prints() -> None:
    found = {total.name: total.found for total in totals(edition())}
    assert found == {
        "cards": 54,
        "moth cards": 48,
        "coloured moths": 44,
        "Ghost Moths": 4,
        "Dusk cards": 6,
        "garden tiles": 9,
        "coloured tiles": 8,
        "grey tiles": 1,
        "wick tokens of a player": 3,
        "lowest value of a coloured moth": 1,
        "highest value of a coloured moth": 3,
        "points of a Ghost Moth": 2,
    }
    assert not [total for total in totals(edition()) if total.differs]


def test_three_more_ghosts_change_three_totals_and_are_no_error() -> None:
    seven = edition(ghosts=7)
    assert problems(seven) == []
    assert {t.name: (t.found, t.printed) for t in totals(seven) if t.differs} == {
        "cards": (57, 54),
        "moth cards": (51, 48),
        "Ghost Moths": (7, 4),
    }


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
        (
            without("wicks"),
            "wicks: found nothing, expected a table with value",
        ),
        (
            without("wicks", "value"),
            "wicks.value: found nothing, expected a whole number from 1 to 999",
        ),
        (
            with_("six", "dusk", "value"),
            "dusk.value: found 'six', expected a whole number from 0 to 999",
        ),
        (
            with_(6.5, "dusk", "value"),
            "dusk.value: found 6.5, expected a whole number from 0 to 999",
        ),
        (with_("Ruby", "colours", "value"), "colours.value: found 'Ruby', expected an array"),
        (
            with_([3], "colours", "value"),
            "colours.value[0]: found 3, "
            "expected one line of 1 to 80 characters, without spaces around it",
        ),
        (
            with_({"one": 5}, "copies", "value"),
            "copies.value.one: found the name 'one', "
            "expected a whole number from 0 to 999 as its name",
        ),
        (
            with_({"1": "5"}, "copies", "value"),
            "copies.value.1: found '5', expected a whole number from 0 to 999",
        ),
        (
            with_(3, "bats"),
            "bats: found an unknown name, expected one of: game, name, note, colours, copies, "
            "ghosts, ghost_points, dusk, tiles_per_colour, grey_tiles, wicks",
        ),
        (
            with_("why", "dusk", "assumed"),
            "dusk: found 'printed' and 'assumed', expected exactly one of 'printed' and 'assumed'",
        ),
        (
            without("dusk", "printed"),
            "dusk: found neither, expected exactly one of 'printed' and 'assumed'",
        ),
        (
            with_(7, "name"),
            "name: found 7, expected one line of 1 to 80 characters, without spaces around it",
        ),
        (
            [],
            "found an array of 0, expected a table with game, name, colours, copies, ghosts, "
            "ghost_points, dusk, tiles_per_colour, grey_tiles, wicks",
        ),
    ],
)
def test_an_edition_that_does_not_fit_its_format_is_refused(data: Any, message: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_edition(data, Edition)
    assert str(caught.value) == f"edition: {message}"


def test_a_colour_that_comes_twice_is_named() -> None:
    doubled = {"colours": {"value": ["Ruby", "Ruby", "Emerald", "Violet"], "assumed": "test"}}
    with pytest.raises(Invalid, match=r"colours.value\[1\]: found 'Ruby' again, expected diff"):
        components(parse_edition({**BOX, **doubled}, Edition))


def test_an_edition_of_another_game_is_refused() -> None:
    with pytest.raises(Invalid, match="game: found 'nocturnis', expected 'lantern_moths'"):
        parse_edition({**BOX, "game": "nocturnis"}, Edition)
