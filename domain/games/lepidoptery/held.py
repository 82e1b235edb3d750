"""A hand as one number, so that whoever plays by the thousand looks plays up by it.

Each rank has a field of bits, and as many of the lowest are set as the hand holds cards of it: in
fields of five bits, two 1s and a 2 are ``0b00001_00011``. A card that comes in carries over the
others of its rank: ``0b011 + 1`` is ``0b100``, and both together are ``0b111``. The top bit of a
field stays empty.
"""

from collections.abc import Iterable
from functools import lru_cache

from domain.games.lepidoptery.combinations import SIZE


def width(most: int) -> int:
    """Return the bits of a field where a deck holds that many cards of a rank at most."""
    return max(most, *SIZE.values()) + 1


@lru_cache(maxsize=64)
def lowest_bits(ranks: tuple[int, ...], most: int) -> dict[str, int]:
    """Return each card's lowest bit, the cards sorted by name as in a pile."""
    bits = {str(rank): 1 << at * width(most) for at, rank in enumerate(ranks)}
    return dict(sorted(bits.items()))


def number(cards: Iterable[str], bits: dict[str, int], held: int = 0) -> int:
    """Return the number of a hand that these cards come into.

    >>> bits = lowest_bits((1, 2), 4)
    >>> f"{number(['1', '2', '1'], bits):010b}", f"{number(['1'], bits, 0b11):010b}"
    ('0000100011', '0000000111')
    """
    for card in cards:
        held |= held + bits[card]
    return held


def cards_of(held: int, bits: dict[str, int]) -> tuple[str, ...]:
    """List the cards of a hand, sorted by name.

    >>> cards_of(0b00001_00011, lowest_bits((9, 10), 4))
    ('10', '9', '9')
    """
    found = []
    for card, bit in bits.items():
        while held & bit:
            found.append(card)
            bit <<= 1
    return tuple(found)
