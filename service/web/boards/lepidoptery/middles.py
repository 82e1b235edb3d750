"""Where the spaces of Lepidoptery lie, each column in a drawing of its own."""

from domain.games.lepidoptery.lines import cell
from service.web.boards.lepidoptery.table import Table
from service.web.boards.middles import Middle

PITCH, MIDDLE, FOOT, REACH = 24.5, 22, 7.2, 13
"""The measures that the template's macro ``column`` draws with."""


def middles(table: Table) -> dict[str, Middle]:
    """Return the middle of every space, counted from the bottom of its column."""
    top = PITCH * table.highest + 9 - FOOT - 9
    return {
        cell(part, space.row): Middle(part, MIDDLE, top - PITCH * space.row, REACH)
        for part, column in enumerate(table.columns)
        for space in column.spaces
    }
