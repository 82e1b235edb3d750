"""Shapes and where they can lie: small drawings, and every placement on a sheet as a bit mask."""

from functools import lru_cache
from typing import NamedTuple

MARKED = "X"
UNMARKED = "."

Cells = tuple[tuple[int, int], ...]
"""Column and row of each square, sorted; the leftmost column and the topmost row are 0."""


def cells_of(drawing: str) -> Cells:
    """Read a drawing: ``X`` for a square of the shape, ``.`` for none, a line a row.

    >>> cells_of("XX\\n.X")
    ((0, 0), (1, 0), (1, 1))
    """
    rows = drawing.split()
    found = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == MARKED]
    return normal(found)


def normal(cells: Cells | list[tuple[int, int]]) -> Cells:
    """Move cells to the upper left and sort them."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted((x - left, y - top) for x, y in cells))


def is_connected(cells: Cells) -> bool:
    """Whether every cell can be reached from every other, side by side.

    >>> is_connected(((0, 0), (0, 1))), is_connected(((0, 0), (1, 1)))
    (True, False)
    """
    left = set(cells)
    reached = [left.pop()] if left else []
    while reached:
        x, y = reached.pop()
        for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if near in left:
                left.remove(near)
                reached.append(near)
    return not left


def turned(cells: Cells) -> Cells:
    """Turn a shape a quarter clockwise.

    >>> turned(((0, 0), (1, 0), (2, 0)))
    ((0, 0), (0, 1), (0, 2))
    """
    return normal([(-y, x) for x, y in cells])


def flipped(cells: Cells) -> Cells:
    """Flip a shape over its upright axis."""
    return normal([(-x, y) for x, y in cells])


def orientations(cells: Cells) -> tuple[Cells, ...]:
    """List the different ways to turn and flip a shape, at most eight.

    >>> len(orientations(((0, 0),))), len(orientations(cells_of("XX\\nX.\\nX.")))
    (1, 8)
    """
    found: dict[Cells, None] = {}
    for start in (cells, flipped(cells)):
        way = normal(list(start))
        for _ in range(4):
            found.setdefault(way)
            way = turned(way)
    return tuple(found)


class Ground(NamedTuple):
    """The part of a sheet that decides where shapes can lie. Squares are numbered from 0, row by
    row from the top; ``signature`` has the packed symbol of each.
    """

    width: int
    height: int
    empty: int
    signature: tuple[int, ...]


class Placement(NamedTuple):
    """A shape at one place.

    :ivar mask: its squares as bits.
    :ivar near: the squares beside it.
    :ivar signature: its symbols, packed.
    :ivar squares: its squares by number, in reading order.
    """

    mask: int
    near: int
    signature: int
    squares: tuple[int, ...]


@lru_cache(maxsize=1024)
def placements(ground: Ground, cells: Cells) -> tuple[Placement, ...]:
    """List every placement of a shape, turned and flipped, that covers no empty square."""
    found: dict[int, Placement] = {}
    for way in orientations(cells):
        across, down = max(x for x, _ in way), max(y for _, y in way)
        for top in range(ground.height - down):
            for left in range(ground.width - across):
                squares = tuple(sorted((top + y) * ground.width + left + x for x, y in way))
                mask = sum(1 << square for square in squares)
                if not mask & ground.empty and mask not in found:
                    signature = sum(ground.signature[square] for square in squares)
                    found[mask] = Placement(mask, _beside(ground, squares), signature, squares)
    return tuple(found[mask] for mask in sorted(found, key=lambda m: found[m].squares))


def _beside(ground: Ground, squares: tuple[int, ...]) -> int:
    near = 0
    for square in squares:
        row, column = divmod(square, ground.width)
        for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if 0 <= x < ground.width and 0 <= y < ground.height:
                near |= 1 << (y * ground.width + x)
    return near & ~sum(1 << square for square in squares)


def corners(width: int, height: int) -> int:
    """Return the four corner squares as bits."""
    last = (height - 1) * width
    return 1 | 1 << (width - 1) | 1 << last | 1 << (last + width - 1)
