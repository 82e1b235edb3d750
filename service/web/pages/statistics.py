"""Statistics of one game: what counts, what was found, and the moments behind each number."""

from itertools import islice

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from analytics import stats
from analytics.filters import Filters, PlayedBy, ask, basis, choices
from analytics.findings import Cell, Finding, Unit
from analytics.phrases import hours_of, percent
from analytics.warehouse import Cursor
from domain.games import GAMES
from service import seeds
from service.web.catalogue import Moment, entries
from service.web.context import services
from service.web.counted import counted
from service.web.filtering import Bar, read
from service.web.pages.rules import named
from service.web.safety import allow_inline_styles

page = Blueprint("statistics", __name__, url_prefix="/statistics")

FEW = 12  # sessions that a first range needs
LISTED = 5  # sessions to read where there are too few to count
SHOWN = 60  # moments on one page


@page.get("")
def index() -> ResponseReturnValue:
    """Go to the first game's statistics."""
    return redirect(url_for("statistics.show", game=next(iter(GAMES.values())).command_name))


@page.get("/<game>")
def show(game: str) -> ResponseReturnValue:
    """Show the filter bar and a card for each finding."""
    about = named(game)
    cursor, behind = counted(services())
    offered = choices(cursor, about.name)
    by: PlayedBy = "people" if offered.by_people else "all"
    filters = read(about, request.args, by)
    found = stats.findings(cursor, filters)
    allow_inline_styles()
    return render_template(
        "statistics.html",
        here="statistics",
        game=about,
        games=GAMES.values(),
        bar=Bar(about, filters, by),
        basis=basis(cursor, filters),
        behind=behind,
        choices=offered,
        findings=found,
        book=seeds.rulebook(about),
        few=FEW,
        encode=lambda figure: msgspec.json.encode(figure).decode(),
        numbers=numbers,
        written=written,
        few_sessions=_newest(cursor, filters) if any(each.too_few for each in found) else [],
    )


@page.get("/<game>/<report>/<path:row_key>")
def moments(game: str, report: str, row_key: str) -> ResponseReturnValue:
    """List the sessions and steps that one number counts."""
    found = named(game)
    cursor, _ = counted(services())
    by: PlayedBy = "people" if choices(cursor, found.name).by_people else "all"
    filters = read(found, request.args, by)
    try:
        listed = stats.moments(cursor, report, filters, row_key)
        finding = stats.findings(cursor, filters, [report])[0]
        finding.row_keys.index(row_key)
        label, noun = stats.label(found.name, report, row_key)
    except (KeyError, IndexError, ValueError):
        abort(404, "No report of this game has such a row under these filters.")
    steps: dict[tuple[str, int], list[int | None]] = {}
    for session, step, seat in listed:
        steps.setdefault((session, step), []).append(seat)
    number = request.args.get("page", "1")
    at = max(int(number), 1) if number.isdecimal() and len(number) < 7 else 1
    return render_template(
        "moments.html",
        here="statistics",
        game=found,
        bar=Bar(found, filters, by),
        finding=finding,
        row=label,
        things=len(listed) if noun else 0,
        noun=noun,
        total=len(steps),
        sessions=len({session for session, _ in steps}),
        page=at,
        pages=-(-len(steps) // SHOWN),
        key=row_key,
        entries=entries(
            services(), dict(islice(steps.items(), (at - 1) * SHOWN, at * SHOWN)), noun
        ),
    )


def numbers(finding: Finding) -> list[bool]:
    """Say of each column but the first, which names the row, whether it holds numbers."""
    columns = zip(*finding.rows, strict=True)
    held = [all(cell is None or not isinstance(cell, str) for cell in c) for c in columns]
    return [False, *held[1:]]


def written(cell: Cell, unit: Unit | None = None) -> str:
    """Write a cell of a table as the text beside it does."""
    if cell is None:
        return "–"
    if isinstance(cell, str):
        return cell
    if unit == "share":
        return percent(cell)
    if unit == "hours":
        return hours_of(cell)
    return f"{cell:,.2f}" if isinstance(cell, float) else f"{cell:,}"


def _newest(cursor: Cursor, filters: Filters) -> list[Moment]:
    """Tell the newest finished sessions, for where there are too few to count."""
    query = (
        "SELECT id::VARCHAR FROM counted WHERE status IN ('finished', 'closed') "
        f"ORDER BY session DESC LIMIT {LISTED}"
    )
    return entries(services(), {(id_, 0): [] for (id_,) in ask(cursor, filters, query)})
