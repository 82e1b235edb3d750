"""The catalogue asked: findings for a page, a report as plain data, the moments behind a row."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from typing import Any, NamedTuple

import msgspec

from analytics.filters import Filters, ask, basis
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


def findings(cursor: Cursor, filters: Filters, ids: Collection[str] | None = None) -> list[Finding]:
    """Answer every report of the game, or those named, in the order of the catalogue.

    :raises KeyError: a named report is none of this game's.
    """
    with _one_moment(cursor) as own:
        return [_answer(own, filters, report) for report in _chosen(filters.game, ids)]


def moments(
    cursor: Cursor, report_id: str, filters: Filters, row_key: str, limit: int | None = None
) -> list[Moment]:
    """List everything that a row or mark counts, newest session first.

    :param limit: list no more than so many.
    :raises KeyError: there is no such report or row.
    """
    (report,) = _chosen(filters.game, [report_id])
    parameters = _parameters(report, row_key)
    end = "" if limit is None else f"\nLIMIT {limit:d}"
    return [Moment(*row) for row in ask(cursor, filters, report.moments.query + end, parameters)]


def label(game: str, report_id: str, row_key: str) -> tuple[str, str]:
    """Return what a row counts, as a heading, and its noun where a step can have several.

    :raises KeyError: there is no such report or row.
    """
    (report,) = _chosen(game, [report_id])
    return report.moments.label(_parameters(report, row_key)), report.moments.noun


def _parameters(report: Report, row_key: str) -> dict[str, Any]:
    try:
        return report.moments.parse(row_key)
    except ValueError as error:
        raise KeyError(f"report {report.id!r} has no row {row_key!r}") from error


def report(cursor: Cursor, filters: Filters, ids: Collection[str] | None = None) -> dict[str, Any]:
    """Return findings and what they rest on as plain data, for ``mothlog stats GAME --json``.

    ``game`` and ``filters`` as asked; ``basis`` with ``counted``, ``of`` and ``left_out`` (each
    ``reason``, ``key``, ``count``); ``reports``, each with the fields in :data:`PLAIN`. Shares are
    from 0 to 1.

    :raises KeyError: a named report is none of this game's.
    """
    with _one_moment(cursor) as own:
        rests_on = basis(own, filters)
        found = [_answer(own, filters, each) for each in _chosen(filters.game, ids)]
    return {
        "game": filters.game,
        "filters": msgspec.json.decode(msgspec.json.encode(filters)),
        "basis": {
            "counted": rests_on.counted,
            "of": rests_on.of,
            "left_out": [
                {"reason": left.reason, "key": left.key, "count": left.sessions}
                for left in rests_on.left_out
            ],
        },
        "reports": [{name: getattr(each, name) for name in PLAIN} for each in found],
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
    numbers = {name: ask(cursor, filters, query) for name, query in report.queries.items()}
    answer = report.summarise(numbers)
    return Finding(
        id=report.id,
        question=report.question,
        definition=str(report.definition),
        **{field.name: getattr(answer, field.name) for field in fields(Answer)},
    )


@contextmanager
def _one_moment(cursor: Cursor) -> Iterator[Cursor]:
    """Lend a cursor whose queries see the same committed rows, whatever is projected meanwhile."""
    own = cursor.cursor()
    try:
        own.begin()
        yield own
    finally:
        own.close()
