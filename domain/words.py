"""Sentences about a game that a page can draw and a terminal can print."""

from collections import Counter
from collections.abc import Iterable, Sequence
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


class Spot(NamedTuple):
    """Where a thing lies: an area of the table in the game's words (``docs/<game>.md`` lists
    them), a place on the board or in that area, and the seat whose area it is.
    """

    area: str
    place: str = ""
    seat: int | None = None


class Moved(NamedTuple):
    """Things of one name that left one spot for another.

    :ivar what: a card, moth, token or tile as the game names it; ``None`` for a card that this
        reader may not see.
    :ivar origin: ``None`` for what lay nowhere before, as a pencil mark.
    :ivar target: ``None`` for what lies nowhere from now on.
    """

    what: str | None
    origin: Spot | None
    target: Spot | None
    count: int = 1  # type: ignore[assignment]  # hides tuple.count


class Telling(NamedTuple):
    """An event for a reader: who acted (or nobody), the sentence, an icon, a timeline mark, the
    places that changed, and what lies elsewhere now, in the order in which it moved.
    """

    seat: int | None
    sentence: Sentence
    icon: str
    mark: str | None = None
    places: tuple[str, ...] = ()
    moved: tuple[Moved, ...] = ()


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


BOARD = "board"
"""The area whose spots are named by their place alone."""


def together(
    things: Iterable[str | None], origin: Spot | None, target: Spot | None
) -> tuple[Moved, ...]:
    """Gather things that go the same way, by name; those that nobody saw come last.

    >>> hand, deck = Spot("hand", seat=0), Spot("deck")
    >>> [(m.what, m.count) for m in together(["E2", None, "B1", "E2", None], deck, hand)]
    [('E2', 2), ('B1', 1), (None, 2)]
    """
    found = Counter(things)
    unseen = found.pop(None, 0)
    moved = [Moved(what, origin, target, count) for what, count in found.items()]
    if unseen:
        moved.append(Moved(None, origin, target, unseen))
    return tuple(moved)


def describe(moved: Moved, names: Sequence[str]) -> str:
    """Say in a line what moved from where to where.

    >>> hand, b2 = Spot("hand", seat=0), Spot("board", "b2")
    >>> describe(Moved("E2", hand, b2), ["Ada", "Ben"])
    'E2: Ada’s hand → b2'
    >>> describe(Moved(None, Spot("deck"), Spot("hand", seat=1), 3), ["Ada", "Ben"])
    '3 cards: deck → Ben’s hand'
    >>> describe(Moved("cross", None, Spot("crosses", "Lampkin", 0)), ["Ada"])
    'cross → Ada’s crosses Lampkin'
    >>> describe(Moved("token", b2, None, 2), ["Ada"])
    '2 × token: b2 →'
    """
    return _line([moved], names)


def gathered(moved: Iterable[Moved]) -> list[list[Moved]]:
    """Gather what one line can tell: several things that go one way, or one kind of thing that
    leaves, or comes to, several places of an area. A line stands where its first thing did.

    >>> hand, deck = Spot("hand", seat=0), Spot("deck")
    >>> lines = gathered([Moved("E2", deck, hand), Moved("B1", deck, hand)])
    >>> [[one.what for one in line] for line in lines]
    [['E2', 'B1']]
    """
    ways: dict[tuple[Spot | None, Spot | None], list[Moved]] = {}
    for one in moved:
        ways.setdefault((one.origin, one.target), []).append(one)
    lines: dict[object, list[Moved]] = {}
    for (origin, target), things in ways.items():
        spread = (things[0].what, things[0].count, _area(origin), _area(target))
        lines.setdefault(spread if len(things) == 1 else (origin, target), []).extend(things)
    return list(lines.values())


def describe_all(moved: Iterable[Moved], names: Sequence[str]) -> list[str]:
    """Say what moved, a line for what :func:`gathered` puts together.

    >>> sheet = [Spot("sheet", square, 0) for square in ("e6", "d5")]
    >>> describe_all([Moved("mark", None, square) for square in sheet], ["Jun"])
    ['mark → Jun’s sheet e6, d5']
    >>> hand, deck = Spot("hand", seat=0), Spot("deck")
    >>> describe_all(together(["5", "8", "8", None], deck, hand), ["Ada"])
    ['5, 2 × 8, a card: deck → Ada’s hand']
    """
    return [_line(line, names) for line in gathered(moved)]


def _area(spot: Spot | None) -> tuple[str, int | None] | None:
    return spot and (spot.area, spot.seat)


def _line(moved: Sequence[Moved], names: Sequence[str]) -> str:
    things = list(dict.fromkeys(map(_what, moved)))
    origins = list(dict.fromkeys(one.origin for one in moved if one.origin))
    targets = list(dict.fromkeys(one.target for one in moved if one.target))
    origin = f": {_at(origins, names)}" if origins else ""
    target = f" {_at(targets, names)}" if targets else ""
    return f"{', '.join(things)}{origin} →{target}"


def _what(moved: Moved) -> str:
    if moved.what is None:
        return "a card" if moved.count == 1 else f"{moved.count} cards"
    return moved.what if moved.count == 1 else f"{moved.count} × {moved.what}"


def _at(spots: Sequence[Spot], names: Sequence[str]) -> str:
    """Name places of one area."""
    spot, places = spots[0], ", ".join(spot.place for spot in spots)
    words = places if spot.area == BOARD else f"{spot.area} {places}".rstrip()
    return words if spot.seat is None else f"{names[spot.seat]}’s {words}"
