"""Multisets of symbols packed into one number: four bits a symbol, three of them its count.

The fourth bit of each group stays free, so that one subtraction compares all counts at once.
"""

from collections.abc import Iterable

MOST = 7  # of one symbol


def packed(symbols: Iterable[int]) -> int:
    """Pack symbols, each a number from 0.

    >>> hex(packed([0, 0, 2]))
    '0x102'
    """
    return sum(1 << 4 * symbol for symbol in symbols)


def guard(kinds: int) -> int:
    """Return the free bits of that many symbols."""
    return sum(8 << 4 * symbol for symbol in range(kinds))


def enough(there: int, needed: int, guarded: int) -> bool:
    """Whether every symbol that is needed is there often enough.

    >>> enough(packed([0, 0, 1]), packed([0, 1]), guard(2))
    True
    >>> enough(packed([0, 0]), packed([0, 1]), guard(2))
    False
    """
    return ((there | guarded) - needed) & guarded == guarded
