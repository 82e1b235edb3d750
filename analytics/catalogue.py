"""What the statistics hold, as the file itself says it: tables, columns, what each means."""

from typing import NamedTuple

from analytics.warehouse import Cursor, made

SHARED = ("session", "step", "seat", "round", "turn")
"""Keys that mean the same in every table, and are explained where they come first."""

PUBLIC = ("sessions", "seats")
"""Tables that say of a session only what everybody at the table sees."""

PLAYED_ON = "status = 'live' AND mode <> 'table'"
"""Which rows of ``sessions`` are of a play that goes on here: its hands and piles are hidden from
somebody, and what rests on them is not to be read before its end."""


class Column(NamedTuple):
    """A column: its type in DuckDB's words, and its comment."""

    name: str
    type: str
    comment: str


class Table(NamedTuple):
    """A table or view.

    :ivar game: the game whose own it is, or nothing.
    :ivar view: whether it is worked out from other tables.
    """

    game: str
    name: str
    comment: str
    view: bool
    columns: tuple[Column, ...]

    def has(self, column: str) -> bool:
        """Whether it has a column of that name."""
        return any(each.name == column for each in self.columns)

    @property
    def may_tell(self) -> bool:
        """Whether its rows may rest on cards that are hidden while a session is played."""
        return self.has("session") and self.name not in PUBLIC


def catalogue(cursor: Cursor) -> list[Table]:
    """List tables and views in the order of the scripts that make them.

    A column of :data:`SHARED` without a comment of its own has that of the first table.
    """
    order = made()
    tables = cursor.execute(
        "SELECT table_name, comment, false FROM duckdb_tables() "
        "WHERE schema_name = 'main' AND database_name = current_database() "
        "UNION ALL "
        "SELECT view_name, comment, true FROM duckdb_views() "
        "WHERE schema_name = 'main' AND database_name = current_database() AND NOT internal "
    ).fetchall()
    tables.sort(key=lambda table: [*order].index(table[0]) if table[0] in order else len(order))
    columns: dict[str, list[tuple[str, str, str | None]]] = {}
    for table, *column in cursor.execute(
        "SELECT table_name, column_name, data_type, comment FROM duckdb_columns() "
        "WHERE schema_name = 'main' AND database_name = current_database() AND NOT internal "
        "ORDER BY table_oid, column_index"
    ).fetchall():
        columns.setdefault(table, []).append((column[0], column[1], column[2]))
    said = {
        name: comment
        for table, *_ in reversed(tables)
        for name, _, comment in columns.get(table, ())
        if comment and name in SHARED
    }
    return [
        Table(
            order.get(table, ""),
            table,
            comment or "",
            view,
            tuple(Column(n, type_, c or said.get(n, "")) for n, type_, c in columns.get(table, ())),
        )
        for table, comment, view in tables
    ]
