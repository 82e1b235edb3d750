"""The rows of one batch of stored events, and the one transaction that they enter by."""

from collections import defaultdict

import pyarrow as pa

from analytics.facts import Row, Rows
from analytics.looks import RENEWED
from analytics.warehouse import Cursor, Warehouse, give_up

Tables = dict[str, pa.Table]
"""Rows by table, as Arrow holds them."""


class Moved(Exception):
    """Somebody else moved the projection on meanwhile; nothing of this batch was written."""


class Batch:
    """Collects what a batch changes.

    A careful one checks the rows of each session against the tables' types as they come, which
    costs time; otherwise they are checked all together at the end.

    :ivar rows: rows to insert, by table.
    :ivar renewed: numbers of sessions that had rows before and stand otherwise now.
    :ivar undone: for each session, the first step of which rows exist that no longer stand.
    :ivar dropped: numbers of sessions of which every row goes.
    :ivar ready: tables of rows to insert that were made elsewhere.
    """

    def __init__(self, columns: dict[str, pa.Schema], careful: bool = False) -> None:
        self._columns = columns
        self._careful = careful
        self.rows: Rows = defaultdict(list)
        self.renewed: list[int] = []
        self.undone: dict[int, int] = {}
        self.dropped: list[int] = []
        self.ready: list[Tables] = []

    def add(self, rows: Rows) -> None:
        """Add the rows of one session.

        :raises ValueError: a careful batch found a value that its column cannot hold.
        :raises OverflowError: likewise, for a number.
        """
        if self._careful:
            self._tables(rows)
        for table, more in rows.items():
            self.rows[table] += more

    @property
    def damaged(self) -> set[str]:
        """The ids of sessions that turned out to be damaged."""
        found = {row[0] for row in self.rows["damaged"]}
        return found.union(*(t["damaged"]["id"].to_pylist() for t in self.ready if "damaged" in t))

    def tables(self) -> Tables:
        """Return all rows to insert, by table.

        :raises ValueError: a column cannot hold a value.
        :raises OverflowError: likewise, for a number.
        """
        found: dict[str, list[pa.Table]] = defaultdict(list)
        for tables in (*self.ready, self._tables(self.rows)):
            for name, table in tables.items():
                found[name].append(table)
        return {name: pa.concat_tables(parts) for name, parts in found.items()}

    def write(self, warehouse: Warehouse, reached: int, to: int, mark: str) -> None:
        """Change the tables and move the position from ``reached`` on, both or neither.

        :raises Moved: the position is another one by now.
        :raises ValueError: a column cannot hold a value; nothing was written.
        :raises OverflowError: likewise, for a number.
        """
        incoming = self.tables()
        cursor = warehouse.cursor()
        cursor.begin()
        try:
            self._delete(cursor)
            for name, table in incoming.items():
                _insert(cursor, name, table)
            moved = cursor.execute(
                "UPDATE position SET reached = ?, mark = ? WHERE reached = ?", [to, mark, reached]
            ).fetchone()
            if moved != (1,):
                raise Moved(f"the statistics are no longer at position {reached}")
            cursor.commit()
        except BaseException:
            give_up(cursor)
            raise

    def _tables(self, rows: Rows) -> Tables:
        return {name: _table(more, self._columns[name]) for name, more in rows.items() if more}

    def _delete(self, cursor: Cursor) -> None:
        whole = _among(self.dropped)
        behind = [f"session = {n} AND step >= {step}" for n, step in self.undone.items()]
        for name, columns in self._columns.items():
            if "session" not in columns.names:
                continue
            in_steps = "step" in columns.names and name not in RENEWED
            gone = [*whole, *(behind if in_steps else _among(self.renewed))]
            if gone:
                cursor.execute(f'DELETE FROM "{name}" WHERE {" OR ".join(gone)}')


def _among(numbers: list[int]) -> list[str]:
    return [f"session IN ({', '.join(map(str, numbers))})"] if numbers else []


def _table(rows: list[Row], columns: pa.Schema) -> pa.Table:
    arrays = [
        pa.array(values, type=field.type)
        for values, field in zip(zip(*rows, strict=True), columns, strict=True)
    ]
    return pa.table(arrays, schema=columns)


def _insert(cursor: Cursor, name: str, incoming: pa.Table) -> None:
    """Append to a table. DuckDB finds ``incoming`` by its name in this frame, which takes half
    the time of registering it.
    """
    cursor.execute(f'INSERT INTO "{name}" FROM incoming')
