"""Editions of any game: sourced values and a fingerprint."""

import msgspec
import pytest

from domain.edition import (
    EditionBase,
    InvalidEdition,
    Sourced,
    all_problems,
    assumed,
    content_hash,
    parse_edition,
)
from domain.errors import Invalid
from domain.problems import Problem, problems_in


class Box(EditionBase, frozen=True, forbid_unknown_fields=True, kw_only=True):
    dice: Sourced[int]
    names: Sourced[tuple[str, ...]]
    sides: Sourced[dict[int, int]]


DATA = {
    "game": "dice",
    "name": "Second printing",
    "dice": {"value": 2, "printed": "page 1"},
    "names": {"value": ["red", "blue"], "assumed": "no colours are named"},
    "sides": {"value": {"6": 1, "8": 1}, "assumed": "guessed"},
}


def test_a_value_carries_where_it_comes_from() -> None:
    box = parse_edition(DATA, Box)
    assert box.dice == Sourced(2, printed="page 1")
    assert box.names.value == ("red", "blue")
    assert box.sides.value == {6: 1, 8: 1}
    assert box.note == ""


@pytest.mark.parametrize("sources", [{}, {"printed": "page 1", "assumed": "guessed"}])
def test_a_value_has_exactly_one_source(sources: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="expected exactly one of 'printed' and 'assumed'"):
        Sourced(2, **sources)
    with pytest.raises(Invalid, match=r"^edition: dice: found .*, expected exactly one of .*$"):
        parse_edition({**DATA, "dice": {"value": 2, **sources}}, Box)


def test_a_misspelt_source_is_named_with_its_path() -> None:
    data = {**DATA, "dice": {"value": 2, "asumed": "guessed"}}
    with pytest.raises(InvalidEdition) as caught:
        parse_edition(data, Box)
    assert caught.value.problems == (Problem("dice.asumed", "an unknown name", "'assumed'"),)


@pytest.mark.parametrize("reason", ["", "  \n", "page \x1b[31m1", "\u202epage", "x" * 2001])
def test_a_source_says_something_that_can_be_shown(reason: str) -> None:
    found = problems_in({**DATA, "dice": {"value": 2, "printed": reason}}, Box)
    assert [problem.path for problem in found] == ["dice.printed"]


@pytest.mark.parametrize("name", ["", " ", " dice", "dice ", "two\nlines", "\x1b[2J", "x" * 81])
def test_a_name_is_one_line_that_can_be_shown(name: str) -> None:
    assert [problem.path for problem in problems_in({**DATA, "name": name}, Box)] == ["name"]


@pytest.mark.parametrize("name", ["x", "蛾の庭", "Émile's box: 7 / 2", "../../etc", "🦋 two"])
def test_a_name_may_have_any_letters(name: str) -> None:
    assert parse_edition({**DATA, "name": name}, Box).name == name


def two_dice(box: Box) -> list[Problem]:
    """Find fault with other than two dice, and with names that are not one a die."""
    dice, names = box.dice.value, len(box.names.value)
    return [
        *([Problem("dice.value", str(dice), "2", ("dice",))] if dice != 2 else []),
        *(
            [Problem("names.value", f"{names}", f"{dice}", ("names", "dice"))]
            if names != dice
            else []
        ),
        *([Problem("sides.value", "few", "many")] if len(box.sides.value) < 2 else []),
    ]


SAMPLE = parse_edition(DATA, Box)


def test_a_right_edition_is_returned_without_problems() -> None:
    assert all_problems(DATA, SAMPLE, two_dice) == (SAMPLE, [])


def test_numbers_that_do_not_fit_together_leave_no_edition() -> None:
    edition, found = all_problems({**DATA, "dice": {"value": 3, "printed": "p"}}, SAMPLE, two_dice)
    assert edition is None
    assert [problem.path for problem in found] == ["dice.value", "names.value"]


def test_sound_fields_are_compared_while_others_are_broken() -> None:
    data = {**DATA, "dice": {"value": 3, "printed": "p"}, "sides": 6}
    _, found = all_problems(data, SAMPLE, two_dice)
    assert [problem.path for problem in found] == ["sides", "dice.value", "names.value"]


def test_what_rests_on_a_broken_field_is_not_claimed() -> None:
    data = {
        **DATA,
        "dice": {"value": "two", "printed": "p"},
        "names": {"value": [], "printed": "p"},
    }
    _, found = all_problems(data, SAMPLE, two_dice)
    assert [problem.path for problem in found] == ["dice.value"]


def test_a_problem_that_says_not_what_it_rests_on_waits_for_a_whole_shape() -> None:
    few = {**DATA, "sides": {"value": {}, "assumed": "guessed"}}
    assert [p.path for p in all_problems(few, SAMPLE, two_dice)[1]] == ["sides.value"]
    assert [p.path for p in all_problems({**few, "name": 3}, SAMPLE, two_dice)[1]] == ["name"]


def test_assumed_values_are_listed_in_the_order_of_the_format() -> None:
    assert assumed(parse_edition(DATA, Box)) == ("names", "sides")


def test_an_edition_without_assumptions_lists_none() -> None:
    printed = {
        name: {"value": DATA[name]["value"], "printed": "box"} for name in ("names", "sides")
    }
    assert assumed(parse_edition({**DATA, **printed}, Box)) == ()


def test_the_fingerprint_is_64_hex_digits_and_stays_the_same() -> None:
    first = content_hash(parse_edition(DATA, Box))
    turned = parse_edition(dict(reversed(DATA.items())), Box)
    assert len(first) == 64
    assert int(first, 16) >= 0
    assert content_hash(turned) == first


def test_the_order_of_a_mapping_does_not_change_the_fingerprint() -> None:
    turned = {**DATA, "sides": {"value": {"8": 1, "6": 1}, "assumed": "guessed"}}
    assert content_hash(parse_edition(turned, Box)) == content_hash(parse_edition(DATA, Box))


@pytest.mark.parametrize(
    "changed",
    [
        {"dice": {"value": 3, "printed": "page 1"}},
        {"dice": {"value": 2, "printed": "page 2"}},
        {"dice": {"value": 2, "assumed": "page 1"}},
        {"name": "Third printing"},
        {"note": "worn"},
    ],
)
def test_any_change_changes_the_fingerprint(changed: dict[str, object]) -> None:
    before = content_hash(parse_edition(DATA, Box))
    assert content_hash(parse_edition({**DATA, **changed}, Box)) != before


def test_an_edition_that_a_session_stored_comes_back_the_same() -> None:
    box = parse_edition(DATA, Box)
    stored = msgspec.json.decode(msgspec.json.encode(box))
    assert parse_edition(stored, Box) == box
