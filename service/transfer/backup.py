"""A data folder as one file, from either database, and back: SQLite with the events as stored."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from domain.events import UnreadableEvent
from domain.session import CODEC
from service.accounts.accounts import FILE as ACCOUNTS
from service.accounts.copying import NOTHING, AccountsThere, Content, check_room, read, write
from service.store import Conflict, Playtests, StoreError
from service.store.bulk import Row, checked
from service.store.choosing import FILE, Kind
from service.store.copying import as_bytes, carry_on, content, log_of
from service.transfer.accounts import as_file, content_of, opened, place_of
from service.transfer.kept import allowed, are_there, files_of, in_the_way, put

FORMAT = "1"

TABLES = """
CREATE TABLE backup (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE backup_files (path TEXT PRIMARY KEY, content BLOB NOT NULL);
"""


class NoBackup(Exception):
    """A file is no backup, or not as it was written; or it cannot be restored here."""


class Backup(NamedTuple):
    """What a backup holds.

    :ivar events: how many.
    :ivar sessions: how many.
    :ivar unreadable: events that nothing here can read; they are kept as they are.
    :ivar files: by their path in the data folder; accounts are one, wherever they were.
    :ivar digest: SHA-256 of all events in their order, then of all files.
    :ivar accounts: what the file of accounts holds.
    """

    events: int
    sessions: int
    unreadable: int
    files: dict[str, bytes]
    digest: str
    accounts: Content


def back_up(data: Path, kind: Kind, file: Path, now: datetime) -> Backup:
    """Write a backup while others record, and check it: its events are read again, one by one, and
    held against those in the store.

    :raises FileExistsError: the file is there already.
    :raises NoBackup: what was written is not what is stored.
    :raises UnusableAccounts: the accounts cannot be read.
    """
    if file.exists():
        raise FileExistsError(file)
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=f".{file.name}.") as folder:
        made = Path(folder, FILE)
        with closing(Playtests(data, kind)) as store:
            _copy_events(store, data / FILE, made, kind)
            found = _finish(made, _files(data, kind), now)
            _hold_against(store, found, made)
        with made.open("rb+") as written:
            os.fsync(written.fileno())
        made.chmod(0o600)
        _name(made, file)
    return found


def _name(made: Path, file: Path) -> None:
    """Give a whole backup its name: whatever ends this process, no other file has it.

    :raises FileExistsError: somebody was quicker.
    """
    try:
        file.hardlink_to(made)
    except FileExistsError:
        raise
    except OSError:  # this file system has one name for a file
        with file.open("xb"):
            pass
        made.replace(file)


def read_backup(file: Path) -> Backup:
    """Read a backup to its end and check it.

    :raises NoBackup: it is none, or not as it was written.
    """
    try:
        with closing(_opened(file)) as db:
            told = dict(db.execute("SELECT key, value FROM backup"))
            if told.get("format") != FORMAT:
                raise NoBackup(f"{file}: format {told.get('format')!r}, expected {FORMAT!r}")
            found = _examined(db)
    except (sqlite3.Error, StoreError, AttributeError, TypeError, ValueError) as error:
        raise NoBackup(f"{file} is no backup of mothlog, or damaged: {error}") from None
    if found.digest != told.get("digest"):
        raise NoBackup(f"{file} is damaged: its content does not match its check sum")
    return found


def restore(file: Path, data: Path, kind: Kind) -> Backup:
    """Store a backup's events in the store, in one transaction, and write its files. Accounts go
    where those of the store are.

    :raises NoBackup: it is none, or damaged; or something is here already that it would replace.
    :raises UnusableAccounts: the database of accounts cannot be used.
    """
    found = read_backup(file)
    files = dict(found.files)
    if kind == "postgres":
        files.pop(ACCOUNTS, None)
    with closing(Playtests(data, kind)) as store, opened(data, kind) as accounts:
        if there := store.last_position():
            raise NoBackup(
                f"the store holds events already, up to position {there}; restore into another "
                "data folder, or an empty database"
            )
        if others := in_the_way(data, files):
            raise NoBackup(f"{data} holds other files already: {', '.join(others)}")
        try:
            check_room(found.accounts, accounts)
        except AccountsThere as error:
            raise NoBackup(f"accounts are in {place_of(kind)} already: {error}") from None
        for name, raw in files.items():
            put(data, name, raw)
        if kind == "postgres":
            write(found.accounts, accounts)
        with closing(_opened(file)) as db:
            try:
                store.append_encoded(_rows(db))
            except Conflict:
                raise NoBackup("somebody recorded meanwhile; no event was restored") from None
        digest = _digest(row[1:] for row in log_of(store))
        people = not found.accounts or read(accounts).digest == found.accounts.digest
    with closing(_opened(file)) as db:
        same = digest == _digest(_rows(db))
    if not (same and people and are_there(data, files)):
        raise NoBackup("what was stored is not what the backup holds; do not use this store")
    return found


def _files(data: Path, kind: Kind) -> dict[str, bytes]:
    """Return every file that a backup holds, with accounts as one, wherever they are."""
    files = dict(files_of(data))
    if kind == "postgres":
        files.pop(ACCOUNTS, None)  # of the time before it moved
        if (accounts := as_file(data)) is not None:
            files[ACCOUNTS] = accounts
    return files


def _copy_events(store: Playtests, path: Path, made: Path, kind: Kind) -> None:
    if kind == "sqlite":
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(made)) as copy:
            source.backup(copy)
    else:
        with closing(Playtests(made.parent, "sqlite")) as target:
            carry_on(store, target)


def _finish(made: Path, files: dict[str, bytes], now: datetime) -> Backup:
    with closing(sqlite3.connect(made)) as db:
        db.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        db.executescript(TABLES)
        db.executemany("INSERT INTO backup_files VALUES (?, ?)", files.items())
        found = _examined(db)
        told = {"format": FORMAT, "digest": found.digest, "made": now.isoformat()}
        db.executemany("INSERT INTO backup VALUES (?, ?)", told.items())
        db.commit()
    return read_backup(made)


def _hold_against(store: Playtests, found: Backup, made: Path) -> None:
    with closing(_opened(made)) as db:
        there = log_of(store)
        for number, row in enumerate(_rows(db), 1):
            here = next(there, None)
            if here is None or content(here[1:]) != content(row):
                raise NoBackup(f"event {number} of the copy is not the one that is stored")


def _examined(db: sqlite3.Connection) -> Backup:
    (wrong,) = db.execute("PRAGMA integrity_check").fetchone()
    if wrong != "ok":
        raise NoBackup(f"the backup is damaged: {wrong}")
    events, unreadable, sessions, digest = 0, 0, set(), sha256()
    for id_, version, name, state in _rows(db):
        digest.update(content((id_, version, name, state)))
        events += 1
        sessions.add(id_)
        try:
            CODEC.decode(UUID(id_), version, name, state)
        except (UnreadableEvent, ValueError):
            unreadable += 1
    found = db.execute("SELECT path, content FROM backup_files ORDER BY path")
    files = {str(name): as_bytes(raw) for name, raw in found}
    for name, raw in files.items():
        if not allowed(name):
            raise NoBackup(f"the backup holds {name!r}, which is no file of a data folder")
        digest.update(f"{name} {len(raw)} ".encode() + raw)
    accounts = content_of(files[ACCOUNTS]) if ACCOUNTS in files else NOTHING
    return Backup(events, len(sessions), unreadable, files, digest.hexdigest(), accounts)


def _rows(db: sqlite3.Connection) -> Iterator[Row]:
    query = "SELECT originator_id, originator_version, topic, state FROM stored_events"
    for id_, version, name, state in db.execute(f"{query} ORDER BY rowid"):
        yield checked((id_, version, name, as_bytes(state)))


def _digest(rows: Iterator[Row]) -> str:
    digest = sha256()
    for row in rows:
        digest.update(content(row))
    return digest.hexdigest()


def _opened(file: Path) -> sqlite3.Connection:
    if not file.is_file():
        raise NoBackup(f"there is no file {file}")
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
