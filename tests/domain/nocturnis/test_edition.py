"""The components: what a box may say, and the format in which it says it."""

from copy import deepcopy
from typing import Any

import pytest

from domain.edition import InvalidEdition, assumed, parse_edition
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.checks import problems, totals
from domain.games.nocturnis.components import components
from domain.games.nocturnis.edition import Edition
from domain.games.nocturnis.effects import EXPECTED, Effect, parse_effect
from tests.domain.nocturnis.build import BOX, HABITATS, PRINTED, edition, rows, rules

BACK: str = BOX["back"]["value"]
BONUSES: dict[str, str] = BOX["bonuses"]["value"]


def told(box: Edition) -> list[tuple[str, str, str]]:
    """List an edition's problems as path, what was found and what was expected."""
    return [(p.path, p.found, p.expected) for p in problems(box)]


# --- a box that fits ----------------------------------------------------------------------


def test_the_small_box_fits_together() -> None:
    assert told(edition()) == []


def test_the_decks_are_made_of_copies() -> None:
    box = rules().components
    assert sorted(box.deck) == sorted(PRINTED.elements())
    assert sorted(box.habitats) == sorted(HABITATS.elements())
    assert "Dot" in box.shapes
    assert "Dot" not in box.habitats


def test_two_halves_make_one_moth_with_the_right_ones_effect() -> None:
    box = rules().components
    (atlas,) = [moth for moth in box.moths if len(moth.cards) == 2]
    assert atlas.cards == ("AL", "AR")
    assert sorted(atlas.symbols) == [0, 0, 1, 1, 2]  # m f and m f d
    assert (atlas.points, atlas.effect) == (7, Effect(draw=2))
    assert box.moth_of["AL"] is box.moth_of["AR"]
    assert len(box.moths) == 6  # seven cards, two of them halves


def test_halves_may_stand_in_any_order() -> None:
    box = edition(cards=tuple(reversed(rows("cards"))))
    (atlas,) = [moth for moth in components(box).moths if len(moth.cards) == 2]
    assert atlas.cards == ("AL", "AR")


def test_squares_of_the_back_are_read_with_their_bonuses() -> None:
    sheet = rules().components.sheets["back"]
    assert {sheet.names[at]: str(effect) for at, effect in sheet.bonuses.items()} == BONUSES
    empty = {name for name, at in sheet.numbers.items() if sheet.ground.empty >> at & 1}
    assert empty == {"c3", "e5"}
    assert sheet.symbols[sheet.numbers["b5"]] == 1
    assert sheet.symbols[sheet.numbers["c3"]] is None
    assert rules().components.sheets["front"].bonuses == {}


def test_totals_stand_beside_the_printed_ones() -> None:
    found = {total.name: (total.found, total.printed) for total in totals(edition())}
    assert found == {
        "moth cards": (24, 36),
        "habitat cards": (11, 19),
        "species": (3, 7),
        "half cards": (4, 2),
        "symbols of the two halves": (5, 5),
        "display": (3, 3),
        "opening hand": (2, 2),
        "hand limit": (5, 5),
        "exchanges": (2, 2),
    }
    assert GAME.totals is totals


def test_what_is_assumed_is_named() -> None:
    assert assumed(edition()) == (
        *("symbols", "species", "front", "back", "bonuses", "shapes", "cards"),
    )


# --- effects ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("", Effect()),
        ("   ", Effect()),
        ("draw 1", Effect(draw=1)),
        ("draw 9", Effect(draw=9)),
        ("1 point", Effect(points=1)),
        ("1 points", Effect(points=1)),
        ("12 points", Effect(points=12)),
        ("shape Dot", Effect(shape="Dot")),
        (" shape  Small corner ", Effect(shape="Small corner")),
    ],
)
def test_an_effect_is_read(text: str, effect: Effect) -> None:
    assert parse_effect(text) == effect
    assert parse_effect(str(effect)) == effect


@pytest.mark.parametrize(
    "text",
    [
        *("draw", "draw 0", "draw two", "draw 10", "draw -1", "Draw 2", "2", "0 points", "points"),
        *("-1 points", "100 points", "1 star", "shape", "draw 1 2 points", "shapeDot"),
    ],
)
def test_anything_else_is_no_effect(text: str) -> None:
    with pytest.raises(ValueError, match=f"expected {EXPECTED}"):
        parse_effect(text)


# --- the format ---------------------------------------------------------------------------


def changed(value: Any, *path: str | int) -> dict[str, Any]:
    data = deepcopy(BOX)
    inner: Any = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("data", "paths"),
    [
        (changed("three", "display", "value"), ["display.value"]),
        (changed(2.5, "hand_limit", "value"), ["hand_limit.value"]),
        (changed([45], "stars", "value"), ["stars.value"]),
        (changed("top", "cards", "value", 0, "half"), ["cards.value[0].half"]),
        (changed(1, "cards", "value", 0, "moons"), ["cards.value[0].moons"]),
        (changed("why", "display", "assumed"), ["display"]),
        (changed("lepidoptery", "game"), ["game"]),
    ],
)
def test_data_that_does_not_fit_the_format_is_refused(data: Any, paths: list[str]) -> None:
    with pytest.raises(InvalidEdition) as caught:
        parse_edition(data, Edition)
    assert [problem.path for problem in caught.value.problems] == paths


def test_a_missing_part_is_named() -> None:
    data = {name: value for name, value in BOX.items() if name != "back"}
    with pytest.raises(InvalidEdition) as caught:
        parse_edition(data, Edition)
    assert [problem.path for problem in caught.value.problems] == ["back"]
