"""Four in a row on columns of unequal height."""

from collections.abc import Sequence
from typing import Literal

import msgspec

LINE = 4  # win.line

LineKind = Literal["vertical", "horizontal", "diagonal"]

DIRECTIONS: tuple[tuple[LineKind, int, int], ...] = (
    ("vertical", 0, 1),
    ("horizontal", 1, 0),
    ("diagonal", 1, 1),
    ("diagonal", 1, -1),
)

Columns = Sequence[Sequence[int]]
"""For each column, from left to right, whose tokens lie there, from the bottom."""


class Line(msgspec.Struct, frozen=True):
    """Four or more adjacent tokens of one seat; cells are named like ``b3``, third from below."""

    kind: LineKind
    cells: tuple[str, ...]


def cell(column: int, row: int) -> str:
    """Name a cell by its column, from the left, and its row, from the bottom, both from 0.

    >>> cell(1, 2)
    'b3'
    """
    return f"{'abcde'[column]}{row + 1}"


def lines_through(columns: Columns, column: int, row: int) -> list[Line]:
    """List the lines of four or more that a token is part of, with all their cells.

    >>> [line.cells for line in lines_through([[0], [0], [1, 0], [0], [0]], 0, 0)]
    []
    >>> lines_through([[0], [0], [0], [0], []], 3, 0)
    [Line(kind='horizontal', cells=('a1', 'b1', 'c1', 'd1'))]
    """
    seat, found = columns[column][row], []
    for kind, across, up in DIRECTIONS:
        cells = [(column, row)]
        for sign in (-1, 1):
            x, y = column + sign * across, row + sign * up
            while 0 <= x < len(columns) and 0 <= y < len(columns[x]) and columns[x][y] == seat:
                cells.append((x, y))
                x, y = x + sign * across, y + sign * up
        if len(cells) >= LINE:
            found.append(Line(kind, tuple(cell(x, y) for x, y in sorted(cells))))
    return found
