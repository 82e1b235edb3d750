"""The components: what is printed, what we assumed, and what an edition may not say."""

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from domain.edition import assumed, parse_edition
from domain.errors import Invalid
from domain.games.lepidoptery.edition import Edition, components, problems, totals
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
    ("changed", "message"),
    [
        ({"hand": 0}, "hand.value: found 0, expected a whole number from 1 to 999"),
        ({"hand": -12}, "hand.value: found -12, expected a whole number from 1 to 999"),
        ({"tokens": 0}, "tokens.value: found 0, expected a whole number from 1 to 999"),
        (
            {"copies": {1: 3, 2: 0}},
            "copies.value.2: found 0, expected a whole number from 1 to 999",
        ),
        ({"copies": {}}, "copies.value: found the ranks none, expected two or more without a gap"),
        ({"copies": {5: 4}}, "copies.value: found the ranks 5, expected two or more without a gap"),
        (
            {"copies": {1: 4, 3: 4}},
            "copies.value: found the ranks 1, 3, expected two or more without a gap",
        ),
        (
            {"copies": {0: 4, 1: 4}},
            "copies.value.0: found the name 0, expected a whole number from 1 to 999 as its name",
        ),
        ({"copies": {1: 999, 2: 1}}, "copies.value: found 1000 cards, expected at most 999"),
        (
            {"heights": (6, 6, 0, 6, 6)},
            "heights.value[2]: found 0, expected a whole number from 1 to 99",
        ),
        ({"heights": (6, 6, 6, 6)}, "heights.value: found 4 heights, expected 5, one a column"),
        ({"heights": (6,) * 6}, "heights.value: found 6 heights, expected 5, one a column"),
    ],
)
def test_numbers_that_do_not_fit_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        components(edition(**changed))
    assert str(caught.value) == f"edition: {message}"


def test_every_type_needs_one_column_and_no_more() -> None:
    box = edition(columns=("run3", "run2", "single", "pair", "pair"))
    once = "expected each type once"
    assert [str(problem) for problem in problems(box)] == [
        f"columns.value[4]: found 'pair' again, {once}",
        f"columns.value: found no triple, {once}: run3, run2, single, pair, triple",
    ]
    assert [problem.path for problem in problems(edition(columns=()))] == [
        "columns.value",
        "heights.value",
    ]


def test_the_box_in_seeds_adds_up_to_what_the_rulebook_prints() -> None:
    found = {total.name: total.found for total in totals(edition())}
    assert found["cards in a deck"] == 38
    assert (found["lowest rank"], found["highest rank"]) == (1, 10)
    assert [found[f"cards of rank {rank}"] for rank in range(1, 11)] == [3, *[4] * 8, 3]
    assert (found["cards in a starting hand"], found["tokens of a player"]) == (12, 15)
    assert found["combination types"] == 5
    assert not [total for total in totals(edition()) if total.differs]


def test_a_longer_deck_differs_from_print_and_is_no_error() -> None:
    longer = edition(copies=dict.fromkeys(range(1, 13), 4))
    assert problems(longer) == []
    assert {t.name: (t.found, t.printed) for t in totals(longer) if t.differs} == {
        "cards in a deck": (48, 38),
        "highest rank": (12, 10),
        "cards of rank 1": (4, 3),
        "cards of rank 10": (4, 3),
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
        (without("heights"), "heights: found nothing, expected a table with value"),
        (
            without("hand", "value"),
            "hand.value: found nothing, expected a whole number from 1 to 999",
        ),
        (
            with_("twelve", "hand", "value"),
            "hand.value: found 'twelve', expected a whole number from 1 to 999",
        ),
        (with_(6, "heights", "value"), "heights.value: found 6, expected an array"),
        (
            with_([6, 6, "six", 6, 6], "heights", "value"),
            "heights.value[2]: found 'six', expected a whole number from 1 to 99",
        ),
        (
            with_(["run3", "run2", "single", "pair", "flush"], "columns", "value"),
            "columns.value[4]: found 'flush', "
            "expected one of: 'pair', 'run2', 'run3', 'single', 'triple'",
        ),
        (
            with_({"ace": 3, "1": 2.5}, "copies", "value"),
            "copies.value.ace: found the name 'ace', "
            "expected a whole number from 1 to 999 as its name\n"
            "copies.value.1: found 2.5, expected a whole number from 1 to 999",
        ),
        (
            with_(1, "jokers"),
            "jokers: found an unknown name, "
            "expected one of: game, name, note, copies, hand, tokens, columns, heights",
        ),
        (
            with_("why", "hand", "assumed"),
            "hand: found 'printed' and 'assumed', expected exactly one of 'printed' and 'assumed'",
        ),
        (
            without("heights", "assumed"),
            "heights: found neither, expected exactly one of 'printed' and 'assumed'",
        ),
        (
            [],
            "found an array of 0, "
            "expected a table with game, name, copies, hand, tokens, columns, heights",
        ),
    ],
)
def test_an_edition_that_does_not_fit_its_format_is_refused(data: Any, message: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_edition(data, Edition)
    assert str(caught.value) == f"edition: {message}"


def test_an_edition_of_another_game_is_refused() -> None:
    with pytest.raises(Invalid, match="game"):
        parse_edition({**BOX, "game": "lantern_moths"}, Edition)
