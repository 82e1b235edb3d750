"""Every registered game has its seeds, and they say what its code says."""

import re
from typing import get_type_hints

import pytest

from domain.games import GAMES
from tests.contract.plays import CASES, book, edition, literals

pytestmark = pytest.mark.parametrize("name", GAMES)


def test_a_registered_game_is_known_to_the_contract_tests(name: str) -> None:
    assert name in CASES


def test_seeds_and_code_name_the_same_game(name: str) -> None:
    assert (book(name).game, book(name).title) == (name, GAMES[name].title)
    assert edition(name).game == name


def test_the_questions_in_seeds_are_the_options_in_code(name: str) -> None:
    asked = {
        option.name: tuple(value.value for value in option.values) for option in book(name).options
    }
    hints = get_type_hints(GAMES[name].options)
    assert asked == {option: literals(hint) for option, hint in hints.items()}
    assert list(asked) == list(hints)


def test_the_first_answer_to_a_question_is_its_default(name: str) -> None:
    options = GAMES[name].options()
    for option in book(name).options:
        default = getattr(options, option.name)
        first = option.values[0].value
        assert default == first or set(default) == {first}


def test_the_seats_are_a_range_that_somebody_can_sit_down_at(name: str) -> None:
    seats = GAMES[name].seats
    assert seats.start >= 1
    assert len(seats) >= 1


def test_stored_names_carry_the_game_and_a_number_and_are_all_different(name: str) -> None:
    names = [kind.stored_name for kind in GAMES[name].events]
    assert [n for n in names if not re.fullmatch(rf"{name}\.[a-z_]+:[1-9][0-9]*", n)] == []
    assert len(set(names)) == len(names)


def test_events_speak_of_the_past_and_cannot_be_changed(name: str) -> None:
    for kind in GAMES[name].events:
        assert kind.__struct_config__.frozen, kind
        assert kind.__doc__, kind
