"""The DuckDB file that the statistics are read from: a view of the store, always replaceable."""

import hashlib
import re
import threading
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

import duckdb
import pyarrow as pa

from domain.games import GAMES

REVISION = 1
"""Goes up when the same tables are filled in another way, so that every file is built anew."""

CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,  # nothing is fetched from anywhere
    "checkpoint_threshold": "128MB",  # at the default 16 MB, commits take half as long again
}

_stated: dict[str, dict[str, pa.Schema]] = {}

MAKES = re.compile(r"^CREATE (?:TABLE|VIEW) (\w+)", re.MULTILINE)

Cursor = duckdb.DuckDBPyConnection
DuckDBError = duckdb.Error


class WarehouseError(Exception):
    """The file cannot be used; says which and why."""


class WarehouseBusy(WarehouseError):
    """Another process holds the file: DuckDB lets one write, and none read beside it."""


class WarehouseDamaged(WarehouseError):
    """The file is no DuckDB file, or cannot be read to its end; :meth:`Warehouse.anew` helps."""


class Warehouse:
    """A DuckDB file with the tables of ``analytics/schema``, held by one process.

    Threads share it, each with a cursor of its own. A file that another version of the tables
    wrote is emptied, so that the next :func:`analytics.projection.catch_up` fills it from nothing.

    :raises WarehouseBusy: another process holds the file.
    :raises WarehouseDamaged: the file is not readable.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = _connect(path)
        self._local = threading.local()
        self._lock = threading.Lock()
        self._cursors: list[tuple[threading.Thread, Cursor]] = []
        self.columns: dict[str, pa.Schema] = {}
        if self._schema() != fingerprint():
            self.reset()
        else:
            self.columns = self._arrow_schemas()

    @classmethod
    def anew(cls, path: Path) -> "Warehouse":
        """Open a file without its contents, whatever state it is in.

        :raises WarehouseBusy: another process holds the file.
        """
        try:
            warehouse = cls(path)
        except WarehouseDamaged:
            remove(path)
            return cls(path)
        warehouse.reset()
        return warehouse

    def cursor(self) -> Cursor:
        """Return this thread's cursor; it lives as long as the thread."""
        cursor: Cursor | None = getattr(self._local, "cursor", None)
        if cursor is None:
            with self._lock:
                cursor = self._connection.cursor()
                for thread, old in self._cursors:
                    if not thread.is_alive():
                        old.close()
                self._cursors = [pair for pair in self._cursors if pair[0].is_alive()]
                self._cursors.append((threading.current_thread(), cursor))
            self._local.cursor = cursor
        return cursor

    def reset(self) -> None:
        """Drop everything and create empty tables, in one transaction."""
        cursor = self.cursor()
        cursor.begin()
        try:
            kinds = {"BASE TABLE": "TABLE", "VIEW": "VIEW"}
            there = cursor.execute(
                "SELECT table_type, table_name FROM information_schema.tables "
                "WHERE table_schema = 'main' ORDER BY table_type DESC"
            ).fetchall()
            for kind, name in there:
                cursor.execute(f'DROP {kinds[kind]} "{name}"')
            for text in _scripts():
                cursor.execute(text)
            cursor.execute("INSERT INTO position VALUES (0, '', ?)", [fingerprint()])
            cursor.commit()
            self.columns = self._arrow_schemas()
        except BaseException:
            give_up(cursor)
            raise

    def close(self) -> None:
        """Close every cursor and the file, which frees it for other processes."""
        with self._lock:
            for _, cursor in self._cursors:
                cursor.close()
            self._cursors.clear()
            self._connection.close()

    def _schema(self) -> str | None:
        try:
            row = self.cursor().execute("SELECT schema FROM position").fetchone()
        except duckdb.CatalogException:
            return None
        except duckdb.Error as error:
            self.close()
            raise _damaged(self.path, error) from error
        return row[0] if row else None

    def _arrow_schemas(self) -> dict[str, pa.Schema]:
        """Return for every table the Arrow types of its columns, as DuckDB states them; it is
        asked once for each version of the tables.
        """
        if fingerprint() not in _stated:
            cursor = self.cursor()
            names = cursor.execute("SELECT table_name FROM duckdb_tables() ORDER BY 1").fetchall()
            _stated[fingerprint()] = {
                name: cursor.sql(f'FROM "{name}" LIMIT 0').to_arrow_table().schema
                for (name,) in names
            }
        return _stated[fingerprint()]


def remove(path: Path) -> None:
    """Delete a warehouse's file and what DuckDB keeps beside it."""
    for file in (path, path.with_name(path.name + ".wal")):
        file.unlink(missing_ok=True)


@cache
def made() -> dict[str, str]:
    """Return every table and view in the order of the scripts, with the game that it is of."""
    scripts = _scripts()
    parts = ["" for _ in scripts[len(GAMES) :]] + [*GAMES]
    return {
        name: part
        for part, text in zip(parts, scripts, strict=True)
        for name in MAKES.findall(text)
    }


def statements_of(table: str) -> list[str]:
    """Return the statements that make a table and say what it and its columns mean."""
    of = re.compile(rf"(?:--.*\n|\s)*(?:CREATE TABLE|COMMENT ON (?:TABLE|COLUMN)) {table}\b")
    every = (each.query for text in _scripts() for each in duckdb.extract_statements(text))
    return [query for query in every if of.match(query)]


@cache
def fingerprint() -> str:
    """Return a text that changes with the tables and with the way they are filled."""
    return f"{REVISION}:{hashlib.sha256(''.join(_scripts()).encode()).hexdigest()[:16]}"


@cache
def _scripts() -> tuple[str, ...]:
    """Return the SQL of the shared tables, then of each game's own."""
    folder = files("analytics").joinpath("schema")
    names = ("position", "sessions", "looks", *GAMES)
    return tuple(folder.joinpath(f"{name}.sql").read_text(encoding="utf-8") for name in names)


def _connect(path: Path) -> Cursor:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return duckdb.connect(str(path), config=CONFIG)
    except (OSError, duckdb.Error) as error:
        text = str(error)
        if "Could not set lock" in text:
            raise WarehouseBusy(f"another process holds the statistics in {path}") from error
        if isinstance(error, OSError) or "Cannot open file" in text or "Is a directory" in text:
            raise WarehouseError(f"cannot open the statistics in {path}: {text}") from error
        raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> WarehouseDamaged:
    return WarehouseDamaged(
        f"the statistics in {path} are damaged ({str(error).splitlines()[0]}); "
        "`mothlog rebuild` makes them anew from the recorded sessions"
    )


def give_up(cursor: Cursor) -> None:
    """Roll back what failed; where a full disk has ended the transaction, nothing is left to do."""
    with suppress(DuckDBError):
        cursor.rollback()
