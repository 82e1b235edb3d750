"""The set-up of a session as headers: a key and its text."""

from collections.abc import Mapping, Sequence

from domain.grammar.line import Answers, trimmed, unseen_as_none
from domain.notation import SEATS, UNSEEN, Misread
from domain.spelling import Words, folded


def header(headers: Mapping[str, str], key: str) -> str:
    """Return a header's text, whatever the case of its key; empty if it is not there.

    >>> header({"hand a": " E2 "}, "Hand A"), header({}, "Start")
    ('E2', '')
    """
    return next((v for k, v in headers.items() if folded(k) == folded(key)), "").strip()


def read_start(headers: Mapping[str, str], seats: int) -> int:
    """Read which seat starts; without that header it is the first.

    :raises Misread: there is no such seat.
    """
    text = header(headers, "Start")
    letter = text.upper() or SEATS[0]
    if len(letter) == 1 and letter in SEATS[:seats]:
        return SEATS.index(letter)
    raise Misread(text, f"Start: expected a seat, {SEATS[0]} to {SEATS[seats - 1]}")


def read_cards(words: Words, headers: Mapping[str, str], key: str, size: int) -> Answers:
    """Read the cards of a header, unseen ones added up to a number.

    :raises Misread: a card is not in the box, or there are more.
    """
    text = header(headers, key)
    named = words.each(text)
    if named is None:
        raise Misread(text, f"{key}: expected cards of this edition, with spaces between")
    cards = unseen_as_none(named)
    if len(cards) > size:
        raise Misread(text, f"{key}: {len(cards)} cards, expected at most {size}")
    return (*cards, *[None] * (size - len(cards)))


def write_cards(cards: Sequence[str | None]) -> str:
    """Write cards, without the unseen ones at the end.

    >>> write_cards(["E2", None, "B1", None])
    'E2 ? B1'
    """
    return " ".join(card or UNSEEN for card in trimmed(cards))
