"""A query's result as a page shows it: cells, links into replays, a picture."""

from collections.abc import Sequence
from time import monotonic
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from flask import url_for

from analytics.sandbox import Column, Refused
from analytics.sandbox.picture import NoPicture, picture
from domain.errors import Invalid
from service.asking import Asked
from service.queries import Plot, Queries, Saved
from service.web import words
from service.wiring import Services

ALL = 3.0  # seconds that a statistics page waits for all saved queries of its game
NUMBERS = ("INT", "DOUBLE", "FLOAT", "DECIMAL")
LIMITS = {
    "sql": "DuckDB does not understand the query",
    "length": "Too long a query",
    "time": "Time limit",
    "memory": "Memory limit",
    "columns": "Too many columns",
    "bytes": "Too large a result",
    "files": "No files, no network",
    "settings": "Settings are fixed",
    "writing": "Read only",
    "busy": "Too many queries at once",
    "format": "Not in this format",
    "crash": "The query's process ended",
}
"""What each kind of refusal is called on a page."""


class Line(NamedTuple):
    """A row: its cells as text, and where the session that it names is replayed."""

    cells: list[str | None]
    at: int | None
    link: str


class Shown(NamedTuple):
    """A result on a page.

    :ivar numeric: which columns hold numbers.
    :ivar figure: the picture as JSON, or nothing.
    :ivar undrawn: why there is no picture though one was asked for.
    """

    columns: list[Column]
    numeric: list[bool]
    lines: list[Line]
    said: str
    figure: str
    undrawn: str

    @property
    def value(self) -> str:
        """The last column of numbers: what a plot would be of."""
        pairs = zip(self.columns, self.numeric, strict=True)
        return next((column.name for column, yes in reversed([*pairs]) if yes), "")


class Own(NamedTuple):
    """A saved query on a statistics page; without a result, ``said`` tells why."""

    saved: Saved
    shown: Shown | None
    said: str


def shown(services: Services, asked: Asked, plot: Plot) -> Shown:
    """Prepare a result for a page."""
    result = asked.result
    rows = result.cells
    figure = undrawn = ""
    if plot.kind:
        names = [column.name for column in result.columns]
        try:
            drawn = picture(names, rows, plot.kind, plot.x, plot.y, plot.series)
            figure = msgspec.json.encode(drawn).decode()
        except NoPicture as error:
            undrawn = str(error)
    return Shown(
        result.columns,
        [column.type.startswith(NUMBERS) or "INT" in column.type for column in result.columns],
        _lines(services, result.columns, rows),
        f"{counted(asked)} in {result.seconds:.2f} s, {asked.as_of}",
        figure,
        undrawn,
    )


def counted(asked: Asked) -> str:
    """Say how many rows there are, and whether there would be more."""
    rows = words.count(asked.result.rows, "row")
    return f"the first {rows}" if asked.result.cut else rows


def reports(services: Services, game: str) -> list[Own]:
    """Answer the queries that were saved as reports of a game, as far as that takes not too long.

    A file of queries that is damaged shows none; the SQL page says what is wrong with it.
    """
    try:
        kept = Queries(services.data).read().saved
    except Invalid:
        return []
    until = monotonic() + ALL
    return [_own(services, saved, monotonic() < until) for saved in kept if saved.game == game]


def _own(services: Services, saved: Saved, patient: bool) -> Own:
    try:
        asked = services.asking.card(saved.sql, patient)
    except Refused as error:
        return Own(saved, None, f"{LIMITS[error.kind]}: {error}.")
    if asked is None:
        return Own(saved, None, "Not counted yet: open it to run it.")
    return Own(saved, shown(services, asked, saved.plot), "")


def _lines(
    services: Services, columns: Sequence[Column], rows: Sequence[Sequence[Any]]
) -> list[Line]:
    names = [column.name.lower() for column in columns]
    step = names.index("step") if "step" in names else None
    at = next((nth for nth, column in enumerate(columns) if _names_a_session(column)), None)
    if at is None:
        return [Line([*map(written, row)], None, "") for row in rows]
    ids = _ids(services, {row[at] for row in rows if isinstance(row[at], int)})
    lines = []
    for row in rows:
        id_ = ids.get(row[at]) if isinstance(row[at], int) else _uuid(row[at])
        to = row[step] if step is not None and isinstance(row[step], int) else None
        link = url_for("replay.show", session_id=id_, step=to) if id_ else ""
        lines.append(Line([*map(written, row)], at, link))
    return lines


def _names_a_session(column: Column) -> bool:
    name = column.name.lower()
    return (name in ("id", "session") and column.type in ("UUID", "VARCHAR")) or (
        name == "session" and column.type in ("BIGINT", "INTEGER", "HUGEINT")
    )


def _ids(services: Services, numbers: set[int]) -> dict[int, UUID]:
    """Return the ids of sessions by their number in the statistics."""
    within = [number for number in numbers if abs(number) < 2**63]
    if not within:
        return {}
    query = "SELECT session, id FROM sessions WHERE session IN (SELECT unnest($1::BIGINT[]))"
    cursor = services.projector.warehouse.cursor()
    return dict(cursor.execute(query, [within]).fetchall())


def _uuid(value: object) -> UUID | None:
    try:
        return UUID(str(value))
    except ValueError:
        return None


def written(value: Any) -> str | None:
    """Write a cell; ``None`` is NULL.

    >>> written(0.1 + 0.2), written(True), written(1234), written("x")
    ('0.3', 'true', '1234', 'x')
    """
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
