"""Reports over all sessions: the same numbers as on the pages and from ``mothlog stats``."""

from typing import Any, cast

import msgspec
from flask import request
from werkzeug.exceptions import NotFound

from analytics import stats
from analytics.export import as_csv, as_parquet
from analytics.filters import Filters, PlayedBy, basis, choices, sql
from analytics.findings import Finding
from analytics.sandbox import Limits
from analytics.warehouse import Cursor
from domain.errors import Invalid
from domain.problems import Problem
from service.api.catalogue import named
from service.api.counting import (
    Basis,
    Catalogue,
    Chosen,
    Counted,
    Form,
    MomentRow,
    Moments,
    MomentsOf,
    ReportAsked,
    ReportRow,
    ReportWhole,
)
from service.api.reading import Malformed
from service.api.routing import File, Reply, read
from service.own_reports import WHOLE, answer, find, is_own, moment, plain, plain_reports
from service.queries import Saved
from service.web.context import services
from service.web.counted import counted
from service.web.filtering import read as filters_from

FILES = {"text/csv": "csv", "application/vnd.apache.parquet": "parquet"}
"""What a report can be beside JSON, and what an address calls it."""

PAGE = Limits(rows=5_000)
"""What a saved query may answer as JSON."""


@read("/statistics/{game}", Catalogue, "Statistics", query=Counted)
def list_reports(game: str, query: Chosen) -> Reply:
    """List the reports of a game with what each finds.

    What counts is said in `basis`; `left_out` and `counted` add up to `of`. Saved queries come
    last.
    """
    asked, filters, cursor, behind = _asked(game)
    told = stats.report(cursor, filters, answered=services().answered)
    told["reports"] += plain_reports(services(), filters)
    known = ReportRow.__struct_fields__
    rows = tuple(
        ReportRow(**{name: value for name, value in report.items() if name in known})
        for report in told["reports"]
    )
    return Reply(
        Catalogue(
            game=asked, filters=told["filters"], basis=told["basis"], behind=behind, reports=rows
        )
    )


@read(
    "/statistics/{game}/{report}",
    ReportWhole,
    "Statistics",
    query=ReportAsked,
    refuses=(422,),
    files=(*FILES,),
)
def show_report(game: str, report: str, query: ReportAsked) -> Reply:
    """Answer one report.

    As CSV or Parquet where `format` or `Accept` ask for it: the table alone, shares from 0 to 1.
    """
    asked, filters, cursor, behind = _asked(game)
    form = query.format or _accepted()
    if is_own(report):
        return _own(asked, filters, cursor, behind, report, form)
    known = _known(asked, report)
    told = stats.report(cursor, filters, [known.id], services().answered)
    (found,) = told["reports"]
    if form != "json":
        (finding,) = stats.findings(cursor, filters, [known.id], services().answered)
        return _file(finding, form, f"{asked}-{known.id}")
    return Reply(
        ReportWhole(
            game=asked,
            filters=told["filters"],
            basis=told["basis"],
            behind=behind,
            sql={name: sql(filters, text) for name, text in known.queries.items()},
            **found,
        )
    )


@read("/statistics/{game}/{report}/moments", Moments, "Statistics", query=MomentsOf)
def list_moments(game: str, report: str, query: MomentsOf) -> Reply:
    """List the sessions and steps that a row counts, newest session first.

    `key` is one of the report's `row_keys`. A step comes once, with the seats it counts for.
    """
    asked, filters, cursor, _ = _asked(game)
    if is_own(report):
        return _own_moments(asked, report, query)
    known = _known(asked, report)
    try:
        label, noun = stats.label(asked, known.id, query.key)
        found = stats.listed(cursor, known.id, filters, query.key, query.after, query.limit)
    except KeyError as error:
        raise NotFound(str(error.args[0])) from None
    end = query.after + len(found.moments)
    return Reply(
        Moments(
            report=known.id,
            key=query.key,
            label=label,
            counts=noun or "session",
            things=found.things,
            steps=found.steps,
            sessions=found.sessions,
            moments=tuple(
                MomentRow(session=session, step=step, seats=[s for s in seats if s is not None])
                for session, step, seats in found.moments
            ),
            next=end if end < found.steps else None,
        )
    )


def _own(
    game: str, filters: Filters, cursor: Cursor, behind: int, report: str, form: Form
) -> Reply:
    """Answer a saved query; one that is refused is no answer (422)."""
    limits = PAGE if form == "json" else WHOLE
    own = answer(services(), _saved(game, report), filters, limits=limits)
    if own.finding is None:
        raise Invalid(f"the saved query {own.saved.name!r} has no answer: {own.said}")
    if form != "json":
        return _file(own.finding, form, f"{game}-{report}")
    return Reply(
        ReportWhole(
            game=game,
            filters=msgspec.json.decode(msgspec.json.encode(filters)),
            basis=msgspec.convert(stats.told(basis(cursor, filters)), Basis),
            behind=behind,
            sql={"query": own.saved.sql},
            **plain(own),
        )
    )


def _own_moments(game: str, report: str, query: MomentsOf) -> Reply:
    saved = _saved(game, report)
    try:
        session_id, step = moment(query.key)
    except KeyError as error:
        raise NotFound(str(error.args[0])) from None
    row = MomentRow(session=str(session_id), step=step, seats=[])
    return Reply(
        Moments(
            report=report,
            key=query.key,
            label=saved.name,
            counts="session",
            things=1,
            steps=1,
            sessions=1,
            moments=(row,) if query.after == 0 else (),
            next=None,
        )
    )


def _saved(game: str, report: str) -> Saved:
    try:
        return find(services(), game, report)
    except KeyError as error:
        raise NotFound(str(error.args[0])) from None


def _asked(game: str) -> tuple[str, Filters, Cursor, int]:
    about = named(game)
    cursor, behind = counted(services())
    by: PlayedBy = "people" if choices(cursor, about.name).by_people else "all"
    try:
        return about.name, filters_from(about, request.args, by), cursor, behind
    except Invalid as error:
        raise Malformed([Problem("", str(error), "filters as described")]) from None


def _known(game: str, report: str) -> Any:
    try:
        return stats.named(game, report)
    except KeyError as error:
        raise NotFound(str(error.args[0])) from None


def _accepted() -> Form:
    best = request.accept_mimetypes.best_match(["application/json", *FILES])
    return cast(Form, FILES.get(best or "", "json"))


def _file(finding: Finding, form: Form, name: str) -> Reply:
    kind = next(kind for kind, called in FILES.items() if called == form)
    made = as_csv(finding) if form == "csv" else as_parquet(finding)
    return Reply(None, file=File(made, kind, f"{name}.{form}".replace("_", "-")))
