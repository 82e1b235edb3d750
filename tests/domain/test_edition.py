"""Editions of any game: sourced values and a fingerprint."""

import msgspec
import pytest

from domain.edition import EditionBase, Sourced, assumed, content_hash, parse_edition
from domain.errors import Invalid


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
    with pytest.raises(Invalid, match=r"^edition: expected exactly one .* - at `\$\.dice`$"):
        parse_edition({**DATA, "dice": {"value": 2, **sources}}, Box)


def test_a_misspelt_source_is_named_with_its_path() -> None:
    data = {**DATA, "dice": {"value": 2, "printed": "page 1", "asumed": "guessed"}}
    with pytest.raises(Invalid, match=r"^edition: .* unknown field `asumed` - at `\$\.dice`$"):
        parse_edition(data, Box)


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
