"""The columns of Lepidoptery as a table of words."""

from collections.abc import Collection

from domain.games.lepidoptery.lines import cell as name_of
from service.web.boards.grids import Grid, cell
from service.web.boards.lepidoptery.table import Space, Table


def grid(table: Table, changed: Collection[str]) -> Grid:
    """Write whose token lies on each space, the highest row first."""
    names = [s.name for s in table.seats]
    heights = max(len(column.spaces) for column in table.columns)

    def at(column: int, row: int) -> str | None:
        spaces = table.columns[column].spaces
        if row >= len(spaces):
            return None
        name = name_of(column, row)
        return cell(_said(spaces[row], names), name in changed)

    return Grid(
        "Board",
        tuple(f"{column.letter}, {column.title}" for column in table.columns),
        tuple(
            (str(row + 1), tuple(at(column, row) for column in range(len(table.columns))))
            for row in reversed(range(heights))
        ),
    )


def _said(space: Space, names: list[str]) -> str:
    if space.seat is not None:
        return f"token of {names[space.seat]}"
    if space.was is not None:
        return f"empty; the token of {names[space.was]} was cleared"
    return "empty"
