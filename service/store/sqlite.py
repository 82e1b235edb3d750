"""The library's SQLite recorder, with bulk inserts and ids of whole sessions."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any
from uuid import UUID

from eventsourcing.persistence import PersistenceError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteFactory,
)
from eventsourcing.utils import Environment, EnvType

from service.store.bulk import HEAD, STRAY, Position, Row, hex_of, id_of, time_in

POOL_TIMEOUT = 60.0  # seconds that a thread waits for its turn to write

SYNCHRONOUS = {"0": "off", "1": "normal", "2": "full", "3": "extra"}


class SynchronousPool(SQLiteConnectionPool):
    """Connections whose commits return when the disk has them, however SQLite was built.

    Some builds write a log without waiting for the disk (``SQLITE_DEFAULT_WAL_SYNCHRONOUS=1``), and
    macOS waits for a disk's own cache only with ``fullfsync``.
    """

    def _create_connection(self) -> SQLiteConnection:
        try:
            connection = super()._create_connection()
        except UnicodeDecodeError as error:  # the library reads what the file says of itself
            raise PersistenceError(f"the file is damaged: {error}") from None
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA fullfsync=ON")
        return connection


class SynchronousFactory(SQLiteFactory):
    """The library's factory, with connections that are fully synchronous."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        made = self.datastore.pool
        self.datastore.pool = SynchronousPool(
            db_name=made.db_name, lock_timeout=made.lock_timeout, pool_timeout=POOL_TIMEOUT
        )


class BulkSQLiteRecorder(SQLiteApplicationRecorder):
    """Inserts with one ``executemany``; the stock recorder executes one statement an event.

    It returns no notification ids: nothing here waits for them, the projector reads the log.
    """

    @property
    def table(self) -> str:
        """The events' table."""
        return self.events_table_name

    def construct_create_table_statements(self) -> list[str]:
        """Add an index, one entry a session, by which an id is found whatever its time."""
        index = (
            f"CREATE INDEX IF NOT EXISTS {self.events_table_name}_id_ending ON "
            f"{self.events_table_name} (substr(originator_id, 13)) WHERE originator_version = 1"
        )
        return [*super().construct_create_table_statements(), index]

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **_: Any
    ) -> None:
        rows = [
            (hex_of(e.originator_id), e.originator_version, e.topic, e.state) for e in stored_events
        ]
        c.executemany(self.insert_events_statement, rows)

    def insert_rows(self, rows: Iterable[Row]) -> None:
        """Insert events that are encoded already, all or none, in one transaction."""
        with self.datastore.transaction(commit=True) as c:
            c.executemany(self.insert_events_statement, rows)

    def select_rows(self, after: int, limit: int) -> list[Position]:
        """Return up to ``limit`` rows behind a position, in the order in which they were stored."""
        with self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None  # plain tuples: the projector reads millions of them
            rows: list[Position] = _rows(
                c,
                f"SELECT rowid, originator_id, originator_version, topic, state "
                f"FROM {self.events_table_name} WHERE rowid > ? ORDER BY rowid LIMIT ?",
                (after, limit),
            )
        if not all(one < next_ for one, next_ in pairwise([after, *(row[0] for row in rows)])):
            raise PersistenceError("the file is damaged: its events are out of order")
        return rows

    def all_ids(self) -> list[UUID]:
        """List the ids of everything that is stored, damaged or not."""
        with self.datastore.transaction(commit=False) as c:
            rows = _rows(c, f"SELECT DISTINCT originator_id FROM {self.events_table_name}")
            return sorted({id_of(row[0]) for row in rows})

    def session_ids(self, opened: Sequence[str]) -> list[UUID]:
        """List the ids of all sessions, oldest first; ``opened`` are names of the first event."""
        with self.datastore.transaction(commit=False) as c:
            rows = _rows(
                c,
                f"SELECT originator_id FROM {self.events_table_name} "
                "WHERE originator_version = 1 AND topic IN "
                f"({','.join('?' * len(opened))}) ORDER BY rowid",
                tuple(opened),
            )
            ids = (id_of(row[0]) for row in rows)
            return [id_ for id_ in ids if id_ != STRAY]

    def opened(self, opened: Sequence[str]) -> list[tuple[UUID, datetime]]:
        """List the ids of all sessions with when they were opened, in the order of storing.

        :param opened: names of the first event; one that tells no time counts as the earliest.
        """
        with self.datastore.transaction(commit=False) as c:
            rows = _rows(
                c,
                f"SELECT originator_id, substr(state, 1, {HEAD}) FROM {self.events_table_name} "
                "WHERE originator_version = 1 AND topic IN "
                f"({','.join('?' * len(opened))}) ORDER BY rowid",
                tuple(opened),
            )
            found = ((id_of(row[0]), time_in(row[1])) for row in rows)
            return [(id_, at) for id_, at in found if id_ != STRAY]

    def id_ending_as(self, session_id: UUID) -> UUID | None:
        """Return the id of a stored session that differs from this one in its time at most."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(
                f"SELECT originator_id FROM {self.events_table_name} "
                "WHERE originator_version = 1 AND substr(originator_id, 13) = ? LIMIT 1",
                (session_id.hex[12:],),
            )
            found = c.fetchone()
            return id_of(found[0]) if found else None

    def endings(self, first: str, last: str, ending: str) -> list[str]:
        """List what ids of sessions have behind their time, in order.

        :param first: 20 hex digits, the lowest that count.
        :param last: the highest that count.
        :param ending: their last 10 digits.
        """
        behind = "substr(originator_id, 13)"  # as the index has it
        with self.datastore.transaction(commit=False) as c:
            c.execute(
                f"SELECT {behind} FROM {self.events_table_name} WHERE originator_version = 1 "
                f"AND {behind} BETWEEN ? AND ? AND substr({behind}, 11) = ? ORDER BY {behind}",
                (first, last, ending),
            )
            return [row[0] for row in c.fetchall()]

    def durability(self) -> Mapping[str, str]:
        """Read back a connection's journal mode and how it waits for the disk."""
        with self.datastore.transaction(commit=False) as c:
            found = {}
            for name in ("journal_mode", "synchronous"):
                c.execute(f"PRAGMA {name}")
                found[name] = str(c.fetchone()[0])
            return {**found, "synchronous": SYNCHRONOUS[found["synchronous"]]}


def _rows(c: SQLiteCursor, query: str, parameters: Sequence[Any] = ()) -> list[Any]:
    """Return a query's rows; text that is no UTF-8 has replacement characters in it."""
    c.execute(query, parameters)
    try:
        return list(c.fetchall())
    except sqlite3.OperationalError as error:
        if "decode" not in str(error):
            raise
    connection = c.sqlite_cursor.connection
    connection.text_factory = lambda raw: raw.decode(errors="replace")
    try:
        c.execute(query, parameters)
        return list(c.fetchall())
    finally:
        connection.text_factory = str
