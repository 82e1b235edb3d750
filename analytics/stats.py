"""The catalogue asked: findings for a page, a report as plain data, the moments behind a row."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from analytics.answered import Answered
from analytics.filters import Basis, Filters, ask, basis, sql
from analytics.findings import Answer, Finding
from analytics.reports import for_game
from analytics.reports.report import Report
from analytics.warehouse import Cursor

PLAIN = (
    *("id", "question", "definition", "title", "summary", "columns", "rows", "row_keys"),
    *("too_few", "missing", "counted"),
)
"""A finding's fields in a plain report: all but the figure."""


class Moment(NamedTuple):
    """One thing that a number counts. ``seat`` tells apart those that share a step."""

    session: str
    step: int
    seat: int | None = None


class Listed(NamedTuple):
    """A stretch of what a row counts, newest session first.

    :ivar things: how many there are in all.
    :ivar steps: how many different steps they are in, :ivar sessions: how many sessions.
    :ivar moments: each step once, with the seats that it counts for; none where it has one alone.
    """

    things: int
    steps: int
    sessions: int
    moments: list[tuple[str, int, list[int | None]]]


def findings(
    cursor: Cursor,
    filters: Filters,
    ids: Collection[str] | None = None,
    answered: Answered | None = None,
) -> list[Finding]:
    """Answer every report of the game, or those named, in the order of the catalogue.

    :param answered: where to look first, and to keep what was found.
    :raises KeyError: a named report is none of this game's.
    """
    with _one_moment(cursor) as own:
        find = _Finder(own, filters, answered)
        return [find(report) for report in _chosen(filters.game, ids)]


def first_findings(
    cursor: Cursor, filters: Filters, until: float, answered: Answered
) -> list[Finding | None]:
    """Answer the reports of the game in their order until a time on the monotonic clock.

    The first is always answered, and so is one that is kept; ``None`` stands for what is left.
    """
    found: list[Finding | None] = []
    with _one_moment(cursor) as own:
        find = _Finder(own, filters, answered)
        for report in catalogue(filters.game):
            late = bool(found) and monotonic() >= until
            found.append(find.kept(report) if late else find(report))
    return found


class _Finder:
    """Answers reports in one transaction."""

    def __init__(self, cursor: Cursor, filters: Filters, answered: Answered | None) -> None:
        self._cursor, self._filters, self._answered = cursor, filters, answered
        ((reached,),) = cursor.execute("SELECT max(reached) FROM position").fetchall()
        self._at = reached or 0, msgspec.json.encode(filters, order="sorted")

    def kept(self, report: Report) -> Finding | None:
        return self._answered.get((*self._at, report.id)) if self._answered else None

    def __call__(self, report: Report) -> Finding:
        found = self.kept(report)
        if found is None:
            found = _answer(self._cursor, self._filters, report)
            if self._answered:
                self._answered.keep((*self._at, report.id), found)
        return found


def moments(
    cursor: Cursor, report_id: str, filters: Filters, row_key: str, limit: int | None = None
) -> list[Moment]:
    """List everything that a row or mark counts, newest session first.

    :param limit: list no more than so many.
    :raises KeyError: there is no such report or row.
    """
    report = named(filters.game, report_id)
    parameters = _parameters(report, row_key)
    end = "" if limit is None else f"\nLIMIT {limit:d}"
    return [Moment(*row) for row in ask(cursor, filters, report.moments.query + end, parameters)]


def listed(
    cursor: Cursor, report_id: str, filters: Filters, row_key: str, skip: int, most: int
) -> Listed:
    """List a stretch of what a row counts, each step once, and count all of it.

    :param skip: how many steps come before the stretch.
    :param most: how many steps it has at most.
    :raises KeyError: there is no such report or row.
    """
    report = named(filters.game, report_id)
    whole = sql(filters, report.moments.query, _parameters(report, row_key))
    with _one_moment(cursor) as own:
        width = len(own.execute(f"SELECT * FROM ({whole}\n) LIMIT 0").description)
        names = "session, step, seat" if width > 2 else "session, step"
        seat = "seat" if width > 2 else "NULL::INTEGER"
        met = (
            f"WITH met AS (SELECT row_number() OVER () AS nth, m.session, m.step, {seat} AS seat "
            f"FROM ({whole}\n) m({names})), steps AS (SELECT session, step, min(nth) AS nth, "
            "list(seat ORDER BY nth) AS seats FROM met GROUP BY ALL)\n"
        )
        ((steps, sessions, things),) = own.execute(
            f"{met}SELECT count(*), count(DISTINCT session), "
            "coalesce(sum(len(seats)), 0)::BIGINT FROM steps"
        ).fetchall()
        rows = own.execute(
            f"{met}SELECT session, step, seats FROM steps ORDER BY nth "
            f"LIMIT {most:d} OFFSET {skip:d}"
        ).fetchall()
    return Listed(things, steps, sessions, [tuple(row) for row in rows])


