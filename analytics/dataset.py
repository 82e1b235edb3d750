"""The statistics as a folder of Parquet files to hand on: no names, no free texts, nothing half."""

import hashlib
import hmac
import shutil
import unicodedata
from base64 import b32encode
from collections.abc import Collection, Iterator
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import Literal, NamedTuple

import msgspec

from analytics.catalogue import PLAYED_ON, Column, Table, catalogue
from analytics.dictionary import as_markdown, as_schema
from analytics.warehouse import Cursor, Warehouse

FORMAT = "mothlog dataset 1"
MANIFEST, DICTIONARY, SCHEMA = "manifest.json", "DICTIONARY.md", "schema.json"

PEOPLE = ("player", "players")
"""Columns of names, in every table: they become pseudonyms."""

TEXTS = ("colour", "place", "prototype", "seed", "tags", "title")
"""Columns that hold what somebody typed: left out unless asked for."""

WORDS = (
    *("action", "again", "back", "bot", "card", "cards", "cells", "chosen", "clause", "columns"),
    *("decided_by", "during", "edition", "edition_hash", "effect", "ended_by", "experience"),
    *("fate", "feeling", "front", "game", "habitat", "item", "kind", "length", "lines", "lurable"),
    *("mode", "moment", "name", "options", "phase", "played_by", "rules", "shape", "side"),
    *("source", "species", "square", "squares", "status", "tile", "why"),
)
"""Columns of text whose values are a game's or this program's own words. A column of text that is
in none of these three lists is left out too: what it holds is not known to name nobody."""

Use = Literal["kept", "pseudonym", "left out"]


class Taken(Exception):
    """The folder holds something else; says what."""


