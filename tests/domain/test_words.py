"""Sentences with holes for names, cards and places."""

import pytest

from domain.words import Card, Place, Seat, Sentence, plain, spoken

NAMES = ("Ada", "Ben", "Cleo", "Dan")


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ((), ""),
        (("Nobody moves",), "Nobody moves"),
        ((Seat(1), " takes ", Card("E2")), "Ben takes E2"),
        ((Seat(0), " takes ", Card(None)), "Ada takes a card"),
        (("Back to ", Place("b2")), "Back to b2"),
    ],
)
def test_a_sentence_is_written_as_text(sentence: Sentence, text: str) -> None:
    assert plain(sentence, NAMES) == text


@pytest.mark.parametrize(
    ("seats", "text"),
    [
        ((), ""),
        ((2,), "Cleo"),
        ((0, 2), "Ada and Cleo"),
        ((3, 0, 2), "Dan, Ada and Cleo"),
        ((0, 1, 2, 3), "Ada, Ben, Cleo and Dan"),
    ],
)
def test_seats_are_listed_the_way_people_do(seats: tuple[int, ...], text: str) -> None:
    assert plain(spoken(seats), NAMES) == text
