"""Where the squares of Nocturnis lie in the drawing of the sheet that is acted on."""

from service.web.boards.middles import Middle
from service.web.boards.nocturnis.drawing import CELL
from service.web.boards.nocturnis.table import Table


def middles(table: Table) -> dict[str, Middle]:
    """Return the middle of every square that may be marked."""
    half = CELL / 2
    squares = table.seats[table.focus].sheet.squares
    return {s.name: Middle(0, s.x + half, s.y + half, 0.86 * half) for s in squares}
