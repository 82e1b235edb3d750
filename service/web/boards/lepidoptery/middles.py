"""Where the spaces of Lepidoptery lie, each column in a drawing of its own."""

from domain.games.lepidoptery.lines import cell
from service.web.boards.lepidoptery.table import Table
from service.web.boards.middles import Middle

PITCH, MIDDLE, FOOT, REACH = 24.5, 22, 7.2, 13
"""The measures that the template's macro ``column`` draws with."""


def middles(table: Table) -> dict[str, Middle]:
    """Return the middle of every space, counted from the bottom of its column, and of columns."""
    lowest, found = PITCH * table.highest - FOOT, {}
    for part, column in enumerate(table.columns):
        reach = PITCH * len(column.spaces) / 2
        found[column.letter] = Middle(part, MIDDLE, lowest + PITCH / 2 - reach, MIDDLE)
        for space in column.spaces:
            name, y = cell(part, space.row), lowest - PITCH * space.row
            found[name] = Middle(part, MIDDLE, y, REACH)
    return found
