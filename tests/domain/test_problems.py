"""Every error in a person's data at once, each with its path."""

from datetime import date
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.expectations import joined, shown
from domain.problems import Problem, problems_in, refusal


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="draw", tag_field="kind"):
    cards: Annotated[int, msgspec.Meta(ge=1, le=3)]


class Points(msgspec.Struct, frozen=True, tag="points", tag_field="kind"):
    points: int = 1


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=8)]
    effect: Draw | Points | None = None
    half: Literal["left", "right"] | None = None
    size: tuple[int, int] = (1, 1)
    share: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.5
    foil: bool = False


class Even(msgspec.Struct, frozen=True):
    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError("expected an even number")


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: Annotated[tuple[Card, ...], msgspec.Meta(min_length=1)]
    copies: dict[Annotated[int, msgspec.Meta(ge=1)], int] = {}
    either: str | int = 1
    even: Even | None = None


RIGHT: dict[str, Any] = {
    "cards": [{"name": "Atlas", "half": "left", "effect": {"kind": "draw", "cards": 2}}],
    "copies": {"7": 3},
}


def found(data: Any, kind: Any = Box) -> list[str]:
    return [str(problem) for problem in problems_in(data, kind)]


def card(**fields: Any) -> dict[str, Any]:
    return {"cards": [{"name": "Luna", **fields}]}


def test_right_data_has_no_problems() -> None:
    assert found(RIGHT) == []
    assert found(card(effect={"kind": "points"}, share=1, size=[2, 3], foil=True)) == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "cards: found nothing, expected an array of at least 1 items"),
        ({"cards": []}, "cards: found an array of 0, expected an array of at least 1 items"),
        ({"cards": [3]}, "cards[0]: found 3, expected a table with name"),
        (card(name=""), "cards[0].name: found '', expected a text from 1 to 8 characters"),
        (card(half="top"), "cards[0].half: found 'top', expected one of: 'left', 'right'"),
        (card(size=[1]), "cards[0].size: found an array of 1, expected an array of 2"),
        (card(size=[1, "2"]), "cards[0].size[1]: found '2', expected a whole number"),
        (card(share=2), "cards[0].share: found 2, expected a number from 0 to 1"),
        (card(share=float("nan")), "cards[0].share: found nan, expected a number from 0 to 1"),
        (card(foil=1), "cards[0].foil: found 1, expected true or false"),
        (card(size=[True, 1]), "cards[0].size[0]: found true, expected a whole number"),
        (
            card(effect={"kind": "draw", "cards": 4}),
            "cards[0].effect.cards: found 4, expected a whole number from 1 to 3",
        ),
        (
            card(effect={"kind": "drew", "cards": 4}),
            "cards[0].effect.kind: found 'drew', expected one of: 'draw', 'points'",
        ),
        (
            card(effect={"cards": 4}),
            "cards[0].effect.kind: found nothing, expected one of: 'draw', 'points'",
        ),
        (
            card(effect=2),
            "cards[0].effect: found 2, expected a table with cards or a table",
        ),
        ({**RIGHT, "either": 1.5}, "either: found 1.5, expected a text or a whole number"),
        (
            {**RIGHT, "either": date(2026, 11, 12)},
            "either: found 2026-11-12, expected a text or a whole number",
        ),
        (
            {**RIGHT, "copies": {"0": 3}},
            "copies.0: found the name 0, expected a whole number of at least 1 as its name",
        ),
        (
            {**RIGHT, "copies": {"7": 2**70}},
            "copies.7: found a number of 71 bits, expected a whole",
        ),
        ({**RIGHT, "even": {"number": 3}}, "even: found a table, expected an even number"),
    ],
)
def test_an_error_says_its_path_what_was_found_and_what_was_expected(
    data: Any, message: str
) -> None:
    (said,) = found(data)
    assert said.startswith(message)


def test_a_misspelt_field_is_named_once_and_looked_into() -> None:
    assert found({"crads": [{"nmae": "Luna"}, {"name": 3}]}) == [
        "crads: found an unknown name, expected 'cards'",
        "crads[0].nmae: found an unknown name, expected 'name'",
        "crads[1].name: found 3, expected a text from 1 to 8 characters",
    ]


def test_all_errors_are_listed_in_the_order_of_the_format() -> None:
    data = {
        "cards": [{"name": 1, "half": "top"}, {"name": "Luna", "wings": 2}],
        "copies": {"one": 1, "2": "two"},
        "either": [],
        "more": 1,
    }
    assert [problem.path for problem in problems_in(data, Box)] == [
        "more",
        "cards[0].name",
        "cards[0].half",
        "cards[1].wings",
        "copies.one",
        "copies.2",
        "either",
    ]


def test_the_top_level_field_of_a_path_is_known() -> None:
    assert Problem("cards[0].name", "1", "a text").field == "cards"
    assert Problem("copies.value.7", "1", "a text").field == "copies"
    assert Problem("", "1", "a text").field == ""


def test_odd_keys_are_quoted_in_paths() -> None:
    assert joined("copies", "a.b[0]") == 'copies."a.b[0]"'
    assert joined("copies", "\x1b") == r'copies."\u001b"'
    assert joined("", "蛾") == '"蛾"'


def test_what_a_game_says_of_a_value_moves_the_cursor_no_more_than_the_value() -> None:
    problem = Problem("species", "\x1b[2J", "one of: \ufeffRuby")
    assert str(problem) == r"species: found \x1b[2J, expected one of: \ufeffRuby"


def test_long_values_are_cut_and_none_moves_the_cursor() -> None:
    assert shown("x" * 200) == f"'{'x' * 40}'… of 200 characters"
    assert shown("\x1b[2J") == r"'\x1b[2J'"
    assert shown(10**5000).endswith(" bits")


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.dates()
    | st.sampled_from(["left", "draw", "points", "Luna"])
)
names = st.sampled_from(
    ["cards", "copies", "either", "even", "name", "effect", "kind", "half", "size", "number", "7"]
)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4)
)
boxes = st.fixed_dictionaries(
    {
        "cards": st.lists(
            st.fixed_dictionaries(
                {"name": st.just("Luna")},
                optional={"effect": anything, "half": anything, "size": anything},
            ),
            max_size=2,
        )
    },
    optional={"copies": anything, "either": anything, "even": anything},
)


@given(anything | boxes)
def test_data_without_problems_converts_and_other_data_has_some(data: Any) -> None:
    problems = problems_in(data, Box)
    if refusal(data, Box) is not None:
        assert problems
    if not problems:
        assert msgspec.convert(data, Box, str_keys=True)
    for problem in problems:
        assert str(problem).isprintable()


Many = Annotated[int, msgspec.Meta(ge=1, le=2000, description="on each side")]


class Loose(msgspec.Struct, frozen=True):
    games: Many = 1
    names: Annotated[tuple[str, ...], msgspec.Meta(max_length=8, description="one a seat")] = ()
    initial: Annotated[str, msgspec.Meta(pattern="^[a-z]$", description="one small letter")] = "a"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"games": 10**12}, "a whole number from 1 to 2000 (on each side)"),
        ({"games": 2.5}, "a whole number from 1 to 2000 (on each side)"),
        ({"names": ["a"] * 9}, "an array of at most 8 items (one a seat)"),
        ({"initial": "A"}, "one small letter"),
        ([], "a table"),
    ],
)
def test_what_is_said_about_a_field_stands_beside_its_type_and_range(data: Any, said: str) -> None:
    (problem,) = problems_in(data, Loose)
    assert problem.expected == said
