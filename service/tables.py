"""Any value of an edition as lines of text: drawings as they are, rows as a table."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec


def drawn(value: Any) -> list[str]:
    """Lay out plain values in one line, drawings row by row, and a list of tables as a table.

    >>> drawn({1: 5, 2: 4}), drawn((6, 6)), drawn("XX.\\n.X.\\n")
    (['1 = 5, 2 = 4'], ['6, 6'], ['XX.', '.X.'])
    >>> drawn([{"name": "Luna", "points": 3}, {"name": "Io", "half": "left"}])
    ['name  points  half', 'Luna  3', 'Io            left']
    """
    plain = msgspec.to_builtins(value)
    if isinstance(plain, str) and "\n" in plain:
        return plain.strip("\n").split("\n")
    if isinstance(plain, list | tuple) and plain and all(isinstance(row, dict) for row in plain):
        return _table(plain)
    if isinstance(plain, dict) and any(_tall(item) for item in plain.values()):
        return [line for key, item in plain.items() for line in (f"{key}:", *drawn(item), "")]
    return [_in_line(plain)]


def _table(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Lay rows out under their keys; a cell may be a drawing of several lines."""
    rows = list(rows)
    keys = list(dict.fromkeys(key for row in rows for key in row))
    cells = [[[key] for key in keys], *([_cell(row.get(key)) for key in keys] for row in rows)]
    widths = [max(len(line) for row in cells for line in row[at]) for at in range(len(keys))]
    lines = []
    for row in cells:
        for nth in range(max(map(len, row))):
            parts = (cell[nth] if nth < len(cell) else "" for cell in row)
            lines.append("  ".join(map(str.ljust, parts, widths)).rstrip())
    return lines


def _cell(item: Any) -> list[str]:
    return [""] if item is None else drawn(item) if _tall(item) else [_in_line(item)]


def _tall(item: Any) -> bool:
    return isinstance(item, str) and "\n" in item


def _in_line(item: Any) -> str:
    if isinstance(item, dict):
        return ", ".join(f"{key} = {_in_line(value)}" for key, value in item.items())
    if isinstance(item, list | tuple):
        return ", ".join(map(_in_line, item))
    return str(item)
