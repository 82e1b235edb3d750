"""Two sources of chance: a shuffle, and a person."""

from collections import Counter
from random import Random

import pytest

from domain.chance import Observed, Shuffled
from domain.errors import Unanswered, Unseen
from domain.piles import EMPTY, Pile

DECK = Pile.of(["B1", "B1", "B1", "E2"])


def nothing() -> list[str]:
    raise AssertionError("candidates were asked for without need")


class Fixed(Random):
    """Gives out the numbers that it was made with."""

    def __init__(self, *numbers: float) -> None:
        super().__init__(0)
        self.numbers = list(numbers)

    def random(self) -> float:
        return self.numbers.pop(0)


@pytest.mark.parametrize(
    ("number", "card"), [(0.0, "B1"), (0.74, "B1"), (0.75, "E2"), (0.9999999999999999, "E2")]
)
def test_a_shuffle_draws_by_share(number: float, card: str) -> None:
    """Three cards in four are B1: the numbers from 0 up to 0.75."""
    assert Shuffled(Fixed(number)).draw(DECK, "a card", nothing) == card


def test_a_shuffle_uses_one_number_a_card() -> None:
    chance = Shuffled(Fixed(0.1, 0.8))
    assert [chance.draw(DECK, "a card", nothing) for _ in range(2)] == ["B1", "E2"]


def test_a_shuffle_is_fair() -> None:
    """4,000 draws at 3 in 4: 3,000 expected with a deviation of 27, so 150 is far beyond it."""
    chance = Shuffled(Random(5))
    drawn = Counter(chance.draw(DECK, "a card", nothing) for _ in range(4000))
    assert abs(drawn["B1"] - 3000) < 150


@pytest.mark.parametrize("pile", [EMPTY, Pile(("B1",), 1), Pile((), 2)])
def test_a_pile_with_unknown_cards_or_none_cannot_be_shuffled(pile: Pile) -> None:
    with pytest.raises(ValueError, match="cannot shuffle Pile"):
        Shuffled(Random(1)).draw(pile, "a card", nothing)


def test_what_a_person_saw_is_handed_out_in_order() -> None:
    chance = Observed(["E2", "B1"])
    assert [chance.draw(DECK, "a card", nothing) for _ in range(2)] == ["E2", "B1"]
    assert chance.given == 2


def test_not_seen_is_an_answer() -> None:
    chance = Observed([None])
    assert chance.draw(DECK, "a card", nothing) is None
    assert chance.given == 1


def test_an_answer_that_is_missing_names_the_question() -> None:
    chance = Observed(["B1"])
    chance.draw(DECK, "the first card", nothing)
    with pytest.raises(Unanswered) as caught:
        chance.draw(DECK, "the second card", nothing)
    assert (caught.value.question, caught.value.given) == ("the second card", 1)
    assert str(caught.value) == "not told yet: the second card (after 1 answers)"


def test_a_card_that_a_known_pile_does_not_hold_was_not_seen() -> None:
    with pytest.raises(Unseen) as caught:
        Observed(["V3"]).draw(DECK, "the drawn card", lambda: ["V3"])
    assert (caught.value.question, caught.value.card) == ("the drawn card", "V3")
    assert caught.value.possible == ("B1", "E2")
    assert str(caught.value) == "the drawn card cannot be 'V3'; expected one of: B1, E2"


def test_an_unknown_card_may_be_any_that_is_left() -> None:
    assert Observed(["V3"]).draw(Pile(("B1",), 2), "a card", lambda: ["V2", "V3"]) == "V3"
    with pytest.raises(Unseen) as caught:
        Observed(["R1"]).draw(Pile(("B1",), 2), "a card", lambda: ["V2", "V3"])
    assert caught.value.possible == ("B1", "V2", "V3")


def test_a_pile_that_holds_nothing_has_nothing_to_show() -> None:
    with pytest.raises(Unseen, match="a card cannot be 'B1'; expected one of: none"):
        Observed(["B1"]).draw(EMPTY, "a card", nothing)
