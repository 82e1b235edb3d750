"""What a query is told that hit a limit, in words of this house and DuckDB's own beside them."""

import duckdb

from analytics.sandbox.limits import Kind, Limits
from analytics.sandbox.writing import Cut, Wide

Said = tuple[Kind, str, str]
"""Kind, text, detail: see :class:`analytics.sandbox.limits.Refused`."""

ONLY_READ = "the tables here are a copy to read: a query cannot change, create or drop anything"
NO_FILES = (
    "a query reads the tables here and nothing else: no file, no address, no extension, no other "
    "database"
)
FIXED = "settings are fixed here: a query cannot change them"

KNOWN: tuple[tuple[str, Kind, str], ...] = (
    ("configuration has been locked", "settings", FIXED),
    ("cannot be modified", "settings", FIXED),
    ("cannot change", "settings", FIXED),
    ("read-only", "writing", ONLY_READ),
    ("read only", "writing", ONLY_READ),
    ("file system operations are disabled", "files", NO_FILES),
    ("disabled by configuration", "files", NO_FILES),
    ("disabled through configuration", "files", NO_FILES),
    ("unique file handle", "files", NO_FILES),
    ("in-memory database in read-only", "files", NO_FILES),
)
"""Part of a message of DuckDB's, and what it means here."""


def told(error: BaseException, limits: Limits) -> Said:
    """Say what stopped a query."""
    text = str(error)
    if isinstance(error, Wide):
        found = f"the result has {error.columns:,} columns, expected at most {limits.columns:,}"
        return "columns", found, ""
    if isinstance(error, Cut):
        return "format", text, ""
    if isinstance(error, MemoryError | duckdb.OutOfMemoryException) or "bad alloc" in text:
        return "memory", f"the query needs more than the {limits.memory:,} MB that it may use", ""
    if isinstance(error, RecursionError):
        return "memory", "the result is nested too deeply to be written", ""
    if isinstance(error, duckdb.InternalException | duckdb.FatalException):
        return "crash", "DuckDB broke off within the query", _first(text)
    low = text.lower()
    if "attach" in low and "in-memory" in low:
        return "files", NO_FILES, ""
    for part, kind, said in KNOWN:
        if part in low:
            return kind, said, ""
    if isinstance(error, duckdb.PermissionException | duckdb.IOException | duckdb.HTTPException):
        return "files", NO_FILES, ""
    if not isinstance(error, duckdb.Error):
        return "crash", f"the result could not be written ({type(error).__name__})", _first(text)
    return "sql", _first(text) or type(error).__name__, _place(text)


def _first(text: str) -> str:
    line = text.strip().splitlines()[0].rstrip(" .!") if text.strip() else ""
    return line if len(line) <= 500 else line[:499] + "…"


def _place(text: str) -> str:
    """Return where in the query it is: what DuckDB says below its first line."""
    return "\n".join(line[:200] for line in text.strip().splitlines()[1:8]).strip("\n")
