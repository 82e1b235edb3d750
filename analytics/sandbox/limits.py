"""How much a query may take, and what is said of one that would take more."""

from typing import Literal, NamedTuple

Kind = Literal[
    "sql", "length", "time", "memory", "columns", "bytes", "files", "settings", "writing", "busy",
    "format", "crash",
]  # fmt: skip
"""Which limit a query hit; ``sql``: none, it makes no sense to DuckDB."""


class Refused(Exception):
    """A query without an answer: which limit it hit, and that in words.

    :ivar kind: see :data:`Kind`.
    :ivar detail: DuckDB's own message where it helps, with the place in the query; may have
        several lines.
    """

    def __init__(self, kind: Kind, text: str, detail: str = "") -> None:
        super().__init__(text)
        self.kind, self.detail = kind, detail


class Limits(NamedTuple):
    """What one query may take.

    :ivar seconds: of wall-clock time, the start of its process included.
    :ivar memory: MB that DuckDB may use; the whole process may use :data:`ROOM` more,
        with Parquet :data:`ROOM_FOR_ARROW`.
    :ivar rows: how many are handed out; the rest are left out and the result says so.
    :ivar columns: of a result.
    :ivar size: bytes of a result in the format asked for; longer ones end early and say so.
    :ivar cell: characters of one value on a page.
    :ivar length: characters of the query.
    """

    seconds: float = 10
    memory: int = 512
    rows: int = 1_000
    columns: int = 200
    size: int = 4_000_000
    cell: int = 400
    length: int = 50_000


ROOM, ROOM_FOR_ARROW = 700, 1400
"""MB of addresses that Python and DuckDB take up beside what a query uses, and with Arrow, which
Parquet needs; measured: 400 and 1,050."""

DOWNLOAD = Limits(seconds=30, rows=100_000, size=50_000_000)
"""What a file to keep may take: more than a page can show."""
