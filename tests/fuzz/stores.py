"""Files that hold events: backups and databases, damaged in their bytes or in their rows."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from argon2 import PasswordHasher

from domain.errors import DamagedSession, DomainError
from domain.events import UnreadableEvent
from service.accounts.accounts import Accounts
from service.accounts.hidden import Passwords
from service.store import Conflict, Playtests, StoreError
from service.store.bulk import Row
from service.store.copying import Differs, as_bytes, carry_on
from service.transfer.accounts import UnusableAccounts
from service.transfer.backup import NoBackup, _examined, back_up, restore
from tests.fresh import fresh
from tests.fuzz.desk import desk_of, judged
from tests.fuzz.mutate import NUMBERS, VALUES, WORDS, mutated
from tests.fuzz.targets import NOW, Target, said
from tests.fuzz.world import World

PATHS = ("../x", "editions", "editions/a", "editions/a/b.toml", "editions/\x00", "secret.key")
PATHS += ("editions//", "simulations/" + "x" * 300, "queries.json", "bots.toml", "editions/./c")

DAMAGED = (StoreError, sqlite3.Error, Conflict, Differs)
"""What a store that is no longer one may be refused with; each has a message of its own."""

UNREADABLE = (*DAMAGED, NoBackup, UnusableAccounts, MemoryError, TypeError, ValueError)
"""What keeps a check sum from being written."""

READ = (
    ("sessions", "--json"),
    ("show", "ID"),
    ("export", "--all", "--format", "jsonl"),
    ("verify", "--workers", "1", "--json"),
    ("rebuild",),
    ("stats", "lantern-moths", "overview", "--by", "all"),
    ("backup", "copy.sqlite"),
)


def stores(world: World) -> Iterator[Target]:
    """Yield what takes a database."""
    made = cache(partial(_backups, world))
    yield Target("backup", made, _restoring, 1_500, _backup_changed)
    events = cache(lambda: (_events(made()[0]),))
    yield Target("events.sqlite", events, partial(_reading, world), 500, _changed)


def _backups(world: World) -> tuple[bytes, ...]:
    with TemporaryDirectory() as folder:
        file, data = Path(folder, "whole.sqlite"), Path(folder, "data")
        (data / "editions" / "nocturnis").mkdir(parents=True)
        (data / "editions" / "nocturnis" / "mine.toml").write_text("name = 1\n")
        quick = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        accounts = Accounts(data, lambda: NOW, lambda _: None, quick)
        dora = accounts.add("Dora", "designer", "a long enough one", "setup")
        accounts.make_token(dora, "t", "read")
        accounts.close()
        with closing(Playtests(data, "sqlite")) as store:
            carry_on(world.services.store, store)
        back_up(data, "sqlite", file, NOW)
        with closing(sqlite3.connect(file)) as db, db:
            few = "SELECT originator_id FROM stored_events GROUP BY 1 ORDER BY count(*) LIMIT 4"
            db.execute(f"DELETE FROM stored_events WHERE originator_id NOT IN ({few})")
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            db.execute("VACUUM")
        return (_signed(file.read_bytes()),)


def _events(backup: bytes) -> bytes:
    """Return the same events as a store of their own."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.deserialize(backup)
        db.execute("DROP TABLE backup")
        db.execute("DROP TABLE backup_files")
        db.execute("VACUUM")
        return db.serialize()


def _signed(raw: bytes) -> bytes:
    """Write the check sum anew, as somebody would who made the file up."""
    with (
        closing(sqlite3.connect(":memory:", isolation_level=None)) as db,
        patch("service.transfer.backup.allowed", return_value=True),
    ):
        db.deserialize(raw)
        digest = _examined(db).digest
        db.execute("UPDATE backup SET value = ? WHERE key = 'digest'", [digest])
        return db.serialize()


def _backup_changed(rng: Random, seed: bytes, others: Sequence[bytes]) -> bytes:
    """Change a backup; mostly so that its check sum fits."""
    changed = _changed(rng, seed, others)
    if rng.random() < 0.7:
        with suppress(*UNREADABLE):
            return _signed(changed)
    return changed


def _changed(rng: Random, seed: bytes, _: Sequence[bytes]) -> bytes:
    """Change bytes of a database, or values and rows in it."""
    if rng.random() < 0.25:
        return _spoilt(rng, seed)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.deserialize(seed)
        for _ in range(rng.choice((1, 1, 2, 4))):
            with suppress(sqlite3.Error, OverflowError, UnicodeEncodeError, IndexError):
                _row_changed(rng, db)
        return db.serialize()


