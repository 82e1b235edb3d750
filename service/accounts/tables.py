"""The tables of accounts, for SQLite and PostgreSQL."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    TypeDecorator,
)

metadata = MetaData()


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite keeps no zone, so it is put back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Store a time in UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Read a time as UTC."""
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("folded", String(200), nullable=False, unique=True),
    Column("role", String(12), nullable=False),
    Column("password", String(200), nullable=False),
    Column("stamp", String(32), nullable=False),
    Column("made", Moment, nullable=False),
    sqlite_autoincrement=True,
)
"""``password`` is a hash by argon2; ``folded`` is the name without case."""

tokens = Table(
    "tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(80), nullable=False),
    Column("scope", String(12), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("made", Moment, nullable=False),
    Column("until", Moment),
    Column("used", Moment),
    sqlite_autoincrement=True,
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("role", String(12)),
    Column("session_id", String(32), index=True),
    Column("seat", Integer),
    Column("hash", String(64), nullable=False, unique=True),
    Column("by", String(40), nullable=False),
    Column("made", Moment, nullable=False),
    Column("until", Moment),
    Column("used", Moment),
    Column("revoked", Moment),
    sqlite_autoincrement=True,
)

hosts = Table(
    "hosts",
    metadata,
    Column("session_id", String(32), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
)
"""Who opened a session, where a person with an account did."""

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("what", String(60), nullable=False),
    Column("who", String(80), nullable=False),
    Column("where", String(80), nullable=False),
    Column("about", String(200), nullable=False),
    sqlite_autoincrement=True,
)
