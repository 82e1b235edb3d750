"""Pairs: two shares of the same thing on one row, filled and open, with a line between them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from analytics.figures.house import EDGE, ROW, SURFACE, TEXT, at_end, figure, rows_of
from analytics.findings import Figure


class Pair(NamedTuple):
    """A row: the share of one group and of the other, from 0 to 1."""

    label: str
    one: float
    other: float
    end: str  # what stands at the right: "62% : 31%"
    below: str  # and below it
    key: str


def pairs(rows: Sequence[Pair], names: tuple[str, str]) -> Figure:
    """Draw one row a pair, the first on top; ``names`` are of the filled and the open marks."""
    longest = max(len(text) for row in rows for text in (row.end, row.below))
    top = max(0.05, *(share for row in rows for share in (row.one, row.other)))
    layout = {
        "height": ROW * len(rows) + 90,
        "margin": {"l": 8, "r": 7 * longest + 16, "t": 34, "b": 36},
        "xaxis": {
            "tickformat": ".0%",
            "range": [-0.08 * top, 1.15 * top],
            "nticks": 2,
            "tickangle": 0,
        },
        "yaxis": rows_of([row.label for row in rows]),
        "shapes": [_between(nth, row) for nth, row in enumerate(rows)],
        "annotations": [
            at_end(nth, f"<b>{row.end}</b><br>{row.below}") for nth, row in enumerate(rows)
        ],
        "showlegend": True,
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
    }
    marks = [
        _marks(names[0], [row.one for row in rows], rows, solid=True),
        _marks(names[1], [row.other for row in rows], rows, solid=False),
    ]
    return figure(marks, layout)


def _between(nth: int, row: Pair) -> dict[str, Any]:
    ends = {"x0": row.one, "x1": row.other, "y0": nth, "y1": nth}
    line = {"color": EDGE, "width": 2}
    return {"type": "line", "layer": "below", "line": line} | ends


def _marks(name: str, shares: list[float], rows: Sequence[Pair], *, solid: bool) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "cliponaxis": False,
        "name": name,
        "x": shares,
        "y": list(range(len(rows))),
        "customdata": [row.key for row in rows],
        "text": [row.label for row in rows],
        "marker": {
            "symbol": "circle" if solid else "diamond",
            "size": 13,
            "color": TEXT if solid else SURFACE,
            "line": {"width": 2, "color": TEXT},
        },
        "hovertemplate": f"%{{text}}, {name}: %{{x:.0%}}<extra></extra>",
    }
