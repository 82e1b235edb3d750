"""The house's look: what every figure has in common, and what several share."""

from collections.abc import Sequence
from typing import Any

from analytics.findings import Figure

TEXT, TEXT_2 = "var(--text)", "var(--text-2)"
SURFACE, LINE, LINE_2, EDGE = "var(--surface)", "var(--line)", "var(--line-2)", "var(--edge)"
CLEAR = "rgba(0,0,0,0)"
SMALL = 12  # pixels; nothing on a page is smaller

MARKERS = ("circle", "square", "diamond", "hexagon")
"""The shapes of seats A to D; seats E to H repeat them, open."""

ROW = 46  # pixels of a row of dots or bars


def marker(nth: int) -> str:
    """Return the marker of the seat or turn with that number, from 0."""
    return MARKERS[nth % len(MARKERS)] + ("" if nth < len(MARKERS) else "-open")


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
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "font": {"family": "var(--sans)", "size": 13, "color": TEXT_2},
        "hoverlabel": {"bgcolor": "var(--raised)", "bordercolor": EDGE, "font": {"color": TEXT}},
        "hovermode": "closest",
        "dragmode": False,
        "showlegend": False,
    }
    axes = {name for name in layout if name.startswith(("xaxis", "yaxis"))} | {"xaxis", "yaxis"}
    dressed = {name: axis | layout.get(name, {}) for name in sorted(axes)}
    return {"data": data, "layout": house | layout | dressed}


def aligned(figures: Sequence[Figure]) -> list[Figure]:
    """Return figures of the same kind with one range of x, so that they can be compared."""
    spans = [_span(each) for each in figures]
    along = [min(low for low, _ in spans), max(high for _, high in spans)]
    return [
        each | {"layout": each["layout"] | {"xaxis": each["layout"]["xaxis"] | {"range": along}}}
        for each in figures
    ]


def _span(figure: Figure) -> tuple[float, float]:
    """Return from where to where a figure's x goes."""
    axis = figure["layout"]["xaxis"]
    if "range" in axis:
        return axis["range"][0], axis["range"][1]
    ends = [
        x + (trace["error_x"]["array"][0] if "error_x" in trace else 0.6)
        for trace in figure["data"]
        for x in trace["x"]
    ]
    if axis.get("rangemode") == "tozero":
        starts = [
            x - trace["error_x"]["arrayminus"][0]
            for trace in figure["data"]
            if "error_x" in trace
            for x in trace["x"]
        ]
        return min([0, *(1.05 * start for start in starts)]), 1.05 * max(ends)
    return min(ends) - 1.2, max(ends)


def axis_title(text: str) -> dict[str, Any]:
    return {"text": text, "font": {"size": 13, "color": TEXT_2}}


def rows_of(labels: Sequence[str], gap: int = 8) -> dict[str, Any]:
    """Return an axis with one row a label, the first on top, so many pixels from the plot."""
    return {
        "tickmode": "array",
        "tickvals": list(range(len(labels))),
        "ticktext": list(labels),
        "range": [len(labels) - 0.5, -0.5],
        "showgrid": False,
        "ticks": "outside",
        "ticklen": gap,
        "tickcolor": CLEAR,
        "showline": False,
        "tickfont": {"size": 13, "color": TEXT},
    }


OUTLINES = {
    "circle": "",
    "square": "M-22,-6H-10V6H-22Z",
    "diamond": "M-16,-8L-8,0L-16,8L-24,0Z",
    "hexagon": "M-16,-7L-10,-3.5V3.5L-16,7L-22,3.5V-3.5Z",
}
"""The shapes of seats as paths in pixels, 16 left of the plot's edge."""


def glyph(nth: int, symbol: str) -> dict[str, Any]:
    """Return a seat's shape that stands between a row's label and the plot."""
    where = {"xref": "paper", "xsizemode": "pixel", "xanchor": 0}
    where |= {"yref": "y", "ysizemode": "pixel", "yanchor": nth}
    look: dict[str, Any] = {"line": {"color": TEXT, "width": 1.5}, "fillcolor": CLEAR}
    path = OUTLINES[symbol.removesuffix("-open")]
    if not path:
        return where | look | {"type": "circle", "x0": -22, "x1": -10, "y0": -6, "y1": 6}
    return where | look | {"type": "path", "path": path}


def at_end(nth: int, text: str) -> dict[str, Any]:
    place = {"xref": "paper", "x": 1, "xanchor": "left", "xshift": 10, "y": nth}
    look = {"align": "left", "showarrow": False, "font": {"size": 13, "color": TEXT}}
    return place | look | {"text": text}
