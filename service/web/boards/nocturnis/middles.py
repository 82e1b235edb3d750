"""Where the squares of Nocturnis lie in the drawing of the sheet that is acted on."""

from service.web.boards.middles import Middle
from service.web.boards.nocturnis.drawing import CELL
from service.web.boards.nocturnis.table import Table

TO_MIDDLE = 6
"""How far a row's number stands below the middle of its squares."""


def middles(table: Table) -> dict[str, Middle]:
    """Return the middle of every square, the empty ones too."""
    half, sheet = CELL / 2, table.seats[table.focus].sheet
    return {
        f"{letter}{number}": Middle(0, x, foot - TO_MIDDLE, 0.86 * half)
        for x, letter in sheet.columns
        for foot, number in sheet.rows
    }
