"""The sheet that is acted on in Nocturnis as a table of words."""

from collections.abc import Collection
from functools import lru_cache

from service.web.boards.grids import Grid, Row, cell
from service.web.boards.nocturnis.drawing import Line, Square
from service.web.boards.nocturnis.table import Table


def grid(table: Table, changed: Collection[str]) -> Grid:
    """Write the symbol of each square, or that it is marked, the top row first."""
    seat = table.seats[table.focus]
    columns = tuple(letter for _, letter in seat.sheet.columns)
    rows = []
    for (_, number), line in zip(seat.sheet.rows, seat.sheet.lines, strict=True):
        here = frozenset(name for name in changed if name[1:] == number)
        rows.append(_row(line, number, columns, here))
    return Grid(f"Garden of {seat.name}", columns, tuple(rows))


@lru_cache(maxsize=1024)
def _row(line: Line, number: str, columns: tuple[str, ...], changed: frozenset[str]) -> Row:
    """Write a row of squares; while nothing changes there, it is the same object."""
    squares = {square.name: square for square in line.squares}

    def at(name: str) -> str | None:
        square = squares.get(name)
        return None if square is None else cell(_said(square), name in changed)

    return number, tuple(at(f"{column}{number}") for column in columns)


def _said(square: Square) -> str:
    symbol = square.sign.name if square.sign else "no symbol"
    return f"marked, {symbol}" if square.marked else symbol
