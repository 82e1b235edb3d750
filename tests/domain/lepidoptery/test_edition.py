"""The components: what is printed, what we assumed, and what an edition may not say."""

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from domain.edition import assumed, parse_edition
from domain.errors import Invalid
from domain.games.lepidoptery.edition import Edition, components
from tests.domain.lepidoptery.build import BOX, PRINTED, edition, rules


def test_a_deck_is_four_of_two_to_nine_and_three_of_one_and_ten() -> None:
    deck = Counter(rules().components.deck)
    assert deck == PRINTED
    assert [deck[str(rank)] for rank in range(1, 11)] == [3, 4, 4, 4, 4, 4, 4, 4, 4, 3]
    assert deck.total() == 38


def test_a_hand_is_twelve_and_each_player_has_fifteen_tokens() -> None:
    box = rules().components
    assert (box.hand, box.tokens) == (12, 15)


def test_five_columns_stand_in_the_order_of_the_rulebooks_list_six_spaces_high() -> None:
    box = rules().components
    assert box.columns == ("run3", "run2", "single", "pair", "triple")
    assert box.heights == (6, 6, 6, 6, 6)
    assert sum(box.heights) == 2 * box.tokens == 30


def test_the_order_of_the_columns_and_their_heights_are_assumed_and_the_rest_is_printed() -> None:
    assert assumed(edition()) == ("columns", "heights")


def test_other_numbers_of_cards_make_another_deck() -> None:
    box = components(edition(copies={1: 1, 2: 2, 3: 3}))
    assert box.deck == ("1", "2", "2", "3", "3", "3")
    assert box.ranks == (1, 2, 3)


def test_ranks_may_be_given_in_any_order() -> None:
    assert components(edition(copies={3: 1, 1: 2, 2: 1})).deck == ("1", "1", "2", "3")


def test_columns_may_be_of_unequal_height_and_stand_in_another_order() -> None:
    columns = ("triple", "pair", "single", "run2", "run3")
    box = components(edition(columns=columns, heights=(3, 4, 8, 7, 5)))
    assert (box.columns, box.heights) == (columns, (3, 4, 8, 7, 5))


@pytest.mark.parametrize(
    ("changed", "path", "found", "expected"),
    [
        ({"hand": 0}, "hand", "0", "at least 1"),
        ({"hand": -12}, "hand", "-12", "at least 1"),
        ({"tokens": 0}, "tokens", "0", "at least 1"),
        ({"copies": {1: 3, 2: 0}}, "copies.2", "0", "at least 1"),
        ({"copies": {1: 3, 2: -4}}, "copies.2", "-4", "at least 1"),
        ({"copies": {}}, "copies", "none", "two or more without a gap"),
        ({"copies": {5: 4}}, "copies", "5", "two or more without a gap"),
        ({"copies": {1: 4, 3: 4}}, "copies", "1, 3", "two or more without a gap"),
        ({"copies": {0: 4, 1: 4}}, "copies", "0, 1", "two or more without a gap"),
        ({"heights": (6, 6, 0, 6, 6)}, "heights", "0", "at least 1"),
        ({"heights": (6, 6, 6, 6)}, "heights", "4", "5"),
        ({"heights": (6,) * 6}, "heights", "6", "5"),
        ({"heights": ()}, "heights", "0", "5"),
        ({"columns": ()}, "columns", "none", "run3, run2, single, pair, triple"),
        (
            {"columns": ("run3", "run2", "single", "pair", "pair")},
            "columns",
            "run3, run2, single, pair, pair",
            "run3, run2, single, pair, triple",
        ),
        (
            {"columns": ("run3", "run2", "single", "pair"), "heights": (6, 6, 6, 6)},
            "columns",
            "run3, run2, single, pair found",
            "run3, run2, single, pair, triple",
        ),
    ],
)
def test_numbers_that_do_not_fit_are_refused(
    changed: dict[str, Any], path: str, found: str, expected: str
) -> None:
    with pytest.raises(Invalid) as caught:
        components(edition(**changed))
    message = str(caught.value)
    assert message.startswith(f"edition: {path}")
    what, _, wanted = message.partition(", expected ")
    assert found in what.partition(path)[2]
    assert expected in wanted


def test_a_low_column_is_named_by_its_place() -> None:
    with pytest.raises(Invalid, match="column 3: 0 found, expected at least 1"):
        components(edition(heights=(6, 6, 0, 6, 6)))


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
        (without("heights"), "edition: Object missing required field `heights`"),
        (
            without("hand", "value"),
            "edition: Object missing required field `value` - at `$.hand`",
        ),
        (
            with_("twelve", "hand", "value"),
            "edition: Expected `int`, got `str` - at `$.hand.value`",
        ),
        (
            with_(6, "heights", "value"),
            "edition: Expected `array`, got `int` - at `$.heights.value`",
        ),
        (
            with_([6, 6, "six", 6, 6], "heights", "value"),
            "edition: Expected `int`, got `str` - at `$.heights.value[2]`",
        ),
        (
            with_(["run3", "run2", "single", "pair", "flush"], "columns", "value"),
            "edition: Invalid enum value 'flush' - at `$.columns.value[4]`",
        ),
        (
            with_({"ace": 3}, "copies", "value"),
            "edition: Expected `int`, got `str` - at `key` in `$.copies.value`",
        ),
        (
            with_({"1": 2.5}, "copies", "value"),
            "edition: Expected `int`, got `float` - at `$.copies.value[...]`",
        ),
        (with_(1, "jokers"), "edition: Object contains unknown field `jokers`"),
        (
            with_("why", "hand", "assumed"),
            "edition: expected exactly one of 'printed' and 'assumed' - at `$.hand`",
        ),
        (
            without("heights", "assumed"),
            "edition: expected exactly one of 'printed' and 'assumed' - at `$.heights`",
        ),
        ([], "edition: Expected `object`, got `array`"),
    ],
)
def test_an_edition_that_does_not_fit_its_format_is_refused(data: Any, message: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_edition(data, Edition)
    assert str(caught.value) == message


def test_an_edition_of_another_game_is_refused() -> None:
    with pytest.raises(Invalid, match="game"):
        parse_edition({**BOX, "game": "lantern_moths"}, Edition)
