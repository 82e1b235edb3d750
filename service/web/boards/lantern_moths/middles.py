"""Where the tiles of Lantern Moths lie in the drawing of the garden."""

from service.web.boards.lantern_moths.table import TILE, Table
from service.web.boards.middles import Middle


def middles(table: Table) -> dict[str, Middle]:
    """Return the middle of every tile."""
    half = TILE / 2
    return {t.place: Middle(0, t.x + half, t.y + half, 0.83 * half) for t in table.tiles}
