"""The database of accounts: one SQLite file in the data folder, brought up to date when opened."""

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
from sqlalchemy import Connection, Engine, create_engine, event

from service.accounts.tables import metadata

MIGRATIONS = Path(__file__).with_name("migrations")
PATIENCE = 30  # seconds that a writer waits for another one


class Database:
    """Opens the file at its first use; reading does not make it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._engine: Engine | None = None

    @property
    def exists(self) -> bool:
        """Whether anything was ever written."""
        return self._engine is not None or self.path.exists()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Connect for queries."""
        with self._opened().connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction in which nobody else writes; kept unless something is raised."""
        with self._opened().connect() as plain:
            connection = plain.execution_options(writes=True)
            with connection.begin():
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
                self.path.parent.mkdir(parents=True, exist_ok=True)
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
                engine = create_engine(f"sqlite:///{self.path}")
                event.listen(engine, "connect", _prepare)
                event.listen(engine, "begin", _begin)
                _upgrade(engine)
                self._engine = engine
            return self._engine


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


def _upgrade(engine: Engine) -> None:
    """Bring the tables up to the newest step; several processes may open the file at once."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    script = ScriptDirectory.from_config(config)

    def steps(revision: Any, _: Any) -> Any:
        return script._upgrade_revs("head", revision)

    with (
        engine.connect().execution_options(writes=True) as connection,
        connection.begin(),
        EnvironmentContext(config, script, fn=steps) as environment,
    ):
        environment.configure(connection=connection, target_metadata=metadata)
        environment.run_migrations()
