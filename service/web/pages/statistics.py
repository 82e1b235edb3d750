"""Statistics of one game: what counts, what was found, and the moments behind each number."""

from math import inf
from time import monotonic

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from analytics import stats
from analytics.filters import sql
from service.own_reports import definition, find, is_own, moment
from service.web.boards import SHOWN
from service.web.catalogue import entries
from service.web.context import services
from service.web.reporting import (
    Asked,
    cards_of,
    comparable,
    halves,
    known_report,
    own_half,
    read_address,
)
from service.web.results import cards, said
from service.web.safety import allow_inline_styles

page = Blueprint("statistics", __name__, url_prefix="/statistics")

SOON = 1.0  # seconds; what takes longer to count, a page counts when it is scrolled to
AT_ONCE = 60  # moments on one page


@page.get("")
def index() -> ResponseReturnValue:
    """Go to the first game's statistics."""
    return redirect(url_for("statistics.show", game=next(iter(SHOWN.values())).command_name))


@page.get("/<game>")
def show(game: str) -> ResponseReturnValue:
    """Show the filter bar and a card for each finding, as many as are counted in good time."""
    asked = read_address(game)
    every = bool(request.args.get("all"))
    found = cards_of(asked, inf if every else monotonic() + SOON)
    allow_inline_styles()
    return render_template(
        "statistics.html",
        **asked.context,
        games=SHOWN.values(),
        cards=[*zip(found, stats.catalogue(asked.game.name), strict=True)],
        left=sum(card is None for card in found),
        own=cards(services(), asked.game.name, asked.filters),
    )


@page.get("/<game>/card/<report>")
def card(game: str, report: str) -> ResponseReturnValue:
    """Show one card, for a page that is scrolled to where it stands."""
    asked = read_address(game)
    known = known_report(asked, report)
    sides = [halves(asked, *side, [known.id])[0] for side in asked.sides]
    made = comparable(tuple(half for half in sides if half))
    return render_template("card.html", **asked.context, card=made)


@page.get("/<game>/reports")
def catalogue(game: str) -> ResponseReturnValue:
    """List the reports: what each asks, what it finds, of how many sessions."""
    asked = read_address(game, "catalogue")
    until = inf if request.args.get("all") else monotonic() + SOON
    found = stats.first_findings(asked.cursor, asked.filters, until, services().answered)
    return render_template(
        "reports.html",
        **asked.context,
        listed=[*zip(stats.catalogue(asked.game.name), found, strict=True)],
        left=sum(finding is None for finding in found),
        own=cards(services(), asked.game.name, asked.filters),
    )


@page.get("/<game>/report/<report>")
def report(game: str, report: str) -> ResponseReturnValue:
    """Show one report large: what it counts, its SQL, its numbers, the ways to take it along."""
    asked = read_address(game, "report", report=report)
    if is_own(report):
        return _own(asked, report)
    known = known_report(asked, report)
    (half,) = halves(asked, asked.bar, "", [known.id])
    assert half
    allow_inline_styles()
    return render_template(
        "report.html",
        **asked.context,
        c=half.finding,
        definition=known.definition,
        command=asked.bar.command(known.id),
        queries={name: sql(asked.filters, query) for name, query in known.queries.items()},
    )


@page.get("/<game>/<report>/<path:row_key>")
def moments(game: str, report: str, row_key: str) -> ResponseReturnValue:
    """List the sessions and steps that one number counts."""
    asked = read_address(game, "moments", report=report, row_key=row_key)
    if is_own(report):
        return _own_moment(asked, report, row_key)
    number = request.args.get("page", "1")
    at = max(int(number), 1) if number.isdecimal() and len(number) < 7 else 1
    try:
        finding = stats.findings(asked.cursor, asked.filters, [report], services().answered)[0]
        finding.row_keys.index(row_key)
        label, noun = stats.label(asked.game.name, report, row_key)
        skip = (at - 1) * AT_ONCE
        found = stats.listed(asked.cursor, report, asked.filters, row_key, skip, AT_ONCE)
    except (KeyError, IndexError, ValueError):
        abort(404, "No report of this game has such a row under these filters.")
    steps = {(session, step): seats for session, step, seats in found.moments}
    return render_template(
        "moments.html",
        **asked.context,
        finding=finding,
        row=label,
        things=found.things if noun else 0,
        noun=noun,
        total=found.steps,
        sessions=found.sessions,
        page=at,
        pages=-(-found.steps // AT_ONCE),
        key=row_key,
        entries=entries(services(), steps, noun),
    )


def _own(asked: Asked, report: str) -> ResponseReturnValue:
    """Show a saved query large, as a report of the house."""
    own, half = own_half(asked, report)
    allow_inline_styles()
    return render_template(
        "report.html",
        **asked.context,
        c=half.finding if half else None,
        own=own,
        refused=said(own),
        definition=definition(own.saved),
        command=asked.bar.command(own.saved.report),
        queries={"query": own.saved.sql},
    )


def _own_moment(asked: Asked, report: str, row_key: str) -> ResponseReturnValue:
    """Open the step that a row of a saved query names."""
    try:
        find(services(), asked.game.name, report)
        session_id, step = moment(row_key)
    except KeyError:
        abort(404, "No report of this game has such a row.")
    return redirect(url_for("replay.show", session_id=session_id, step=step))
