"""Counts that come in sessions: rows of one count a part, and of how many sessions have these."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analytics.intervals import RESAMPLED, Range, linearised, missing, share_of_clusters


class Sums(NamedTuple):
    """All sessions of some cells together.

    :ivar cells: how many cells these are of, :ivar sessions: how many sessions.
    :ivar of: of these, how many sessions have any things.
    :ivar totals: things by part, shape (parts,).
    :ivar squares: products of two parts' counts in a session, added up: shape (parts, parts).
    """

    cells: int
    sessions: int
    of: int
    totals: npt.NDArray[np.int64]
    squares: npt.NDArray[np.int64]


class Cells(list[tuple[int, ...]]):
    """Equal sessions together: a count for each part, and last how many sessions there are. Cells
    may be added, never changed.

    A million sessions come in some hundred thousand cells, of which many parts are asked for, some
    of them again: they are added up once, and a range is worked out once.

    :ivar ranges: what :func:`share_range` said, by number of cells and parts.
    """

    def __init__(self, cells: Iterable[tuple[int, ...]] = ()) -> None:
        super().__init__(cells)
        self.ranges: dict[tuple[int, tuple[int, ...]], Range | None] = {}
        self._sums: Sums | None = None

    @property
    def sums(self) -> Sums:
        """Everything that totals and the ranges of many sessions need."""
        if self._sums is None or self._sums.cells != len(self):
            self._sums = _added_up(self)
        return self._sums


def sessions_in(cells: list[tuple[int, ...]]) -> int:
    """Count the sessions.

    >>> sessions_in([(2, 1, 40), (0, 3, 2)])
    42
    """
    return _cells(cells).sums.sessions


def total(cells: list[tuple[int, ...]], parts: Iterable[int] | None = None) -> int:
    """Add up some parts of all sessions, or every part.

    >>> total([(2, 1, 40), (0, 3, 2)], [1]), total([(2, 1, 40), (0, 3, 2)])
    (46, 126)
    """
    if not cells:
        return 0
    totals = _cells(cells).sums.totals
    return int(totals.sum() if parts is None else totals[list(parts)].sum())


def share_range(cells: list[tuple[int, ...]], parts: Iterable[int]) -> Range | None:
    """Return the range for the share of some parts; ``None`` where sessions are too few."""
    cells, chosen = _cells(cells), tuple(parts)
    key = len(cells), chosen
    if key not in cells.ranges:
        cells.ranges[key] = _share_range(cells, list(chosen))
    return cells.ranges[key]


def _share_range(cells: Cells, chosen: list[int]) -> Range | None:
    sums = cells.sums
    if missing(sums.sessions):
        return None
    hits, things = int(sums.totals[chosen].sum()), int(sums.totals.sum())
    if sums.of <= RESAMPLED or hits in (0, things):
        return share_of_clusters(
            [(sum(cell[nth] for nth in chosen), sum(cell[:-1]), cell[-1]) for cell in cells]
        )
    beside = [things * (nth in chosen) - hits for nth in range(len(sums.totals))]
    # In whole numbers: where all sessions are alike the spread is exactly 0.
    spread = int(beside @ sums.squares.astype(object) @ beside)
    return linearised(hits / things, spread / things**2, things, sums.of)


def ends(range_: Range | None) -> list[float | None]:
    """Return a range's ends as two cells of a table."""
    return [None, None] if range_ is None else [round(end, 4) for end in range_]


def _cells(cells: list[tuple[int, ...]]) -> Cells:
    return cells if isinstance(cells, Cells) else Cells(cells)


def _added_up(cells: Cells) -> Sums:
    counts: npt.NDArray[Any] = np.array(cells or [(0, 0)], dtype=np.int64)
    parts, sessions = counts[:, :-1], counts[:, -1]
    of = sessions[parts.any(axis=1)].sum()
    weighed = parts * sessions[:, None]
    return Sums(len(cells), int(sessions.sum()), int(of), weighed.sum(0), weighed.T @ parts)
