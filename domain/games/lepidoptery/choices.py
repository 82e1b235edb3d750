"""Every play of a seat, made once: the legal ones are looked up by what the hand holds."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from domain.games.lepidoptery.actions import Play
from domain.games.lepidoptery.combinations import SIZE, Combination, Kind, combinations
from domain.games.lepidoptery.held import lowest_bits
from domain.games.lepidoptery.state import Marker

BITS = 6  # that one table looks at: more tables to ask, but at most 64 answers each stay in cache

KEPT = 4096  # situations; the printed edition has some 1,600


class Way(NamedTuple):
    """A way to play a combination: the highest bit of each rank that the hand must have."""

    bits: int
    action: Play


class Plays(dict[int, tuple[Play, ...]]):
    """The plays that a hand allows, by its bits that matter to them."""

    __slots__ = ("_ways",)

    def __init__(self, ways: Sequence[Way]) -> None:
        super().__init__()
        self._ways = ways

    def __missing__(self, held: int) -> tuple[Play, ...]:
        plays = self[held] = tuple(way.action for way in self._ways if held & way.bits == way.bits)
        return plays


Offer = tuple[int, Plays]
"""The bits of a hand that matter to some plays, and those plays by them."""


@lru_cache(maxsize=1024)
def offered(
    kind: Kind, ranks: tuple[int, ...], most: int, seat: int, joker: bool, lowest: int
) -> tuple[Offer, ...]:
    """Return every play of a type that begins with the lowest rank or a higher one, in order.

    :param most: the cards of the rank that a deck holds most of.
    :param joker: whether the Joker may be used.
    """
    found: list[Offer] = []
    bits, ways = 0, list[Way]()
    for combination in combinations(kind, ranks):
        if combination.ranks[0] < lowest or not (joker or combination.joker is None):
            continue
        way = _way(combination, lowest_bits(ranks, most), seat)
        if (bits | way.bits).bit_count() > BITS:
            found.append((bits, Plays(ways)))
            bits, ways = 0, []
        bits |= way.bits
        ways.append(way)
    return (*found, (bits, Plays(ways))) if ways else tuple(found)


def _way(combination: Combination, lowest: dict[str, int], seat: int) -> Way:
    needed = Counter(combination.cards)
    bits = sum(lowest[str(rank)] << times - 1 for rank, times in needed.items())
    return Way(bits, Play(seat, combination.ranks, combination.joker))


Beaten = tuple[int, int] | None
"""Lowest rank and number of cards of the combination to beat; ``None`` for a leader."""

Situation = tuple[int, Marker, Beaten, bool]
"""The full columns as bits, the seat's marker, what is to be beaten, whether the seat's Joker may
be used.
"""


class Offers(dict[Situation, tuple[Offer, ...]]):
    """What the columns offer to a seat, from left to right, by situation."""

    __slots__ = ("_columns", "_most", "_ranks", "_seat")

    def __init__(
        self, columns: tuple[Kind, ...], ranks: tuple[int, ...], most: int, seat: int
    ) -> None:
        super().__init__()
        self._columns, self._ranks, self._most, self._seat = columns, ranks, most, seat

    def __missing__(self, situation: Situation) -> tuple[Offer, ...]:
        if len(self) >= KEPT:
            self.clear()
        full, marker, beaten, joker = situation
        low, size = beaten or (0, 0)
        found: list[Offer] = []
        for column, kind in enumerate(self._columns):
            if kind != marker and not full >> column & 1:
                lowest = low if SIZE[kind] > size else low + 1
                found += offered(kind, self._ranks, self._most, self._seat, joker, lowest)
        offers = self[situation] = tuple(found)
        return offers


@lru_cache(maxsize=64)
def offers_to(seat: int, columns: tuple[Kind, ...], ranks: tuple[int, ...], most: int) -> Offers:
    """Return what these columns offer to a seat; one table for all equal editions."""
    return Offers(columns, ranks, most, seat)
