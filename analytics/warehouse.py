"""The DuckDB file that the statistics are read from."""

from pathlib import Path

import duckdb


class WarehouseBusy(Exception):
    """Another process holds the file."""


class WarehouseDamaged(Exception):
    """The file cannot be read as what it should be."""


class Warehouse:
    """A DuckDB file with the tables of the projection; one process holds it."""

    def __init__(self, path: Path) -> None:
        raise NotImplementedError

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """Return this thread's cursor."""
        raise NotImplementedError

    def reset(self) -> None:
        """Drop everything and create empty tables."""
        raise NotImplementedError

    def close(self) -> None:
        """Close every cursor and the file."""
        raise NotImplementedError
