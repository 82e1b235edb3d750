"""Which database holds the events: chosen by the ``eventsourcing`` package's own variables."""

import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, get_args

from eventsourcing.persistence import PersistenceError
from eventsourcing.utils import Environment, TopicError, resolve_topic

Kind = Literal["sqlite", "postgres"]

APPLICATION = "playtests"  # variables may begin with PLAYTESTS_, and so does the table's name
FILE = "events.sqlite"
WAIT = "30"  # seconds that a writer waits for the one before
CONNECT = "10"  # seconds that a thread waits for one of the pool's connections
WAIT_FOR_DISK = (
    "SELECT set_config('synchronous_commit', 'on', true) "
    "WHERE current_setting('synchronous_commit') = 'off'"
)
"""Lets a transaction of PostgreSQL end when the disk has it, whatever its server is set to."""

FIXED = {
    "ORIGINATOR_ID_TYPE": "uuid",
    "SINGLE_ROW_TRACKING": "yes",
    "IS_SNAPSHOTTING_ENABLED": "no",
    "AGGREGATE_CACHE_MAXSIZE": "",  # sessions are kept folded elsewhere
    "AGGREGATE_CACHE_FASTFORWARD": "yes",
    "AGGREGATE_CACHE_FASTFORWARD_SKIPPING": "no",
    "DEEPCOPY_FROM_AGGREGATE_CACHE": "yes",
}
"""What the library could be told otherwise by the environment, and what this store rests on."""


def chosen(environ: Mapping[str, str] | None = None) -> Kind:
    """Return what ``PERSISTENCE_MODULE`` names; SQLite where it names nothing.

    :raises PersistenceError: the library's; it names something else.
    """
    module = _read(environ).get("PERSISTENCE_MODULE") or "eventsourcing.sqlite"
    for kind in get_args(Kind):
        if module == f"eventsourcing.{kind}":
            return kind
    raise PersistenceError(
        f"PERSISTENCE_MODULE is {module!r}, expected eventsourcing.sqlite or eventsourcing.postgres"
    )


def settings(
    data: Path, kind: Kind | None = None, environ: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return what the library is to be told beyond the environment.

    :param kind: the database, whatever ``PERSISTENCE_MODULE`` names.
    :raises PersistenceError: the library's; what PostgreSQL needs is not installed.
    """
    read = _read(environ)
    if (kind or chosen(environ)) == "sqlite":
        return _own(
            **FIXED,
            PERSISTENCE_MODULE="service.store.sqlite:SynchronousFactory",
            APPLICATION_RECORDER_TOPIC="service.store.sqlite:BulkSQLiteRecorder",
            SQLITE_DBNAME=str(data / FILE),
            SQLITE_LOCK_TIMEOUT=read.get("SQLITE_LOCK_TIMEOUT") or WAIT,
        )
    if not (find_spec("psycopg") and find_spec("psycopg_pool")):
        raise PersistenceError("psycopg is not installed: pip install 'mothlog[postgres]'")
    return _own(
        **FIXED,
        PERSISTENCE_MODULE="eventsourcing.postgres:PostgresFactory",
        APPLICATION_RECORDER_TOPIC="service.store.postgres:BulkPostgresRecorder",
        POSTGRES_ENABLE_DB_FUNCTIONS="no",  # with them, a reader of the log can miss events
        POSTGRES_LOCK_TIMEOUT=read.get("POSTGRES_LOCK_TIMEOUT") or WAIT,
        POSTGRES_CONNECT_TIMEOUT=read.get("POSTGRES_CONNECT_TIMEOUT") or CONNECT,
        POSTGRES_PRE_PING=read.get("POSTGRES_PRE_PING") or "yes",  # the server may have restarted
    )


def variable(name: str, environ: Mapping[str, str] | None = None) -> str:
    """Return one of the library's variables as it would read it; empty where it is not set."""
    return _read(environ).get(name) or ""


def password(environ: Mapping[str, str] | None = None) -> str:
    """Return the password for PostgreSQL as the library would: from what its variable names a
    function for, or from its variable; empty where there is neither.

    :raises PersistenceError: the library's; there is no such function.
    """
    if not (topic := variable("POSTGRES_GET_PASSWORD_TOPIC", environ)):
        return variable("POSTGRES_PASSWORD", environ)
    try:
        return str(resolve_topic(topic)())
    except TopicError as error:
        raise PersistenceError(f"POSTGRES_GET_PASSWORD_TOPIC is {topic!r}: {error}") from None


def described(kind: Kind | None = None, environ: Mapping[str, str] | None = None) -> str:
    """Name the store in a message, without a password."""
    try:
        kind = kind or chosen(environ)
    except PersistenceError:
        return "the event store"
    if kind == "sqlite":
        return f"{FILE} in the data folder"
    return f"the PostgreSQL database {_read(environ).get('POSTGRES_DBNAME') or ''}".rstrip()


def _read(environ: Mapping[str, str] | None) -> Environment:
    return Environment(APPLICATION, dict(os.environ if environ is None else environ))


def _own(**variables: str) -> dict[str, str]:
    """Name variables so that they go before those of the environment."""
    return {f"{APPLICATION.upper()}_{name}": value for name, value in variables.items()}
