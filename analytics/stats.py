"""The catalogue asked: findings for a page, a JSON-able report, the moments behind a row."""

from collections.abc import Collection
from typing import Any

import duckdb

from analytics.filters import Filters
from analytics.findings import Finding


def findings(
    cursor: duckdb.DuckDBPyConnection, filters: Filters, ids: Collection[str] | None = None
) -> list[Finding]:
    """Answer every report of the game, or those named, in the order of the catalogue."""
    raise NotImplementedError


def moments(
    cursor: duckdb.DuckDBPyConnection, report_id: str, filters: Filters, row_key: str
) -> list[tuple[str, int]]:
    """List session id and step of everything that a row or mark counts.

    :raises KeyError: there is no such report or row.
    """
    raise NotImplementedError


def report(
    cursor: duckdb.DuckDBPyConnection, filters: Filters, ids: Collection[str] | None = None
) -> dict[str, Any]:
    """Return findings and what they rest on as plain data, for ``mothlog stats GAME --json``."""
    raise NotImplementedError
