"""The sheet that is acted on in Nocturnis as a table of words."""

from collections.abc import Collection

from service.web.boards.grids import Grid, cell
from service.web.boards.nocturnis.drawing import Square
from service.web.boards.nocturnis.table import Table


def grid(table: Table, changed: Collection[str]) -> Grid:
    """Write the symbol of each square, or that it is marked, the top row first."""
    seat = table.seats[table.focus]
    squares = {square.name: square for line in seat.sheet.lines for square in line.squares}
    columns = [letter for _, letter in seat.sheet.columns]
    rows = [number for _, number in sorted(seat.sheet.rows)]

    def at(name: str) -> str | None:
        square = squares.get(name)
        return None if square is None else cell(_said(square), name in changed)

    return Grid(
        f"Garden of {seat.name}",
        tuple(columns),
        tuple((row, tuple(at(f"{column}{row}") for column in columns)) for row in rows),
    )


def _said(square: Square) -> str:
    symbol = square.sign.name if square.sign else "no symbol"
    return f"marked, {symbol}" if square.marked else symbol
