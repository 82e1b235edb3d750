"""The database of accounts: one SQLite file in the data folder or, where the events are in
PostgreSQL, tables beside them. Brought up to date when opened.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, text

from service.accounts.tables import metadata
from service.store.choosing import WAIT_FOR_DISK, Kind, chosen, password, variable

MIGRATIONS = Path(__file__).with_name("migrations")
PATIENCE = 30  # seconds that a writer waits for another one
WRITING = 0x6D6F7469  # key of the lock under which PostgreSQL lets one write at a time


def address(path: Path, kind: Kind | None = None) -> Path | URL:
    """Return where accounts are: in a file, unless the events are in PostgreSQL.

    :param kind: where the events are, whatever the environment says.
    :raises PersistenceError: the library's; its variables name no database that is known.
    """
    if (kind or chosen()) == "sqlite":
        return path
    schema = variable("POSTGRES_SCHEMA")
    return URL.create(
        "postgresql+psycopg",
        username=variable("POSTGRES_USER") or None,
        database=variable("POSTGRES_DBNAME") or None,
        query={
            "host": variable("POSTGRES_HOST") or "127.0.0.1",
            "port": variable("POSTGRES_PORT") or "5432",
            **({"options": f"-csearch_path={schema}"} if schema else {}),
        },
    )


class Database:
    """Opens the database at its first use; reading does not make a file."""

    def __init__(self, place: Path | URL) -> None:
        self.place = place
        self._lock = Lock()
        self._engine: Engine | None = None

    @property
    def exists(self) -> bool:
        """Whether anything was ever written."""
        return self._engine is not None or isinstance(self.place, URL) or self.place.exists()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Connect for queries."""
        with self._opened().connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Connect for queries that all see the same moment."""
        with self._opened().connect() as connection:
            if connection.dialect.name == "postgresql":  # SQLite does so by itself
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction in which nobody else writes; kept unless something is raised."""
        with self._opened().connect() as plain:
            connection = plain.execution_options(writes=True)
            with connection.begin():
                _lock(connection)
                yield connection

    def close(self) -> None:
        """Close every connection."""
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
            self._engine = None

    def _opened(self) -> Engine:
        with self._lock:
            if self._engine is None:
                engine = _engine(self.place)
                _upgrade(engine)
                self._engine = engine
            return self._engine


def _engine(place: Path | URL) -> Engine:
    if isinstance(place, URL):
        engine = create_engine(place, pool_pre_ping=True)  # the server may have restarted
        event.listen(engine, "do_connect", _sign_in)
        return engine
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(place, os.O_RDWR | os.O_CREAT, 0o600))
    engine = create_engine(f"sqlite:///{place}")
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _sign_in(_dialect: Any, _record: Any, _given: Any, named: dict[str, Any]) -> None:
    """Ask for the password at each connection: it may change."""
    if kept := password():
        named["password"] = kept


def _prepare(connection: sqlite3.Connection, _: Any) -> None:
    """Write durably, wait for others, and let :func:`_begin` begin transactions."""
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout={PATIENCE * 1000}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    """Lock at once where something will be written, so that what was read before still holds."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _lock(connection: Connection) -> None:
    """Let PostgreSQL do what SQLite does: one writes, whoever else wants to waits, as does each
    commit for the disk.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(WAIT_FOR_DISK))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": WRITING})


def _upgrade(engine: Engine) -> None:
    """Bring the tables up to the newest step; several processes may open the file at once."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    script = ScriptDirectory.from_config(config)

    def steps(revision: Any, _: Any) -> Any:
        return script._upgrade_revs("head", revision)

    with engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        with connection.begin():
            _lock(connection)
            with EnvironmentContext(config, script, fn=steps) as environment:
                environment.configure(connection=connection, target_metadata=metadata)
                environment.run_migrations()
