"""Counts that come in sessions: rows of one count a part, and of how many sessions have these."""

from collections.abc import Iterable

from analytics.intervals import Range, missing, share_of_clusters

Cells = list[tuple[int, ...]]
"""Equal sessions together: a count for each part, and last how many sessions there are."""


def sessions_in(cells: Cells) -> int:
    """Count the sessions.

    >>> sessions_in([(2, 1, 40), (0, 3, 2)])
    42
    """
    return sum(cell[-1] for cell in cells)


def total(cells: Cells, parts: Iterable[int] | None = None) -> int:
    """Add up some parts of all sessions, or every part.

    >>> total([(2, 1, 40), (0, 3, 2)], [1]), total([(2, 1, 40), (0, 3, 2)])
    (46, 126)
    """
    return sum(_of(cell, parts) * cell[-1] for cell in cells)


def share_range(cells: Cells, parts: Iterable[int]) -> Range | None:
    """Return the range for the share of some parts; ``None`` where sessions are too few."""
    chosen = list(parts)
    if missing(sessions_in(cells)):
        return None
    return share_of_clusters([(_of(cell, chosen), sum(cell[:-1]), cell[-1]) for cell in cells])


def ends(range_: Range | None) -> list[float | None]:
    """Return a range's ends as two cells of a table."""
    return [None, None] if range_ is None else [round(end, 4) for end in range_]


def _of(cell: tuple[int, ...], parts: Iterable[int] | None) -> int:
    return sum(cell[:-1]) if parts is None else sum(cell[nth] for nth in parts)
