"""All accounts of one database written into another, and held against each other."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select, text

from service.accounts.database import Database
from service.accounts.tables import metadata

TABLES = metadata.sorted_tables  # what others refer to comes before them
WORDS = {
    "people": ("person", "people"),
    "tokens": ("token", "tokens"),
    "invitations": ("invitation", "invitations"),
    "hosts": ("host", "hosts"),
    "audit": ("line of the audit log", "lines of the audit log"),
}


class AccountsThere(Exception):
    """A database holds other accounts already; says how many."""


class AccountsDiffer(Exception):
    """What was written is not what was read, or somebody changed it meanwhile."""


class Content(NamedTuple):
    """All rows by table, in the order of their keys, secrets hashed as they are kept.

    :ivar last: by table the highest id that was ever given, so that none is given twice.
    """

    rows: Mapping[str, list[Mapping[str, Any]]]
    last: Mapping[str, int]

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return any(self.rows.values())

    @property
    def digest(self) -> str:
        """SHA-256 of all rows."""
        return sha256(msgspec.json.encode(self.rows, order="deterministic")).hexdigest()

    def __str__(self) -> str:
        """Count what is there."""
        counts = [(len(self.rows[name]), words) for name, words in WORDS.items()]
        return ", ".join(f"{n:,} {words[n != 1]}" for n, words in counts if n) or "no accounts"

    def continues(self, other: "Content") -> bool:
        """Whether the other is empty, the same, or an earlier state of this.

        Whatever changes rights adds a line to the audit log, and none is ever taken away.
        """
        before = other.rows["audit"]
        earlier = bool(before) and list(self.rows["audit"][: len(before)]) == list(before)
        return not other or self.rows == other.rows or earlier


NOTHING = Content({table.name: [] for table in TABLES}, {})


def read(database: Database) -> Content:
    """Read all accounts as they stand at one moment."""
    if not database.exists:
        return NOTHING
    with database.snapshot() as connection:
        return _read(connection)


def check_room(content: Content, target: Database, *, earlier: bool = False) -> None:
    """Let a database pass that accounts may be written into.

    :param earlier: it may hold an earlier state of the same ones.
    :raises AccountsThere: it holds others.
    """
    _check(content, read(target), earlier=earlier)


def write(content: Content, target: Database, *, earlier: bool = False) -> None:
    """Write accounts into a database, all or none, and read them again.

    Nothing is written where there is nothing: a database keeps what it has then.

    :raises AccountsThere: it holds others, and is left as it is.
    :raises AccountsDiffer: what it holds now is not what was written.
    """
    if not content:
        return
    with target.writing() as connection:
        _check(content, _read(connection), earlier=earlier)
        for table in reversed(TABLES):
            connection.execute(delete(table))
        for table in TABLES:
            if rows := content.rows[table.name]:
                connection.execute(insert(table), [dict(row) for row in rows])
        _count_on(connection, content.last)
    if read(target).digest != content.digest:
        raise AccountsDiffer("the accounts that were written are not those that were read")


def _check(content: Content, there: Content, *, earlier: bool) -> None:
    fits = content.continues(there) if earlier else not there or there.rows == content.rows
    if content and not fits:
        raise AccountsThere(f"{there}; expected none")


def _read(connection: Connection) -> Content:
    rows: dict[str, list[Mapping[str, Any]]] = {}
    for table in TABLES:
        asked = select(table).order_by(*table.primary_key)
        rows[table.name] = [dict(row) for row in connection.execute(asked).mappings()]
    last = {table.name: _last(connection, table.name) for table in TABLES if "id" in table.c}
    return Content(rows, {name: value for name, value in last.items() if value})


def _last(connection: Connection, table: str) -> int:
    if connection.dialect.name == "postgresql":
        asked = "SELECT pg_sequence_last_value(pg_get_serial_sequence(:table, 'id')::regclass)"
    else:
        asked = "SELECT seq FROM sqlite_sequence WHERE name = :table"
    return int(connection.execute(text(asked), {"table": table}).scalar() or 0)


def _count_on(connection: Connection, last: Mapping[str, int]) -> None:
    """Let each table give higher ids than it ever gave."""
    if connection.dialect.name == "postgresql":
        steps = ["SELECT setval(pg_get_serial_sequence(:table, 'id'), :last)"]
    else:
        steps = ["DELETE FROM sqlite_sequence WHERE name = :table",
                 "INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :last)"]  # fmt: skip
    for table, value in last.items():
        for step in steps:
            connection.execute(text(step), {"table": table, "last": value})
