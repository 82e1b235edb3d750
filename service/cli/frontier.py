"""A frontier on a screen, as data, and as a figure in a file."""

import json
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from rich import box
from rich.table import Table

from analytics.findings import Finding
from analytics.phrases import count, number, percent
from analytics.tuning import MOST_AGAIN, Aim, Found, Point, Seen, Tuning, figure
from domain.errors import Invalid
from domain.games import GAMES
from service.cli.answers import printer
from service.plotting import drawn, inked
from service.tuning import Pace

FORMS = (".svg", ".png", ".html")

PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title><style>{style}</style></head>
<body><h1>{title}</h1><p>{under}</p><div id="figure"></div>
<script>{script}</script>
<script>Plotly.newPlot("figure", {data}, {layout}, {{responsive: true}})</script>
</body>
</html>
"""
STYLE = "body {{ font-family: {sans}; color: {text}; background: {surface}; margin: 2rem }}"


def as_data(found: Found, pace: Pace | None) -> dict[str, Any]:
    """Return a search and its frontier as JSON-able data."""
    tuning = found.tuning
    return {
        "game": tuning.game,
        "edition": found.edition,
        "options": tuning.options,
        "across": tuning.across or None,
        "seats": tuning.seats,
        "bots": tuning.bots,
        "seed": tuning.seed,
        "vary": {each.name: {"now": each.now, "values": each.values} for each in tuning.vary},
        "aims": {aim.key: aim.want for aim in tuning.aims},
        "seconds": msgspec.to_builtins(pace),
        "tried": found.tried,
        "left_out": found.left_out,
        "whole": found.whole,
        "complete": found.complete,
        "games": tuning.games,
        "confirm": tuning.confirm,
        "current": _point(found.current),
        "frontier": [_point(point) for point in found.frontier],
    }


def _point(point: Point) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(point)
    plain.pop("values")
    return plain


def print_found(found: Found, pace: Pace | None) -> None:
    """Print what was searched, and the frontier as a table."""
    console, tuning = printer(), found.tuning
    game = GAMES[tuning.game]
    every = "all of them" if found.whole else f"of {tuning.combinations:,}"
    bots = ", ".join(dict.fromkeys(tuning.bots))
    head = f"{found.edition} ({game.title}): {count(found.tried, 'candidate')}, {every}"
    console.print(f"{head}; {count(tuning.seats, 'seat')}, {bots}", style="bold")
    table = Table("", "What differs", box=box.SIMPLE_HEAD)
    for aim in tuning.aims:
        table.add_column(f"{aim.title(game)} ({aim})")
    table.add_column("fresh deals")
    on_it = {point.number for point in found.frontier}
    shown = [*([] if 0 in on_it else [found.current]), *found.frontier]
    for point in shown:
        changes = ", ".join(f"{name} {value}" for name, value in point.changes.items())
        cells = [_cell(aim, point, nth) for nth, aim in enumerate(tuning.aims)]
        table.add_row(str(point.number), changes or "as it is", *cells, _stands(point, on_it))
    console.print(table)
    for line in _notes(found, pace):
        console.print(line, style="dim")


def _cell(aim: Aim, point: Point, nth: int) -> str:
    said = " / ".join(_sides(aim, point.seen[nth]))
    verdict = point.against.get(aim.key) if point.number else None
    return f"{said}, {verdict}" if verdict else said


def _sides(aim: Aim, seen: Seen) -> list[str]:
    written = percent if aim.known.kind == "share" else number
    told = []
    for value, ends in zip(seen.values, seen.ranges, strict=True):
        range_ = f" ({written(ends[0])} to {written(ends[1])})" if ends else ""
        told.append(f"{written(value)}{range_}")
    return told


def _stands(point: Point, on_it: set[int]) -> str:
    if point.stands is None:
        return "not played"
    if point.number not in on_it:
        return "bettered by none" if point.stands else "bettered"
    return "still on it" if point.stands else "bettered"


def _notes(found: Found, pace: Pace | None) -> list[str]:
    tuning = found.tuning
    each = f" with each {tuning.across}" if tuning.across else ""
    again = f"; the frontier {tuning.confirm} more on fresh deals" if found.current.again else ""
    lines = [f"{count(tuning.games, 'game')} of each candidate{each}{again}; seed {tuning.seed}."]
    if tuning.across:
        lines.append(f"Numbers stand in the order of {tuning.across}; the worst one counts.")
    lines.append(
        "Ranges are 95%; nearer and farther are beside candidate 0, on the same deals; open: "
        "too few games to say."
        if found.current.again
        else "Ranges are 95%, and flatter: these deals were looked at to choose the candidates."
    )
    if found.left_out:
        lines.append(f"{count(found.left_out, 'candidate')} did not fit together.")
    if found.current.again and any(not point.again for point in found.frontier):
        lines.append(f"The {MOST_AGAIN} with the best ranks over all aims were played again.")
    return [*lines, f"Minutes: {pace}."] if pace else lines


def draw(found: Found | None, tuning: Tuning, file: Path) -> None:
    """Draw the first two aims into a file; without a frontier only see whether that can be.

    :raises Invalid: another kind of file, or one aim only.
    :raises Undrawn: there is no browser to draw it.
    """
    form = file.suffix.lower()
    if form not in FORMS:
        raise Invalid(f"{file.name}: expected a name that ends in {', '.join(FORMS)}")
    if len(tuning.aims) < 2:
        raise Invalid("one aim found, expected two or more: a figure has two axes")
    if found is None:
        return
    game, plot = GAMES[tuning.game], figure(found)
    title = f"{found.edition}: {' and '.join(map(str, tuning.aims[:2]))}"
    under = f"{game.title}, {count(found.tried, 'candidate')}, the frontier on fresh deals."
    if form == ".html":
        file.write_text(_page(plot, title, under), encoding="utf-8")
        return
    finding = Finding(
        id="tuning",
        question=under,
        definition="",
        title=title,
        summary="",
        columns=[],
        rows=[],
        figure=plot,
    )
    file.write_bytes(drawn(finding, "svg" if form == ".svg" else "png"))


def _page(plot: dict[str, Any], title: str, under: str) -> str:
    """Return a page that shows a figure without anything from elsewhere."""
    spec = find_spec("plotly")
    assert spec is not None
    assert spec.submodule_search_locations
    folder = Path(spec.submodule_search_locations[0])
    look = {"sans": "var(--sans)", "text": "var(--text)", "surface": "var(--surface)"}
    return PAGE.format(
        title=escape(title),
        under=escape(under),
        style=STYLE.format(**inked(look, "day")),
        script=(folder / "package_data" / "plotly.min.js").read_text("utf-8"),
        data=_script(inked(plot["data"], "day")),
        layout=_script(inked(plot["layout"], "day")),
    )


def _script(data: Any) -> str:
    return json.dumps(data).replace("<", "\\u003c")
