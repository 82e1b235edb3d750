"""Where the squares of Nocturnis lie in the drawing of the sheet that is acted on."""

from collections.abc import Mapping
from functools import lru_cache

from service.web.boards.middles import Middle
from service.web.boards.nocturnis.drawing import CELL
from service.web.boards.nocturnis.table import Table

TO_MIDDLE = 6
"""How far a row's number stands below the middle of its squares."""


def middles(table: Table) -> Mapping[str, Middle]:
    """Return the middle of every square, the empty ones too."""
    sheet = table.seats[table.focus].sheet
    return _squares(sheet.columns, sheet.rows)


@lru_cache(maxsize=16)
def _squares(
    columns: tuple[tuple[int, str], ...], rows: tuple[tuple[int, str], ...]
) -> Mapping[str, Middle]:
    reach = 0.86 * CELL / 2
    return {
        f"{letter}{number}": Middle(0, x, foot - TO_MIDDLE, reach)
        for x, letter in columns
        for foot, number in rows
    }
