"""Dot and whisker: a value, its range, the counts at the row's end."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from analytics.figures.house import (
    EDGE,
    ROW,
    SMALL,
    SURFACE,
    TEXT,
    TEXT_2,
    at_end,
    figure,
    glyph,
    rows_of,
)
from analytics.findings import Figure
from analytics.intervals import Range


class Dot(NamedTuple):
    """A value with its range: a row of a dot-and-whisker figure."""

    label: str
    value: float
    range: Range
    end: str  # what stands at the right: "16 of 41"
    spread: str  # and below it, the range: "26 to 54%"
    key: str
    symbol: str = "circle"
    even: float | None = None  # where a dotted line says what would be even


def whiskers(dots: Sequence[Dot], *, percent: bool, even: str = "", glyphs: bool = False) -> Figure:
    """Draw one row a dot, the first on top: dot, whisker, counts at the row's end.

    :param even: what the dotted line says, where the dots have one.
    :param glyphs: draw each dot's symbol beside its label too.
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
            "hovertemplate": f"{dot.label}: {dot.end}"
            + (f", {dot.spread}<extra></extra>" if dot.spread else "<extra></extra>"),
        }
        for nth, dot in enumerate(dots)
    ]
    form = {"tickformat": ".0%", "rangemode": "tozero"} if percent else {"rangemode": "tozero"}
    notes = [at_end(nth, f"<b>{dot.end}</b><br>{dot.spread}") for nth, dot in enumerate(dots)]
    if even and dots[0].even is not None:
        notes.append(note(dots[0].even, -0.5, even))
    layout = {
        "height": ROW * len(dots) + 80,
        "margin": {"l": 8, "r": 100, "t": 30 if even else 12, "b": 36},
        "xaxis": form,
        "yaxis": rows_of([dot.label for dot in dots], 28 if glyphs else 8),
        "shapes": [
            *(_even_line(nth, dot.even) for nth, dot in enumerate(dots) if dot.even),
            *(glyph(nth, dot.symbol) for nth, dot in enumerate(dots) if glyphs),
        ],
        "annotations": notes,
    }
    return figure(traces, layout)


def _even_line(nth: int, at: float) -> dict[str, Any]:
    line = {"color": EDGE, "width": 2, "dash": "dot"}
    return {"type": "line", "x0": at, "x1": at, "y0": nth - 0.5, "y1": nth + 0.5, "line": line}


def note(x: float, y: float, text: str) -> dict[str, Any]:
    place = {"x": x, "y": y, "yanchor": "bottom"}
    return place | {"text": text, "showarrow": False, "font": {"size": SMALL, "color": TEXT_2}}
