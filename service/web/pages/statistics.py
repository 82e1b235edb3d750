"""Statistics of one game: what counts, what was found, and the moments behind each number."""

from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from analytics import stats
from analytics.figures import aligned
from analytics.filters import Basis, Filters, LeftOut, PlayedBy, ask, basis, choices
from analytics.findings import Cell, Finding, Unit
from analytics.phrases import hours_of, percent
from analytics.warehouse import Cursor
from service import seeds
from service.web.boards import SHOWN
from service.web.catalogue import Moment, entries
from service.web.context import services
from service.web.counted import counted
from service.web.filtering import SIDE, Bar, read
from service.web.pages.rules import named
from service.web.results import reports
from service.web.safety import allow_inline_styles

page = Blueprint("statistics", __name__, url_prefix="/statistics")

FEW = 12  # sessions that a first range needs
LISTED = 5  # sessions to read where there are too few to count
AT_ONCE = 60  # moments on one page


@page.get("")
def index() -> ResponseReturnValue:
    """Go to the first game's statistics."""
    return redirect(url_for("statistics.show", game=next(iter(SHOWN.values())).command_name))


@page.get("/<game>")
def show(game: str) -> ResponseReturnValue:
    """Show the filter bar and a card for each finding."""
    about = named(game)
    cursor, behind = counted(services())
    offered = choices(cursor, about.name)
    by: PlayedBy = "people" if offered.by_people else "all"
    filters = read(about, request.args, by)
    bar = Bar(about, filters, by, request.args.get("by") == SIDE)
    halves = [bar.of("people"), bar.of("bots")] if bar.side else [bar]
    names = ("People", "Bots") if bar.side else ("",)
    each = [_halves(cursor, *half) for half in zip(halves, names, strict=True)]
    allow_inline_styles()
    return render_template(
        "statistics.html",
        here="statistics",
        game=about,
        games=SHOWN.values(),
        bar=bar,
        basis=basis(cursor, filters) if not bar.side else _both(cursor, filters, halves),
        behind=behind,
        choices=offered,
        cards=[_comparable(card) for card in zip(*each, strict=True)],
        book=seeds.rulebook(about),
        own=reports(services(), about.name),
        few=FEW,
        encode=lambda figure: msgspec.json.encode(figure).decode(),
        numbers=numbers,
        written=written,
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
        pages=-(-len(steps) // AT_ONCE),
        key=row_key,
        entries=entries(
            services(), dict(islice(steps.items(), (at - 1) * AT_ONCE, at * AT_ONCE)), noun
        ),
    )


class Half(NamedTuple):
    """A finding on a card: alone, or that of people above that of bots."""

    finding: Finding
    bar: Bar
    read: list[Moment]
    of: str


def _halves(cursor: Cursor, bar: Bar, of: str) -> list[Half]:
    found = stats.findings(cursor, bar.filters)
    read = _newest(cursor, bar.filters) if any(each.too_few for each in found) else []
    return [Half(each, bar, read, of) for each in found]


def _comparable(card: tuple[Half, ...]) -> list[Half]:
    """Give figures that stand on one card the same scale."""
    figures = [half.finding.figure for half in card if half.finding.figure]
    if len(figures) < 2:
        return [*card]
    same = zip(card, aligned(figures), strict=True)
    return [half._replace(finding=replace(half.finding, figure=figure)) for half, figure in same]


def _both(cursor: Cursor, filters: Filters, halves: list[Bar]) -> Basis:
    """Count what either side rests on; tables with people and bots are on neither."""
    rests_on = basis(cursor, filters)
    counted = sum(basis(cursor, half.filters).counted for half in halves)
    if mixed := rests_on.counted - counted:
        left = LeftOut("with both at a table", "played_by", mixed)
        return replace(rests_on, counted=counted, left_out=[left, *rests_on.left_out])
    return rests_on


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
