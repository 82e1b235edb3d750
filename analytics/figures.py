"""Plotly figures as plain data, in the ink of whatever page shows them.

Colours are CSS variables (``var(--text)``) that the page's script replaces. Seats are told apart by
marker and dash, never by colour; there is no legend, no title and no frame. ``customdata`` holds
the row key of a mark.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

from analytics.findings import Figure
from analytics.intervals import Range

TEXT, TEXT_2, TEXT_3 = "var(--text)", "var(--text-2)", "var(--text-3)"
SURFACE, LINE, LINE_2, EDGE = "var(--surface)", "var(--line)", "var(--line-2)", "var(--edge)"
SMALL = 12  # pixels; nothing on a page is smaller

MARKERS = ("circle", "square", "diamond", "hexagon")
"""The shapes of seats A to D; seats E to H repeat them, open."""

DASHES = ("solid", "dash", "dot", "dashdot")
"""Lines in seat order."""

ROW = 46  # pixels of a row of dots or bars


def marker(nth: int) -> str:
    """Return the marker of the seat or turn with that number, from 0."""
    return MARKERS[nth % len(MARKERS)] + ("" if nth < len(MARKERS) else "-open")


def dash(nth: int) -> str:
    """Return the dash of the seat with that number, from 0."""
    return DASHES[nth % len(DASHES)]


class Dot(NamedTuple):
    """A value with its range: a row of a dot-and-whisker figure."""

    label: str
    value: float
    range: Range
    end: str  # what stands at the right: "16 of 41"
    key: str
    symbol: str = "circle"
    even: float | None = None  # where a dotted line says what would be even


def whiskers(dots: Sequence[Dot], *, percent: bool, even: str = "") -> Figure:
    """Draw one row a dot, the first on top: dot, whisker, counts at the row's end.

    :param even: what the dotted line says, where the dots have one.
    """
    traces = [
        {
            "type": "scatter",
            "mode": "markers",
            "x": [dot.value],
            "y": [nth],
            "customdata": [dot.key],
            "marker": {
                "symbol": dot.symbol,
                "size": 14,
                "color": TEXT,
                "line": {"width": 3, "color": SURFACE},
            },
            "error_x": {
                "type": "data",
                "symmetric": False,
                "array": [dot.range.high - dot.value],
                "arrayminus": [dot.value - dot.range.low],
                "color": TEXT,
                "thickness": 2.5,
                "width": 7,
            },
            "hovertemplate": f"{dot.label}: {dot.end}<extra></extra>",
        }
        for nth, dot in enumerate(dots)
    ]
    form = {"tickformat": ".0%", "rangemode": "tozero"} if percent else {"rangemode": "tozero"}
    notes = [_at_end(nth, dot.end) for nth, dot in enumerate(dots)]
    if even and dots[0].even is not None:
        notes.append(_note(dots[0].even, -0.5, even))
    layout = {
        "height": ROW * len(dots) + 80,
        "margin": {"l": 8, "r": 100, "t": 30 if even else 12, "b": 36},
        "xaxis": form,
        "yaxis": _rows([dot.label for dot in dots]),
        "shapes": [_even_line(nth, dot.even) for nth, dot in enumerate(dots) if dot.even],
        "annotations": notes,
    }
    return figure(traces, layout)


class Part(NamedTuple):
    """One kind of thing in every bar of a strip; ``fill`` is a look that needs no colour."""

    name: str
    values: Sequence[int]
    keys: Sequence[str]
    fill: str  # ink, outline, grey or hatch


FILLS: dict[str, dict[str, Any]] = {
    "ink": {"color": TEXT, "line": {"width": 0}},
    "outline": {"color": SURFACE, "line": {"width": 1.5, "color": EDGE}},
    "grey": {"color": LINE_2, "line": {"width": 0}},
    "hatch": {
        "color": TEXT_2,
        "line": {"width": 1.5, "color": TEXT_2},
        "pattern": {"shape": "/", "size": 6, "bgcolor": SURFACE, "fgcolor": TEXT_2},
    },
}
INK_ON = {"ink": "var(--bg)", "outline": TEXT, "grey": TEXT, "hatch": TEXT}


def strips(labels: Sequence[str], parts: Sequence[Part], ends: Sequence[str]) -> Figure:
    """Draw one stacked strip a label, the first on top, each as wide as the whole.

    The counts stand inside; ``ends`` at the right.
    """
    totals = [max(1, sum(column)) for column in zip(*(p.values for p in parts), strict=True)]
    traces = [
        {
            "type": "bar",
            "orientation": "h",
            "name": part.name,
            "x": [value / total for value, total in zip(part.values, totals, strict=True)],
            "y": list(range(len(labels))),
            "width": 0.7,
            "text": [str(value) if value else "" for value in part.values],
            "textposition": "inside",
            "insidetextanchor": "middle",
            "textangle": 0,
            "textfont": {"color": INK_ON[part.fill], "size": SMALL},
            "customdata": list(part.keys),
            "marker": FILLS[part.fill],
            "hovertemplate": f"%{{text}} {part.name}<extra></extra>",
        }
        for part in parts
    ]
    layout = {
        "height": ROW * len(labels) + 70,
        "margin": {"l": 8, "r": 72, "t": 34, "b": 10},
        "barmode": "stack",
        "xaxis": {"visible": False, "range": [0, 1]},
        "yaxis": _rows(labels),
        "annotations": [_at_end(nth, end) for nth, end in enumerate(ends)],
        # The one figure whose parts need names: their looks have no end to stand at.
        "showlegend": True,
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "traceorder": "normal"},
    }
    return figure(traces, layout)


def columns(
    x: Sequence[int], y: Sequence[int], keys: Sequence[str], x_title: str, y_title: str
) -> Figure:
    """Draw a count for each whole number, with the count on top."""
    trace = {
        "type": "bar",
        "x": list(x),
        "y": list(y),
        "width": 0.7,
        "text": [str(value) if value else "" for value in y],
        "textposition": "outside",
        "cliponaxis": False,
        "textfont": {"color": TEXT, "size": SMALL},
        "customdata": list(keys),
        "marker": FILLS["ink"],
        "hovertemplate": f"{x_title} %{{x}}: %{{y}}<extra></extra>",
    }
    layout = {
        "height": 280,
        "margin": {"l": 8, "r": 12, "t": 24, "b": 40},
        "xaxis": {"title": {"text": x_title}, "dtick": 1, "showgrid": False},
        "yaxis": {"title": {"text": y_title}, "rangemode": "tozero", "tickformat": ",d"},
    }
    return figure([trace], layout)


class Series(NamedTuple):
    """Counts for each row and whole number; ``solid`` ones are filled, others outlined."""

    name: str
    counts: dict[tuple[int, int], int]  # by (row, x)
    solid: bool


def multiples(
    labels: Sequence[str], series: Sequence[Series], ink: str, keys: dict[tuple[int, int], str]
) -> Figure:
    """Draw a small column chart a label, the first on top, over one shared axis of rounds.

    ``ink`` is the colour of what is counted; ``keys`` has the row key of each (row, x).
    """
    rows, traces = range(len(labels)), []
    high = 1.0 / len(labels)
    most = max(sum(s.counts.get(cell, 0) for s in series) for cell in keys)
    for each, row in product(series, rows):
        cells = [cell for cell in sorted(keys) if cell[0] == row and each.counts.get(cell)]
        traces.append(
            {
                "type": "bar",
                "name": each.name,
                "legendgroup": each.name,
                "showlegend": row == 0,
                "yaxis": f"y{row + 1}" if row else "y",
                "x": [x for _, x in cells],
                "y": [each.counts[cell] for cell in cells],
                "width": 0.7,
                "customdata": [keys[cell] for cell in cells],
                "marker": {
                    "color": ink if each.solid else SURFACE,
                    "line": {"width": 2, "color": ink},
                },
                "hovertemplate": f"{labels[row]}, round %{{x}}: %{{y}} {each.name}<extra></extra>",
            }
        )
    layout: dict[str, Any] = {
        "height": 64 * len(labels) + 90,
        "margin": {"l": 8, "r": 12, "t": 34, "b": 40},
        "barmode": "stack",
        "xaxis": {"title": {"text": "Round"}, "dtick": 1, "showgrid": False, "anchor": "free"},
        "showlegend": True,
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "traceorder": "normal"},
    }
    for row in rows:
        top = 1 - row * high
        layout[f"yaxis{row + 1}" if row else "yaxis"] = {
            "domain": [top - 0.9 * high, top],
            "range": [0, most],
            "title": {"text": labels[row], "font": {"color": TEXT}},
            "nticks": 3,
            "tickformat": ",d",
        }
    return figure(traces, layout)


def figure(data: list[dict[str, Any]], layout: dict[str, Any]) -> Figure:
    """Return a figure in the house's template; ``layout`` says what differs."""
    axis = {
        "gridcolor": LINE,
        "linecolor": LINE_2,
        "tickcolor": LINE_2,
        "zeroline": False,
        "automargin": True,
        "fixedrange": True,
        "tickfont": {"size": SMALL, "color": TEXT_2},
    }
    house: dict[str, Any] = {
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": "var(--sans)", "size": 13, "color": TEXT_2},
        "hoverlabel": {"bgcolor": "var(--raised)", "bordercolor": EDGE, "font": {"color": TEXT}},
        "hovermode": "closest",
        "dragmode": False,
        "showlegend": False,
    }
    axes = {name for name in layout if name.startswith(("xaxis", "yaxis"))} | {"xaxis", "yaxis"}
    dressed = {name: axis | layout.get(name, {}) for name in sorted(axes)}
    return {"data": data, "layout": house | layout | dressed}


def _rows(labels: Sequence[str]) -> dict[str, Any]:
    """Return an axis with one row a label, the first on top."""
    return {
        "tickmode": "array",
        "tickvals": list(range(len(labels))),
        "ticktext": list(labels),
        "range": [len(labels) - 0.5, -0.5],
        "showgrid": False,
        "ticks": "",
        "showline": False,
        "tickfont": {"size": 13, "color": TEXT},
    }


def _even_line(nth: int, at: float) -> dict[str, Any]:
    line = {"color": EDGE, "width": 2, "dash": "dot"}
    return {"type": "line", "x0": at, "x1": at, "y0": nth - 0.5, "y1": nth + 0.5, "line": line}


def _at_end(nth: int, text: str) -> dict[str, Any]:
    place = {"xref": "paper", "x": 1, "xanchor": "left", "xshift": 10, "y": nth}
    return place | {"text": text, "showarrow": False, "font": {"size": 13, "color": TEXT}}


def _note(x: float, y: float, text: str) -> dict[str, Any]:
    place = {"x": x, "y": y, "yanchor": "bottom"}
    return place | {"text": text, "showarrow": False, "font": {"size": SMALL, "color": TEXT_2}}
