"""The open question as a whole."""

import msgspec
import pytest

from domain.games.lepidoptery.options import Options


def test_there_is_one_question_with_an_unlimited_supply_as_its_default() -> None:
    assert msgspec.to_builtins(Options()) == {"token_supply": "unlimited"}


@pytest.mark.parametrize("value", ["unlimited", "limited"])
def test_it_takes_its_two_answers(value: str) -> None:
    assert msgspec.convert({"token_supply": value}, Options).token_supply == value


def test_it_takes_no_third_answer() -> None:
    with pytest.raises(
        msgspec.ValidationError, match=r"Invalid enum value 'fifteen' - at `\$.token_supply`"
    ):
        msgspec.convert({"token_supply": "fifteen"}, Options)


def test_a_question_that_nobody_asked_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `jokers_twice`"):
        msgspec.convert({"jokers_twice": "yes"}, Options)
