"""What each column of a data set means, for people and for programs, from the tables' comments."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analytics.dataset import Chosen

NOTES = {"kept": "", "pseudonym": "pseudonyms", "left out": "left out"}

TYPES = {
    "BOOLEAN": {"type": "boolean"},
    "INTEGER": {"type": "integer"},
    "BIGINT": {"type": "integer"},
    "DOUBLE": {"type": "number"},
    "UUID": {"type": "string", "format": "uuid"},
    "TIMESTAMP": {"type": "string", "format": "date-time"},
    "VARCHAR": {"type": "string"},
}


def as_markdown(tables: Sequence["Chosen"], level: int = 1) -> str:
    """Write the dictionary as a page whose first heading has that level."""
    mark = "#" * level
    lines = [f"{mark} Data dictionary", ""]
    lines += [
        "Every table has `game` and `month` (of the session's opening, UTC) from its folders."
    ]
    for each in tables:
        lines += ["", f"{mark}# {each.table.name}", "", f"{each.table.comment}.", ""]
        lines += ["| column | type | meaning |", "| --- | --- | --- |"]
        for column, use in each.uses:
            said = "; ".join(filter(None, (column.comment, NOTES[use])))
            lines.append(f"| `{column.name}` | {column.type} | {said.replace('|', '/')} |")
    return "\n".join(lines) + "\n"


def as_schema(tables: Sequence["Chosen"]) -> dict[str, Any]:
    """Return a JSON Schema: under ``$defs``, one object a table, a row of it."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "mothlog data set",
        "$defs": {
            each.table.name: {
                "type": "object",
                "description": each.table.comment,
                "properties": {
                    column.name: _type(column.type) | {"description": column.comment}
                    for column, use in each.uses
                    if use != "left out"
                }
                | {"game": {"type": "string"}, "month": {"type": "string"}},
            }
            for each in tables
        },
    }


def _type(type_: str) -> dict[str, Any]:
    """Return a type of DuckDB's as JSON Schema has it.

    >>> _type("INTEGER[]"), _type("MAP(VARCHAR, VARCHAR)")["type"]
    ({'type': 'array', 'items': {'type': 'integer'}}, 'object')
    """
    if type_.endswith("[]"):
        return {"type": "array", "items": _type(type_[:-2])}
    if type_.startswith(("MAP", "STRUCT")):
        return {"type": "object"}
    return dict(TYPES.get(type_, {}))
