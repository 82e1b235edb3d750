"""What a box may not say: every error by its path, what was found and what was expected."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.edition import InvalidEdition, Problem
from domain.errors import Invalid
from domain.games.nocturnis.checks import problems
from domain.games.nocturnis.components import components
from domain.games.nocturnis.edition import CardRow, Edition, ShapeRow, SpeciesRow
from tests.domain.nocturnis.build import BOX, edition, rows, rules

BONUSES: dict[str, str] = BOX["bonuses"]["value"]


def told(box: Edition) -> list[tuple[str, str, str]]:
    """List an edition's problems as path, what was found and what was expected."""
    return [(p.path, p.found, p.expected) for p in problems(box)]


EXPECTED = "'draw N' with 1 to 9, 'N points' with 1 to 99, 'shape NAME' or nothing"
SHAPES = "one of: Domino, Line, Corner, Square, Ell, Skew, Five, Dot"


def card(**changed: Any) -> dict[str, Any]:
    return {"cards": rows("cards", {"key": "L1", **changed})}


def shape(**changed: Any) -> dict[str, Any]:
    return {"shapes": rows("shapes", {"name": "Ell", **changed})}


def front(*lines: str) -> dict[str, Any]:
    return {"front": "\n".join(lines)}


PROBLEMS: list[tuple[str, dict[str, Any], tuple[str, str, str]]] = [
    (
        "more symbols than fit",
        {"symbols": {letter: letter for letter in "abcdefghijklm"}},
        ("symbols.value", "13 symbols", "1 to 12"),
    ),
    (
        "stars the wrong way round",
        {"stars": (55, 45)},
        ("stars.value", "55, 45", "the lower number first"),
    ),
    (
        "an opening hand above the limit",
        {"opening_hand": 6},
        ("opening_hand.value", "6", "at most the hand limit of 5"),
    ),
    (
        "two species of one name",
        {"species": rows("species", {"name": "Io", "crosses": 2}, more=(SpeciesRow("Io", 3),))},
        ("species.value[3].name", "'Io' twice", "different names"),
    ),
    (
        "two shapes of one name",
        {"shapes": rows("shapes", more=(ShapeRow("Ell", "X"),))},
        ("shapes.value[8].name", "'Ell' twice", "different names"),
    ),
    (
        "no habitat card",
        {"shapes": tuple(replace(row, copies=0) for row in rows("shapes"))},
        ("shapes.value", "no habitat card", "one or more"),
    ),
    (
        "a strange mark in a drawing",
        shape(drawing="X.\nXo"),
        ("shapes.value[4].drawing", "'o'", "only 'X' and '.'"),
    ),
    (
        "a ragged drawing",
        shape(drawing="X\nXX"),
        ("shapes.value[4].drawing", "lines of different length", "a rectangle"),
    ),
    (
        "a drawing of nothing",
        shape(drawing="..\n.."),
        ("shapes.value[4].drawing", "no square", "at least one 'X'"),
    ),
    (
        "no drawing",
        shape(drawing=""),
        ("shapes.value[4].drawing", "no square", "at least one 'X'"),
    ),
    (
        "a shape in two parts",
        shape(drawing="X.\n.X"),
        ("shapes.value[4].drawing", "separate squares", "squares that touch side by side"),
    ),
    (
        "a shape too large",
        shape(drawing="XXXX\nXXXX"),
        ("shapes.value[4].drawing", "8 squares", "at most 7"),
    ),
    ("an empty sheet", {"front": " \n "}, ("front.value", "no rows", "a grid of squares")),
    (
        "a sheet too wide",
        front(*["m" * 13] * 2),
        ("front.value", "13 x 2 squares", "at most 12 x 12"),
    ),
    (
        "a sheet too high",
        front(*["m m"] * 13),
        ("front.value", "2 x 13 squares", "at most 12 x 12"),
    ),
    (
        "a short row",
        front("m f d", "m f", "d d d"),
        ("front.value[1]: row 2", "2 squares", "3, as in the top row"),
    ),
    (
        "a long row",
        front("m f d", "m f d", "d d d d"),
        ("front.value[2]: row 1", "4 squares", "3, as in the top row"),
    ),
    (
        "an unknown letter",
        front("m f d", "m q d", "d d d"),
        ("front.value[1]: row 2, b2", "'q'", "one of: m f d . #"),
    ),
    (
        "a bonus square in front",
        front("m f d", "m F d", "d d d"),
        ("front.value[1]: row 2, b2", "bonus square 'F'", "no bonus square in front"),
    ),
    (
        "a bonus square that nothing names",
        {"bonuses": {k: v for k, v in BONUSES.items() if k != "a2"}},
        ("back.value[3]: row 2, a2", "bonus square 'M'", "bonuses.value.a2"),
    ),
    (
        "a bonus on a plain square",
        {"bonuses": {**BONUSES, "a1": "1 point"}},
        ("bonuses.value.a1", "a1", "a square that the back shows as a capital letter"),
    ),
    (
        "a bonus off the sheet",
        {"bonuses": {**BONUSES, "z9": "1 point"}},
        ("bonuses.value.z9", "z9", "a square that the back shows as a capital letter"),
    ),
    (
        "a bonus of nothing",
        {"bonuses": {**BONUSES, "a2": ""}},
        ("bonuses.value.a2", "no bonus", EXPECTED),
    ),
    (
        "a bonus that cannot be read",
        {"bonuses": {**BONUSES, "a2": "draw many"}},
        ("bonuses.value.a2", "'draw many'", EXPECTED),
    ),
    (
        "a bonus of an unknown shape",
        {"bonuses": {**BONUSES, "a2": "shape Tee"}},
        ("bonuses.value.a2", "shape 'Tee'", SHAPES),
    ),
    (
        "two cards of one key",
        {"cards": rows("cards", more=(CardRow("L1", "Luna", "m", 1),))},
        ("cards.value[7].key", "'L1' twice", "different keys"),
    ),
    (
        "a card of an unknown species",
        card(species="Emperor"),
        ("cards.value[2].species", "'Emperor'", "one of: Atlas, Luna, Io"),
    ),
    (
        "a card without symbols",
        card(symbols=" "),
        ("cards.value[2].symbols", "none", "one symbol or more"),
    ),
    (
        "a card with an unknown symbol",
        card(symbols="m q"),
        ("cards.value[2].symbols", "'q'", "some of: m f d"),
    ),
    (
        "symbols that are not set apart",
        card(symbols="mf"),
        ("cards.value[2].symbols", "'mf'", "some of: m f d"),
    ),
    (
        "a card with too many of a symbol",
        card(symbols="m m m m m m m m"),
        ("cards.value[2].symbols", "8 times 'm'", "at most 7"),
    ),
    (
        "an effect that cannot be read",
        card(effect="+2"),
        ("cards.value[2].effect", "'+2'", EXPECTED),
    ),
    (
        "an effect of an unknown shape",
        card(effect="shape Tee"),
        ("cards.value[2].effect", "shape 'Tee'", SHAPES),
    ),
    (
        "an effect on a left half",
        {"cards": rows("cards", {"key": "AL", "effect": "1 point"})},
        ("cards.value[0].effect", "'1 point'", "nothing: the right half has the effect"),
    ),
    (
        "a half alone",
        {"cards": rows("cards")[1:]},
        ("cards.value", "halves of Atlas: right", "one left and one right"),
    ),
    (
        "three halves",
        {"cards": rows("cards", more=(CardRow("AX", "Atlas", "m", 1, half="left"),))},
        ("cards.value", "halves of Atlas: left, right, left", "one left and one right"),
    ),
    (
        "too few cards",
        {"cards": (CardRow("L1", "Luna", "m", 1, copies=4),)},
        ("cards.value", "4 cards", "at least 5, for a display and a hand"),
    ),
]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [(changed, problem) for _, changed, problem in PROBLEMS],
    ids=[name for name, _, _ in PROBLEMS],
)
def test_an_error_is_named_by_path_what_was_found_and_what_was_expected(
    changed: dict[str, Any], problem: tuple[str, str, str]
) -> None:
    assert problem in told(edition(**changed))
    with pytest.raises(InvalidEdition) as caught:
        rules(box=edition(**changed))
    path, found, expected = problem
    assert f"{path}: found {found}, expected {expected}" in str(caught.value)


