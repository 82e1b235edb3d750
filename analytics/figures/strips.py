"""Stacked strips: what becomes of things, told apart by ink, outline, grey, hatch and dots."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from analytics.figures.house import (
    EDGE,
    LINE_2,
    ROW,
    SMALL,
    SURFACE,
    TEXT,
    TEXT_2,
    at_end,
    figure,
    rows_of,
)
from analytics.findings import Figure


class Part(NamedTuple):
    """One kind of thing in every bar of a strip; ``fill`` is a look that needs no colour."""

    name: str
    values: Sequence[int]
    keys: Sequence[str]
    fill: str  # ink, outline, grey, hatch or dots


FILLS: dict[str, dict[str, Any]] = {
    "ink": {"color": TEXT, "line": {"width": 0}},
    "outline": {"color": SURFACE, "line": {"width": 1.5, "color": EDGE}},
    "grey": {"color": LINE_2, "line": {"width": 0}},
    "hatch": {
        "color": TEXT_2,
        "line": {"width": 1.5, "color": TEXT_2},
        "pattern": {"shape": "/", "size": 7, "solidity": 0.2, "bgcolor": SURFACE},
    },
    "dots": {
        "color": TEXT_2,
        "line": {"width": 1.5, "color": TEXT_2},
        "pattern": {"shape": ".", "size": 6, "solidity": 0.25, "bgcolor": SURFACE},
    },
}
HALO = {fill: {"shadow": ", ".join([f"0 0 3px {SURFACE}"] * 4)} for fill in ("hatch", "dots")}
"""What keeps a count readable on a pattern."""

INK_ON = {"ink": "var(--bg)", "outline": TEXT, "grey": TEXT, "hatch": TEXT, "dots": TEXT}


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
            "text": [f"{value:,}" if value else "" for value in part.values],
            "textposition": "inside",
            "insidetextanchor": "middle",
            "textangle": 0,
            "textfont": {"color": INK_ON[part.fill], "size": SMALL} | HALO.get(part.fill, {}),
            "customdata": list(part.keys),
            "marker": FILLS[part.fill],
            "hovertemplate": f"%{{text}} {part.name}<extra></extra>",
        }
        for part in parts
    ]
    layout = {
        "height": ROW * len(labels) + 70,
        "margin": {"l": 8, "r": max(72, 8 * max(map(len, ends))), "t": 34, "b": 10},
        "barmode": "stack",
        "uniformtext": {"minsize": SMALL, "mode": "hide"},
        "xaxis": {"visible": False, "range": [0, 1]},
        "yaxis": rows_of(labels),
        "annotations": [at_end(nth, end) for nth, end in enumerate(ends)],
        # The one figure whose parts need names: their looks have no end to stand at.
        "showlegend": True,
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "traceorder": "normal"},
    }
    return figure(traces, layout)
