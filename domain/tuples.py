"""Tuples as values: a changed copy instead of a change."""

from typing import TypeVar

T = TypeVar("T")


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return the tuple with another item in one place.

    >>> put((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    changed = list(items)
    changed[at] = item
    return tuple(changed)
