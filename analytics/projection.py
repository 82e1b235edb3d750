"""Follows the store into the warehouse, exactly once."""

from collections.abc import Callable, Sequence

from analytics.warehouse import Warehouse

Source = Callable[[int, int], Sequence[tuple[int, str, int, str, bytes]]]
History = Callable[[str, int], Sequence[tuple[int, str, bytes]]]


def catch_up(warehouse: Warehouse, source: Source, history: History) -> int:
    """Project everything that is stored by now; return the number of events."""
    raise NotImplementedError


def rebuild(warehouse: Warehouse, source: Source, history: History) -> int:
    """Drop everything and project the whole store again; return the number of events."""
    raise NotImplementedError