class Part(msgspec.Struct, frozen=True):
    """One file: its path in the folder, rows, bytes, SHA-256."""

    path: str
    rows: int
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What a data set holds and what it was made from.

    :ivar position: in the store, of the last event that is counted.
    :ivar tables: rows by table; one without rows has no file.
    :ivar games: sessions by game and month.
    :ivar left_out: columns that are not in it, as ``table.column``.
    """

    format: str
    made_at: datetime
    position: int
    tables: dict[str, int]
    games: dict[str, dict[str, int]]
    left_out: list[str]
    pseudonyms: list[str]
    files: list[Part]


class Chosen(NamedTuple):
    """A table and what becomes of each of its columns."""

    table: Table
    uses: tuple[tuple[Column, Use], ...]


def chosen(tables: list[Table], asked: Collection[str] = ()) -> list[Chosen]:
    """Say what becomes of every column. Views can be worked out again, so they are left out.

    :param asked: of :data:`TEXTS`, those to keep.
    :raises ValueError: there is no such text.
    """
    if unknown := sorted(set(asked) - set(TEXTS)):
        raise ValueError(f"no text {unknown[0]!r}, expected some of: {', '.join(TEXTS)}")
    return [
        Chosen(table, tuple((column, _use(column, asked)) for column in table.columns))
        for table in tables
        if table.has("session") and not table.view
    ]


def write(
    warehouse: Warehouse,
    folder: Path,
    key: bytes,
    at: datetime,
    asked: Collection[str] = (),
) -> Manifest:
    """Write a data set; it is there whole, or the folder is as it was before.

    :param key: makes pseudonyms: the same key gives the same person the same one.
    :raises Taken: the folder holds something that is no data set of this kind.
    """
    folder = folder.absolute()
    _check(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    aside = folder.with_name(f".{folder.name}.{token_hex(4)}")
    cursor = warehouse.cursor().cursor()
    try:
        aside.mkdir()
        cursor.begin()
        manifest = _write(cursor, aside, key, at, asked)
        _move(aside, folder)
        return manifest
    finally:
        cursor.close()
        shutil.rmtree(aside, ignore_errors=True)


def pseudonym(name: str, key: bytes) -> str:
    """Return what stands for a name; without the key nobody can try names against it.

    >>> pseudonym("Ada", b"k") == pseudonym(" ADA ", b"k"), pseudonym("Ada", b"other")[:2]
    (True, 'P-')
    """
    same = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    digest = hmac.new(key, same.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    return f"P-{b32encode(digest)[:12].decode().lower()}"


def _use(column: Column, asked: Collection[str]) -> Use:
    if not any(kind in column.type for kind in ("VARCHAR", "BLOB", "JSON")):
        return "kept"
    if column.name in PEOPLE:
        return "pseudonym"
    return "kept" if column.name in WORDS or column.name in asked else "left out"


def _write(
    cursor: Cursor, folder: Path, key: bytes, at: datetime, asked: Collection[str]
) -> Manifest:
    tables = chosen(catalogue(cursor), asked)
    _name(cursor, tables, key)
    rows = {each.table.name: _export(cursor, each, folder / each.table.name) for each in tables}
    games: dict[str, dict[str, int]] = {}
    for game, month, sessions in cursor.execute(
        "SELECT game, strftime(opened_at, '%Y-%m'), count(*) FROM sessions "
        "GROUP BY ALL ORDER BY ALL"
    ).fetchall():
        games.setdefault(game, {})[month] = sessions
    ((position,),) = cursor.execute("SELECT max(reached) FROM position").fetchall()
    (folder / DICTIONARY).write_text(as_markdown(tables), encoding="utf-8")
    (folder / SCHEMA).write_bytes(msgspec.json.format(msgspec.json.encode(as_schema(tables))))
    manifest = Manifest(
        format=FORMAT,
        made_at=at,
        position=position,
        tables=rows,
        games=games,
        left_out=_columns(tables, "left out"),
        pseudonyms=_columns(tables, "pseudonym"),
        files=[*_parts(cursor, folder)],
    )
    (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest


def _columns(tables: list[Chosen], use: Use) -> list[str]:
    return [
        f"{each.table.name}.{c.name}" for each in tables for c, used in each.uses if used == use
    ]


def _name(cursor: Cursor, tables: list[Chosen], key: bytes) -> None:
    """Make a table of every name and what stands for it."""
    cursor.execute("CREATE OR REPLACE TEMP TABLE pseudonyms (name VARCHAR, pseudonym VARCHAR)")
    asked = [
        f'SELECT {_each(column)} FROM "{each.table.name}"'
        for each in tables
        for column, use in each.uses
        if use == "pseudonym"
    ]
    if not asked:
        return
    names = [name for (name,) in cursor.execute(" UNION ".join(asked)).fetchall() if name]
    if names:
        pairs = [[name, pseudonym(name, key)] for name in names]
        cursor.executemany("INSERT INTO pseudonyms VALUES (?, ?)", pairs)


def _each(column: Column) -> str:
    return f'unnest("{column.name}")' if column.type.endswith("[]") else f'"{column.name}"'


def _export(cursor: Cursor, each: Chosen, folder: Path) -> int:
    """Write one table, a folder for each game and month; return how many rows are written.

    What rests on hidden cards of sessions that are played on is left out.
    """
    name = each.table.name
    columns = [_selected(c, use) for c, use in each.uses if use != "left out" and c.name != "game"]
    keys = [c.name for c, _ in each.uses if c.name in ("session", "step", "seat")]
    of = "t" if name == "sessions" else "s"
    others = "" if name == "sessions" else "JOIN sessions s USING (session)"
    hidden = f"WHERE session NOT IN (SELECT session FROM sessions WHERE {PLAYED_ON})"
    rows_of = f'"{name}" t {others} {hidden if each.table.may_tell else ""}'
    target = str(folder).replace("'", "''")
    cursor.execute(
        f"COPY (SELECT {', '.join(columns)}, {of}.game, strftime({of}.opened_at, '%Y-%m') AS month "
        f"FROM {rows_of} ORDER BY {', '.join(f't.{key}' for key in keys)}) "
        f"TO '{target}' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (game, month))"
    )
    ((rows,),) = cursor.execute(f"SELECT count(*) FROM {rows_of}").fetchall()
    if not rows:
        shutil.rmtree(folder)  # without rows there are no files either
    return int(rows)


def _selected(column: Column, use: Use) -> str:
    name = f't."{column.name}"'
    if use != "pseudonym":
        return name
    if not column.type.endswith("[]"):
        return (
            f"(SELECT any_value(p.pseudonym) FROM pseudonyms p WHERE p.name = {name}) "
            f'AS "{column.name}"'
        )
    return (
        "(SELECT list(p.pseudonym ORDER BY u.nth) FROM "
        f"(SELECT unnest({name}) AS name, generate_subscripts({name}, 1) AS nth) u "
        f'JOIN pseudonyms p USING (name)) AS "{column.name}"'
    )


def _parts(cursor: Cursor, folder: Path) -> Iterator[Part]:
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        rows = 0
        if path.suffix == ".parquet":
            query = "SELECT num_rows FROM parquet_file_metadata($1)"
            rows = sum(n for (n,) in cursor.execute(query, [str(path)]).fetchall())
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        yield Part(path.relative_to(folder).as_posix(), rows, path.stat().st_size, digest)


def _check(folder: Path) -> None:
    if not folder.exists() and not folder.is_symlink():
        return
    if not folder.is_dir() or folder.is_symlink():
        raise Taken(f"{folder} is no folder, expected a new one or a data set")
    found = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if not p.is_dir()}
    if not found:
        return
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
        known = {part.path for part in manifest.files} | {MANIFEST}
    except (OSError, msgspec.DecodeError):
        raise Taken(
            f"{folder} holds {sorted(found)[0]!r} and is no data set; expected a new folder, an "
            "empty one, or a data set to replace"
        ) from None
    if foreign := sorted(found - known):
        raise Taken(f"{folder} is a data set that also holds {foreign[0]!r}; move that away first")


def _move(aside: Path, folder: Path) -> None:
    """Put the new folder where it belongs; what was there goes only then."""
    if not folder.exists():
        aside.rename(folder)
        return
    old = folder.with_name(f"{aside.name}.old")
    folder.rename(old)
    try:
        aside.rename(folder)
    except BaseException:
        old.rename(folder)
        raise
    shutil.rmtree(old)