def _spoilt(rng: Random, raw: bytes) -> bytes:
    changed = bytearray(raw)
    way = rng.randrange(4)
    if way == 0:
        return raw[: rng.randrange(len(raw))]
    if way == 1:
        return rng.randbytes(rng.choice((0, 1, 100, 5_000)))
    for _ in range(rng.choice((1, 4, 100))):
        changed[rng.randrange(100 if way == 2 else len(changed))] = rng.randrange(256)
    return bytes(changed)


def _row_changed(rng: Random, db: sqlite3.Connection) -> None:
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    table = rng.choice([each for each in tables if not each.startswith("sqlite")])
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    rows = db.execute(f"SELECT rowid, * FROM {table}").fetchall()
    column, (at, *values) = rng.choice(columns), rng.choice(rows)
    way = rng.randrange(10)
    if way == 0:
        db.execute(f"DELETE FROM {table} WHERE rowid = ?", [at])
    elif way == 1:
        marks = ",".join("?" * len(values))
        values[columns.index(column)] = _value(rng, values[columns.index(column)])
        db.execute(f"INSERT INTO {table} VALUES ({marks})", values)
    elif way == 2 and rng.random() < 0.3:
        db.execute(rng.choice((f"DROP TABLE {table}", f"ALTER TABLE {table} DROP {column}")))
    else:
        new = _value(rng, values[columns.index(column)])
        db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", [new, at])


def _value(rng: Random, value: Any) -> Any:
    way = rng.randrange(4)
    if way == 0:
        plain = [each for each in VALUES if not isinstance(each, list | dict)]
        return rng.choice((*plain, *NUMBERS, *WORDS))
    if way == 1:
        return rng.choice(PATHS)
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 1000))
    known = value if isinstance(value, bytes) else str(value).encode()
    if known.startswith(b"SQLite"):
        return _changed(rng, known, ())
    changed = mutated(rng, known, [known])
    return changed.decode("utf-8", "replace") if isinstance(value, str) or way == 2 else changed


def _restoring(raw: bytes) -> bool:
    """Restore a backup into an empty folder; what came of it can be read."""
    with TemporaryDirectory() as folder:
        file, data = Path(folder, "told.sqlite"), Path(folder, "data")
        data.mkdir()
        file.write_bytes(raw)
        try:
            restore(file, data, "sqlite")
        except (NoBackup, UnusableAccounts, *DAMAGED, OSError) as error:
            said(str(error))
            restored = False
        else:
            restored = True
        assert sorted(each.name for each in Path(folder).iterdir()) == ["data", "told.sqlite"]
        with closing(Playtests(data, "sqlite")) as store:
            assert restored or store.last_position() == 0, "refused, and yet something was stored"
            if restored:
                _looked_through(store)
        return restored


def _looked_through(store: Playtests) -> None:
    for session_id in store.session_ids():
        with suppress(UnreadableEvent, DamagedSession, DomainError):
            _ = store.load(session_id).state


def _reading(world: World, raw: bytes) -> bool:
    """Copy from a damaged store, and let a command read it: nothing is changed in it."""
    desk = desk_of(world)
    with TemporaryDirectory() as folder:
        data = fresh(Path(folder, "data"))
        (data / "events.sqlite").write_bytes(raw)
        other = Path(folder, "other")
        other.mkdir()
        try:
            with closing(Playtests(data, "sqlite")) as source:
                before = _all_rows(source)
                with closing(Playtests(other, "sqlite")) as target:
                    carry_on(source, target)
        except (*DAMAGED, OSError) as error:
            said(str(error))
            before = None
        words = [desk.id if w == "ID" else w for w in READ[len(raw) % len(READ)]]
        copy = desk.here / "copy.sqlite"
        copy.unlink(missing_ok=True)
        code, printed = desk.run("--data", str(data), *words)
        done = judged(code, printed)
        if before is not None:
            with closing(Playtests(data, "sqlite")) as source:
                assert _all_rows(source) == before, "reading changed the store"
        return done and before is not None


def _all_rows(store: Playtests) -> list[Row]:
    return [(i, v, n, as_bytes(s)) for _, i, v, n, s in store.read(0, 100_000)]
