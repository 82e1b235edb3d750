"""The library's PostgreSQL recorder, with bulk inserts and ids of whole sessions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

import psycopg
from eventsourcing.persistence import OperationalError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg import Cursor
from psycopg.rows import dict_row, tuple_row
from psycopg.sql import SQL, Composed, Identifier

from service.store.bulk import HEAD, Position, Row, time_in
from service.store.choosing import WAIT_FOR_DISK

Found = tuple[Any, ...]

ENDING = SQL("substring(uuid_send(originator_id) FROM 7)")  # an id's bytes behind its time
CREATING = 0x6D6F7468  # key of the lock under which processes create the tables
TRY_AGAIN = 2.0
"""Seconds that the pool tries by itself to replace a connection; then the next request does.

The pool doubles its pauses, up to minutes: a server that was away for long would be missed for as
long again."""
COLUMNS = SQL("originator_id, originator_version, topic, state")


class BulkPostgresRecorder(PostgresApplicationRecorder):
    """Writes one transaction at a time, so that positions ascend in the order of commits.

    A sequence gives numbers when a transaction inserts, not when it commits: without the table's
    lock a reader could pass a number that is still to come. The lock lets everybody read.

    Nothing is tried a second time here, as the library does: a write whose answer was lost may be
    stored, and tried again it would look like somebody else's.

    :raises OperationalError: the library's; there is no such server or database, and says why.
    """

    datastore: PostgresDatastore

    def __init__(
        self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events"
    ) -> None:
        _reach(datastore)
        datastore.pool.reconnect_timeout = TRY_AGAIN
        super().__init__(datastore, events_table_name=events_table_name)
        self._table = SQL("{}.{}").format(
            Identifier(datastore.schema), Identifier(events_table_name)
        )
        self.table = self._table.as_string()
        self._lock = SQL(
            f"{WAIT_FOR_DISK}; SET LOCAL lock_timeout = {{}}; LOCK TABLE {{}} IN EXCLUSIVE MODE"
        ).format(f"{datastore.lock_timeout}s", self._table)

    def create_table(self) -> None:
        """Create the table and its indexes; of processes that start at once, one does."""
        name, table = self.events_table_name, self._table
        ending = f"{name}_id_ending"
        with self.datastore.transaction(commit=True) as c:
            c.execute("SELECT pg_advisory_xact_lock(%s)", (CREATING,))
            c.execute(
                "SELECT 1 FROM pg_indexes WHERE schemaname = %s AND indexname = %s",
                (self.datastore.schema, ending),
            )
            if c.fetchone():
                return
            c.execute(self.sql_create_statements[self.create_table_statement_index])
            c.execute(
                SQL("CREATE UNIQUE INDEX IF NOT EXISTS {} ON {} (notification_id)").format(
                    Identifier(self.notification_id_index_name), table
                )
            )
            c.execute(
                SQL("CREATE INDEX {} ON {} (({})) WHERE originator_version = 1").format(
                    Identifier(ending), table, ENDING
                )
            )

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> None:
        """Insert the few events of a command, all or none."""
        rows = [(e.originator_id, e.originator_version, e.topic, e.state) for e in stored_events]
        insert = SQL("INSERT INTO {} ({}) VALUES (%s, %s, %s, %s)").format(self._table, COLUMNS)
        with self._writing() as c:
            c.executemany(insert, rows)

    def insert_rows(self, rows: Iterable[Row]) -> None:
        """Insert events that are encoded already, all or none, in one transaction."""
        into = SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(self._table, COLUMNS)
        with self._writing() as c, c.copy(into) as copy:
            copy.set_types(["uuid", "int8", "text", "bytea"])
            for id_, *rest in rows:
                copy.write_row((UUID(id_), *rest))

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Return a session's events in the order of their versions."""
        query = SQL(
            "SELECT originator_version, topic, state FROM {} WHERE originator_id = %s"
            " AND originator_version > %s AND originator_version <= %s"
            " ORDER BY originator_version {} LIMIT %s"
        ).format(self._table, SQL("DESC" if desc else "ASC"))
        found = self._rows(query, originator_id, gt or 0, (1 << 62) if lte is None else lte, limit)
        return [StoredEvent(originator_id, *row) for row in found]

    def max_notification_id(self) -> int | None:
        """Return the position of the newest event."""
        row = self._rows(SQL("SELECT max(notification_id) FROM {}").format(self._table))[0]
        return None if row[0] is None else int(row[0])

    def select_rows(self, after: int, limit: int) -> list[Position]:
        """Return up to ``limit`` rows behind a position, in the order in which they were stored."""
        query = SQL(
            "SELECT notification_id, encode(uuid_send(originator_id), 'hex'), originator_version,"
            " topic, state FROM {} WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
        ).format(self._table)
        return [
            (int(at), str(id_), int(version), str(name), bytes(state))
            for at, id_, version, name, state in self._rows(query, after, limit)
        ]

    def all_ids(self) -> list[UUID]:
        """List the ids of everything that is stored, damaged or not."""
        query = SQL("SELECT DISTINCT originator_id FROM {} ORDER BY 1").format(self._table)
        return [id_ for (id_,) in self._rows(query)]

    def session_ids(self, opened: Sequence[str]) -> list[UUID]:
        """List the ids of all sessions, oldest first; ``opened`` are names of the first event."""
        return [id_ for id_, _ in self._first_events(opened)]

    def opened(self, opened: Sequence[str]) -> list[tuple[UUID, datetime]]:
        """List the ids of all sessions with when they were opened, in the order of storing."""
        return [(id_, time_in(head)) for id_, head in self._first_events(opened)]

    def id_ending_as(self, session_id: UUID) -> UUID | None:
        """Return the id of a stored session that differs from this one in its time at most."""
        query = SQL(
            "SELECT originator_id FROM {} WHERE originator_version = 1 AND {} = %s LIMIT 1"
        ).format(self._table, ENDING)
        found = self._rows(query, session_id.bytes[6:])
        return found[0][0] if found else None

    def endings(self, first: str, last: str, ending: str) -> list[str]:
        """List what ids of sessions have behind their time, in order."""
        query = SQL(
            "SELECT encode({0}, 'hex') FROM {1} WHERE originator_version = 1"
            " AND {0} BETWEEN %s AND %s AND substring({0} FROM 6) = %s ORDER BY {0}"
        ).format(ENDING, self._table)
        found = self._rows(query, *map(bytes.fromhex, (first, last, ending)))
        return [behind for (behind,) in found]

    def durability(self) -> Mapping[str, str]:
        """Read back what the server does for a write, as a transaction that writes sees it."""
        with self._writing() as c:
            return {
                name: c.execute(SQL("SHOW {}").format(Identifier(name))).fetchall()[0][0]
                for name in ("synchronous_commit", "fsync", "full_page_writes")
            }

    def _first_events(self, names: Sequence[str]) -> list[Found]:
        query = SQL(
            "SELECT originator_id, substring(state FROM 1 FOR {}) FROM {}"
            " WHERE originator_version = 1 AND topic = ANY(%s) ORDER BY notification_id"
        ).format(HEAD, self._table)
        return self._rows(query, list(names))

    def _rows(self, query: Composed, *parameters: object) -> list[Found]:
        with (
            self.datastore.get_connection() as conn,
            conn.cursor(row_factory=tuple_row, binary=True) as c,
        ):
            return c.execute(query, parameters, prepare=True).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[Cursor[Found]]:
        """Lend a cursor in a transaction that no other writer can overtake."""
        with (
            self.datastore.get_connection() as conn,
            conn.transaction(),
            conn.cursor(row_factory=tuple_row) as c,
        ):
            c.execute(self._lock)
            yield c


def _reach(datastore: PostgresDatastore) -> None:
    """Connect once without the pool, which says no more than that it has waited in vain."""
    pool = datastore.pool
    given = dict(pool.kwargs) if isinstance(pool.kwargs, Mapping) else {}
    if pool.get_password_func:
        given["password"] = pool.get_password_func()
    try:
        psycopg.connect(**{**given, "row_factory": dict_row}, connect_timeout=5).close()
    except psycopg.OperationalError as error:
        raise OperationalError(str(error)) from error
