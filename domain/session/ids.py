"""Ids of sessions that follow from what they stand for, so that nothing is stored twice."""

from uuid import UUID

TAIL = 74  # bits of a version 7 id that are neither time nor version nor variant


def uuid7_of(milliseconds: int, tail: int) -> UUID:
    """Return the UUID of version 7 (RFC 9562) with a time and all the bits behind it.

    Ids of one time are in the order of their tails, so that a store's index grows at its end.

    :param milliseconds: since 1970, at most 48 bits.
    :param tail: at most :data:`TAIL` bits; the upper 12 stand before the variant.

    >>> print(uuid7_of(0x0123456789AB, 0xFED << 62 | 5))
    01234567-89ab-7fed-8000-000000000005
    """
    upper, lower = tail >> 62, tail & (1 << 62) - 1
    return UUID(int=milliseconds << 80 | 7 << 76 | upper << 64 | 2 << 62 | lower)
