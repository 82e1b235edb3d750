"""A finding to take along: its table as people read it, as CSV, as Parquet."""

import csv
import io
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from analytics.findings import Cell, Finding, Unit
from analytics.phrases import hours_of, percent
from analytics.sandbox.writing import unique

NOTHING = "–"


def written(cell: Cell, unit: Unit | None = None) -> str:
    """Write a cell the way the text beside its table does.

    >>> [written(0.5, "share"), written(1.5, "hours"), written(1200), written(2.345), written(None)]
    ['50%', '1 h 30 min', '1,200', '2.35', '–']
    """
    if cell is None:
        return NOTHING
    if isinstance(cell, str):
        return cell
    if unit == "share":
        return percent(cell)
    if unit == "hours":
        return hours_of(cell)
    return f"{cell:,.2f}" if isinstance(cell, float) else f"{cell:,}"


def numeric(finding: Finding) -> list[bool]:
    """Say of each column whether it holds numbers; the first one names the row."""
    return [False, *(_numbers(column) for column in _columns(finding)[1:])]


def as_csv(finding: Finding) -> bytes:
    """Write a line of heads, then a line a row; nothing where a cell is empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(finding.columns)
    writer.writerows(finding.rows)
    return out.getvalue().encode("utf-8", "replace")


def as_parquet(finding: Finding, said: dict[str, str] | None = None) -> bytes:
    """Write one Parquet file; what was asked, found and counted stands in its metadata.

    :param said: more to put there.
    """
    about = {
        "report": finding.id,
        "question": finding.question,
        "finding": finding.title,
        "definition": finding.definition,
        "sessions": str(finding.counted),
        **(said or {}),
    }
    columns = [pa.array(_typed(column)) for column in _columns(finding)]
    metadata = {f"mothlog.{name}": text for name, text in about.items()}
    table = pa.table(columns, names=unique(finding.columns), metadata=metadata)
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="zstd")
    return sink.getvalue()


def _columns(finding: Finding) -> list[tuple[Cell, ...]]:
    return [*zip(*finding.rows, strict=True)] or [()] * len(finding.columns)


def _numbers(column: tuple[Cell, ...]) -> bool:
    return all(cell is None or not isinstance(cell, str) for cell in column)


def _typed(column: tuple[Cell, ...]) -> list[Any]:
    """Give a column one type: texts where one cell is a text, fractions where one is."""
    if not _numbers(column):
        return [None if cell is None else str(cell) for cell in column]
    if any(isinstance(cell, float) for cell in column):
        return [None if cell is None else float(cell) for cell in column]
    return [*column]
