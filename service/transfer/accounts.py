"""Accounts on their way: into the file that a backup holds, out of it, from store to store."""

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic.util.exc import CommandError
from sqlalchemy.exc import SQLAlchemyError

from service.accounts.accounts import FILE
from service.accounts.copying import Content, read, write
from service.accounts.database import Database, address
from service.store.choosing import Kind, described


class UnusableAccounts(Exception):
    """A database of accounts cannot be opened, read or written; says which and why."""


@contextmanager
def opened(data: Path, kind: Kind) -> Iterator[Database]:
    """Lend the database of accounts that belongs to a store.

    :raises UnusableAccounts: it cannot be used.
    """
    with closing(Database(address(data / FILE, kind))) as database, _usable(place_of(kind)):
        yield database


def place_of(kind: Kind) -> str:
    """Name where accounts are, in a message."""
    return f"{FILE} in the data folder" if kind == "sqlite" else described(kind)


def as_file(data: Path) -> bytes | None:
    """Return the accounts that are in PostgreSQL as the file that they would be in a data folder;
    nothing where there are none.

    :raises UnusableAccounts: they cannot be read.
    """
    with opened(data, "postgres") as source:
        content = read(source)
    if not content:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, FILE)
        with closing(Database(path)) as target:
            write(content, target)
        return _whole(path)


def content_of(file: bytes) -> Content:
    """Return what such a file holds.

    :raises UnusableAccounts: it cannot be read.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, FILE)
        path.write_bytes(file)
        with closing(Database(path)) as database, _usable(f"{FILE} of the backup"):
            return read(database)


def _whole(path: Path) -> bytes:
    """Return a database that nobody has open."""
    assert not path.with_name(f"{path.name}-wal").exists()
    return path.read_bytes()


@contextmanager
def _usable(place: str) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        raise UnusableAccounts(f"{place}: {getattr(error, 'orig', None) or error}") from None
    except CommandError as error:
        raise UnusableAccounts(f"{place} is of a newer mothlog: {error}") from None
