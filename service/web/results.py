"""A query's result as a page shows it: cells, links into replays, a picture."""

from collections.abc import Sequence
from time import monotonic
from typing import Any, NamedTuple

import msgspec
from flask import url_for

from analytics.filters import Filters
from analytics.sandbox import Column
from analytics.sandbox.picture import NoPicture
from service.asking import Asked
from service.own_reports import Own, answer, own_reports
from service.queries import Plot, Saved
from service.results import Opened, behind, drawn
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


class OwnCard(NamedTuple):
    """A saved query on a statistics page; without a result, ``said`` tells why.

    :ivar counted: how many sessions the filters let in; ``None`` where they do not reach it.
    :ivar title: what it found, in a few words.
    """

    saved: Saved
    counted: int | None
    title: str
    filtered: bool
    shown: Shown | None
    said: str


def shown(services: Services, asked: Asked, plot: Plot) -> Shown:
    """Prepare a result for a page."""
    result = asked.result
    rows = result.cells
    at, opens = behind(services, result.columns, rows)
    figure = undrawn = ""
    try:
        if made := drawn(plot, [column.name for column in result.columns], rows, opens):
            figure = msgspec.json.encode(made).decode()
    except NoPicture as error:
        undrawn = str(error)
    return Shown(
        result.columns,
        [column.type.startswith(NUMBERS) or "INT" in column.type for column in result.columns],
        [_line(at, *pair) for pair in zip(rows, opens, strict=True)],
        f"{counted(asked)} in {result.seconds:.2f} s, {asked.as_of}",
        figure,
        undrawn,
    )


def counted(asked: Asked) -> str:
    """Say how many rows there are, and whether there would be more."""
    rows = words.count(asked.result.rows, "row")
    return f"the first {rows}" if asked.result.cut else rows


def cards(services: Services, game: str, filters: Filters) -> list[OwnCard]:
    """Answer the queries that were saved as reports of a game, as far as that takes not too long.

    A file of queries that is damaged shows none; the SQL page says what is wrong with it.
    """
    until = monotonic() + ALL
    return [
        _card(services, answer(services, saved, filters, patient=monotonic() < until))
        for saved in own_reports(services, game)
    ]


def said(own: Own) -> str:
    """Say why a saved query has no answer."""
    if own.kind:
        return f"{LIMITS[own.kind]}: {own.said}."
    return "Not counted yet: open it to run it." if own.finding is None else ""


def _card(services: Services, own: Own) -> OwnCard:
    result = shown(services, own.asked, own.saved.plot) if own.asked else None
    found, rows = own.finding, words.count(len(result.lines), "row") if result else ""
    known = found.counted if found and own.filtered else None
    title = found.title if found and found.title != own.saved.name else rows
    return OwnCard(own.saved, known, title, own.filtered, result, said(own))


def _line(at: int | None, row: Sequence[Any], opens: Opened | None) -> Line:
    link = url_for("replay.show", session_id=opens.session, step=opens.step) if opens else ""
    return Line([*map(written, row)], at, link)


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
