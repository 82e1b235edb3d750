"""Statistics of one game: what counts, what was found, and the moments behind each number."""

from itertools import islice

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from analytics import stats
from analytics.filters import PlayedBy, basis, choices
from analytics.findings import Finding
from domain.games import GAMES
from service import seeds
from service.web.catalogue import entries
from service.web.context import services
from service.web.counted import counted
from service.web.filtering import Bar, read
from service.web.pages.rules import named
from service.web.safety import allow_inline_styles

page = Blueprint("statistics", __name__, url_prefix="/statistics")

FEW = 12  # sessions that a first range needs
SHOWN = 60  # moments on one page


@page.get("")
def index() -> ResponseReturnValue:
    """Go to the first game's statistics."""
    return redirect(url_for("statistics.show", game=next(iter(GAMES.values())).command_name))


@page.get("/<game>")
def show(game: str) -> ResponseReturnValue:
    """Show the filter bar and a card for each finding."""
    found = named(game)
    cursor, behind = counted(services())
    offered = choices(cursor, found.name)
    by: PlayedBy = "people" if offered.by_people else "all"
    filters = read(found, request.args, by)
    allow_inline_styles()
    return render_template(
        "statistics.html",
        here="statistics",
        game=found,
        games=GAMES.values(),
        bar=Bar(found, filters, by),
        basis=basis(cursor, filters),
        behind=behind,
        choices=offered,
        findings=stats.findings(cursor, filters),
        book=seeds.rulebook(found),
        few=FEW,
        encode=lambda figure: msgspec.json.encode(figure).decode(),
        numbers=numbers,
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