def test_two_halves_together_need_no_more_of_a_symbol_than_a_shape_has_squares() -> None:
    """4 and 4 moons: no shape has eight squares."""
    four = "m m m m"
    cards = rows("cards", {"key": "AL", "symbols": four}, {"key": "AR", "symbols": four})
    found = problems(edition(cards=cards))
    assert found
    assert all(problem.path.startswith("cards.value") for problem in found)


def test_every_error_is_told_at_once() -> None:
    box = edition(
        stars=(55, 45),
        front="m f\nm q",
        bonuses={**BONUSES, "a1": "draw"},
        **shape(drawing="X.\n.X"),
        **card(species="Emperor", symbols="q", effect="+2"),
    )
    assert [problem.path for problem in problems(box)] == [
        "stars.value",
        "shapes.value[4].drawing",
        "front.value[1]: row 1, b1",
        *("bonuses.value.a1", "bonuses.value.a1"),
        *("cards.value[2].species", "cards.value[2].symbols", "cards.value[2].effect"),
    ]
    with pytest.raises(InvalidEdition) as caught:
        components(box)
    assert len(caught.value.problems) == 8
    assert len(str(caught.value).splitlines()) == 8


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"display": -1}, "display.value"),
        ({"opening_hand": -1}, "opening_hand.value"),
        ({"hand_limit": 0}, "hand_limit.value"),
        ({"exchanges": -1}, "exchanges.value"),
        ({"exchange_cost": -1}, "exchange_cost.value"),
        ({"fourth_lure": -1}, "fourth_lure.value"),
        ({"every_species": -1}, "every_species.value"),
        ({"every_species_twice": -1}, "every_species_twice.value"),
        ({"species": (SpeciesRow("Luna", 0),)}, "species.value[0].crosses"),
        (shape(copies=-1), "shapes.value[4].copies"),
        (card(points=-1), "cards.value[2].points"),
        (card(copies=0), "cards.value[2].copies"),
        ({"cards": rows("cards", more=(CardRow("L 1", "Luna", "m", 1),))}, "cards.value[7].key"),
        ({"cards": rows("cards", more=(CardRow("", "Luna", "m", 1),))}, "cards.value[7].key"),
    ],
)
def test_numbers_out_of_range_and_broken_names_are_refused(
    changed: dict[str, Any], path: str
) -> None:
    assert path in [problem.path for problem in problems(edition(**changed))]
    with pytest.raises(Invalid, match=r"edition: "):
        components(edition(**changed))


@pytest.mark.parametrize("letter", ["M", "mm", "", "1", ".", "#", "é"])
def test_a_symbol_has_one_small_letter(letter: str) -> None:
    assert problems(edition(symbols={"m": "moon", "f": "fern", "d": "dew", letter: "odd"}))


def test_no_species_is_refused() -> None:
    found = told(edition(species=()))
    assert ("species.value", "no species", "one or more") in found


def test_a_problem_rests_on_the_fields_that_were_read() -> None:
    """A broken field elsewhere says nothing against it."""
    (found,) = problems(edition(stars=(55, 45)))
    assert found == Problem("stars.value", "55, 45", "the lower number first", ("stars",))
