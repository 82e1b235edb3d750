"""A result as bytes: as a page shows it, as CSV, as JSON, as Parquet; never more than asked."""

import csv
import io
import json
import math
from collections.abc import Callable, Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any, NamedTuple

import duckdb

from analytics.sandbox.limits import Limits

AT_ONCE = 64  # rows in memory as Python objects

Cursor = duckdb.DuckDBPyConnection


class Wide(Exception):
    """The result has more columns than are handed out."""

    def __init__(self, columns: int) -> None:
        super().__init__(columns)
        self.columns = columns


class Cut(Exception):
    """The result cannot be written in the format asked for."""


class Written(NamedTuple):
    """A result: ``cut`` says what ended it early (``rows`` or ``bytes``), or nothing."""

    payload: bytes
    rows: int
    cut: str


def _page(cursor: Cursor, names: list[str], limits: Limits) -> Written:
    """Write one JSON list a row; long values end in "…"."""
    lines = (json.dumps([_short(c, limits.cell) for c in row]) for row in _rows(cursor, names))
    parts, rows, cut = _bounded(lines, limits, 1)
    return Written(b"[" + b",".join(parts) + b"]", rows, cut)


def _json(cursor: Cursor, names: list[str], limits: Limits) -> Written:
    """Write a list of objects, a line each."""
    keys = unique(names)
    rows = _rows(cursor, names)
    lines = (
        json.dumps(dict(zip(keys, map(plain, row), strict=True)), ensure_ascii=False)
        for row in rows
    )
    parts, count, cut = _bounded(lines, limits, 2)
    return Written(b"[\n" + b",\n".join(parts) + b"\n]\n" if parts else b"[]\n", count, cut)


def _csv(cursor: Cursor, names: list[str], limits: Limits) -> Written:
    """Write a line of names, then a line a row; nothing for NULL, JSON for what is nested."""
    lines = (_line(map(_text, row)) for row in _rows(cursor, names))
    parts, rows, cut = _bounded(lines, limits, 0)
    return Written(_line(unique(names)).encode() + b"".join(parts), rows, cut)


def _parquet(relation: duckdb.DuckDBPyRelation, names: list[str], limits: Limits) -> Written:
    """Write one Parquet file, compressed with zstd."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not names:
        raise Cut("a statement without a result makes no Parquet file")
    reader = relation.to_arrow_reader(1024)
    batches, rows, size, cut = [], 0, 0, ""
    for batch in reader:
        kept = batch.slice(0, limits.rows - rows)
        size += kept.nbytes
        if size > limits.size:
            cut = "bytes"
            break
        batches.append(kept)
        rows += kept.num_rows
        if kept.num_rows < batch.num_rows:
            cut = "rows"
            break
    table = pa.Table.from_batches(batches, reader.schema).rename_columns(unique(names))
    sink = io.BytesIO()
    try:
        pq.write_table(table, sink, compression="zstd")
    except pa.ArrowException as error:
        raise Cut(
            f"the result has a type that Parquet cannot hold: {str(error)[:200]}; "
            "cast it to VARCHAR"
        ) from error
    return Written(sink.getvalue(), rows, cut)


WRITERS: dict[str, Callable[[Any, list[str], Limits], Written]] = {
    "page": _page,
    "json": _json,
    "csv": _csv,
    "parquet": _parquet,
}


def unique(names: list[str]) -> list[str]:
    """Number the names that stand there before.

    >>> unique(["a", "a", "b", "a_2"])
    ['a', 'a_2', 'b', 'a_2_2']
    """
    seen: dict[str, None] = {}
    for name in names:
        nth, new = 1, name
        while new in seen:
            nth += 1
            new = f"{name}_{nth}"
        seen[new] = None
    return list(seen)


def plain(value: Any) -> Any:
    """Return a value as JSON can hold it.

    >>> plain(Decimal("1.50")), plain(float("nan")), plain(b"\\x00a"), plain([1, None])
    (1.5, 'nan', '0061', [1, None])
    """
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case Decimal():
            return float(value)
        case bytes() | bytearray() | memoryview():
            return bytes(value).hex()
        case timedelta():
            return value.total_seconds()
        case dict():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
    return str(value)


def _text(value: Any) -> Any:
    """Return a value as a cell of CSV."""
    if isinstance(value, Decimal):
        return str(value)
    flat = plain(value)
    if isinstance(flat, bool):
        return "true" if flat else "false"
    return json.dumps(flat, ensure_ascii=False) if isinstance(flat, dict | list) else flat


def _short(value: Any, longest: int) -> Any:
    """Return a value for a page: a number, a text of some characters, or nothing."""
    if isinstance(value, list | dict | tuple | str | bytes) and len(value) > longest:
        value = _begun(value, longest)
    flat = plain(value)
    if isinstance(flat, dict | list):
        flat = json.dumps(flat, ensure_ascii=False)
    return flat[: longest - 1] + "…" if isinstance(flat, str) and len(flat) > longest else flat


def _begun(value: Any, longest: int) -> Any:
    """Return the beginning of something long, so that the rest need not be written first."""
    if isinstance(value, dict):
        return dict(list(value.items())[: longest + 1])
    return value[: longest + 1]


def _line(cells: Any) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


def _rows(cursor: Cursor, names: list[str]) -> Iterator[tuple[Any, ...]]:
    while names and (some := cursor.fetchmany(AT_ONCE)):
        yield from some


def _bounded(lines: Iterator[str], limits: Limits, between: int) -> tuple[list[bytes], int, str]:
    """Collect lines up to the limits; ``between`` bytes stand between two of them."""
    parts: list[bytes] = []
    size = 0
    for line in lines:
        if len(parts) == limits.rows:
            return parts, len(parts), "rows"
        encoded = line.encode("utf-8", "replace")
        size += len(encoded) + between
        if size > limits.size:
            return parts, len(parts), "bytes"
        parts.append(encoded)
    return parts, len(parts), ""
