"""The garden of Lantern Moths as a table of words."""

from collections.abc import Collection

from service.web.boards.grids import Grid, cell
from service.web.boards.lantern_moths.table import Table


def grid(table: Table, changed: Collection[str]) -> Grid:
    """Write each tile with its moths and wicks, row 3 first, as the garden lies."""
    said = {t.place: _said(t.label, t.place in changed) for t in table.tiles}
    columns, rows = sorted({p[0] for p in said}), sorted({p[1:] for p in said}, reverse=True)
    return Grid(
        "Garden",
        tuple(columns),
        tuple((row, tuple(said.get(f"{column}{row}") for column in columns)) for row in rows),
    )


def _said(label: str, changed: bool) -> str:
    return cell(label.partition(": ")[2] or label, changed)
