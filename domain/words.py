"""Sentences about a game that a page can draw and a terminal can print."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """A player's name belongs here."""

    seat: int


class Card(msgspec.Struct, frozen=True):
    """A card by its name; ``None`` for one that this reader may not see."""

    card: str | None


class Place(msgspec.Struct, frozen=True):
    """A place on the board."""

    place: str


Part = str | Seat | Card | Place
Sentence = tuple[Part, ...]


class Telling(NamedTuple):
    """An event for a reader: who acted (or nobody), the sentence, an icon, a timeline mark and
    the places that changed.
    """

    seat: int | None
    sentence: Sentence
    icon: str
    mark: str | None = None
    places: tuple[str, ...] = ()


def plain(sentence: Sentence, names: Sequence[str]) -> str:
    """Write a sentence as text.

    >>> plain((Seat(0), " plants ", Card("E2"), " on ", Place("b2")), ["Ada", "Ben"])
    'Ada plants E2 on b2'
    """
    return "".join(_plain(part, names) for part in sentence)


def _plain(part: Part, names: Sequence[str]) -> str:
    match part:
        case Seat(seat):
            return names[seat]
        case Card(card):
            return card or "a card"
        case Place(place):
            return place
    return part


def spoken(seats: Sequence[int]) -> Sentence:
    """List seats the way people do: Ada, Ben and Cleo."""
    parts: list[Part] = []
    for i, seat in enumerate(seats):
        if i:
            parts.append(" and " if i == len(seats) - 1 else ", ")
        parts.append(Seat(seat))
    return tuple(parts)
