"""The seven open questions as a whole."""

from pathlib import Path

import msgspec
import pytest

from domain.games.lantern_moths.options import Options

QUESTIONS = {
    "flip_adjacency": ("orthogonal", "diagonal"),
    "dusk_in_refill": ("replaced", "not_replaced"),
    "fourth_dusk_in_refill": ("ends_now", "one_more_round"),
    "ghost_on_full_tile": ("no", "yes"),
    "ghost_in_sets": ("no", "any_colour"),
    "fourth_dusk_replaced": ("yes", "no"),
    "ghost_blocks": ("planted_round", "while_present"),
}


def test_there_are_seven_questions_each_with_the_rewrites_reading_as_its_default() -> None:
    assert msgspec.to_builtins(Options()) == {name: first for name, (first, _) in QUESTIONS.items()}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_takes_its_two_answers_and_no_third(name: str) -> None:
    for value in QUESTIONS[name]:
        assert getattr(msgspec.convert({name: value}, Options), name) == value
    with pytest.raises(
        msgspec.ValidationError, match=rf"Invalid enum value 'maybe' - at `\$.{name}`"
    ):
        msgspec.convert({name: "maybe"}, Options)


def test_a_question_that_nobody_asked_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `ghosts_fly`"):
        msgspec.convert({"ghosts_fly": "yes"}, Options)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_has_tests_of_its_own(name: str) -> None:
    source = (Path(__file__).parent / f"test_{name}.py").read_text(encoding="utf-8")
    for value in QUESTIONS[name]:
        assert f'"{value}"' in source