def catalogue(game: str) -> Sequence[Report]:
    """List the reports that can be asked about a game, in the order of a page."""
    return for_game(game)


def named(game: str, report_id: str) -> Report:
    """Return a game's report.

    :raises KeyError: there is none of that id.
    """
    (report,) = _chosen(game, [report_id])
    return report


def label(game: str, report_id: str, row_key: str) -> tuple[str, str]:
    """Return what a row counts, as a heading, and its noun where a step can have several.

    :raises KeyError: there is no such report or row.
    """
    report = named(game, report_id)
    return report.moments.label(_parameters(report, row_key)), report.moments.noun


def _parameters(report: Report, row_key: str) -> dict[str, Any]:
    try:
        return report.moments.parse(row_key)
    except ValueError as error:
        raise KeyError(f"report {report.id!r} has no row {row_key!r}") from error


def report(
    cursor: Cursor,
    filters: Filters,
    ids: Collection[str] | None = None,
    answered: Answered | None = None,
) -> dict[str, Any]:
    """Return findings and what they rest on as plain data, for ``mothlog stats GAME --json``.

    ``game`` and ``filters`` as asked; ``basis`` as :func:`told` has it; ``reports``, each with the
    fields in :data:`PLAIN`. Shares are from 0 to 1.

    :raises KeyError: a named report is none of this game's.
    """
    with _one_moment(cursor) as own:
        rests_on = basis(own, filters)
        find = _Finder(own, filters, answered)
        found = [find(each) for each in _chosen(filters.game, ids)]
    return {
        "game": filters.game,
        "filters": msgspec.json.decode(msgspec.json.encode(filters)),
        "basis": told(rests_on),
        "reports": [{name: getattr(each, name) for name in PLAIN} for each in found],
    }


def told(rests_on: Basis) -> dict[str, Any]:
    """Return what numbers rest on as plain data: ``counted``, ``of``, ``left_out``, ``let_in``.

    Each of the last two has ``reason``, ``key`` and ``count``.
    """
    parts = {"left_out": rests_on.left_out, "let_in": rests_on.let_in}
    return {
        "counted": rests_on.counted,
        "of": rests_on.of,
        **{
            name: [{"reason": each.reason, "key": each.key, "count": each.sessions} for each in of]
            for name, of in parts.items()
        },
    }


def _chosen(game: str, ids: Collection[str] | None) -> Sequence[Report]:
    reports = for_game(game)
    if ids is None:
        return reports
    if unknown := set(ids) - {report.id for report in reports}:
        expected = ", ".join(report.id for report in reports)
        raise KeyError(f"no report {sorted(unknown)[0]!r} about {game}, expected one of {expected}")
    return [report for report in reports if report.id in ids]


def _answer(cursor: Cursor, filters: Filters, report: Report) -> Finding:
    numbers = {
        name: [*map(_steady, ask(cursor, filters, query))] for name, query in report.queries.items()
    }
    answer = report.summarise(numbers)
    return Finding(
        id=report.id,
        question=report.question,
        definition=str(report.definition),
        **{field.name: getattr(answer, field.name) for field in fields(Answer)},
    )


def _steady(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Drop what depends on the order in which threads add fractions: their last digits.

    >>> _steady((0.1 + 0.2, 3, "x"))
    (0.3, 3, 'x')
    """
    return tuple(float(f"{cell:.12g}") if isinstance(cell, float) else cell for cell in row)


@contextmanager
def _one_moment(cursor: Cursor) -> Iterator[Cursor]:
    """Lend a cursor whose queries see the same committed rows, whatever is projected meanwhile."""
    own = cursor.cursor()
    try:
        own.begin()
        yield own
    finally:
        own.close()
