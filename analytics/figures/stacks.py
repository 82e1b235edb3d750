"""Stacked bars: counts of several kinds side by side in rows, or their shares over rounds."""

from collections.abc import Sequence
from typing import Any

from analytics.figures.house import ROW, SMALL, at_end, axis_title, figure, rows_of
from analytics.figures.strips import FILLS, HALO, INK_ON, Part
from analytics.findings import Figure

LEGEND = {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "traceorder": "normal"}
ROOM = 0.08  # of the longest bar; a count needs so much to stand within


def stacks(labels: Sequence[str], parts: Sequence[Part], ends: Sequence[str]) -> Figure:
    """Draw one bar a label, the first on top, as long as its counts are together.

    ``ends`` stand at the right.
    """
    longest = max(sum(column) for column in zip(*(p.values for p in parts), strict=True))
    traces = [
        _bars(part)
        | {
            "orientation": "h",
            "x": list(part.values),
            "y": list(range(len(labels))),
            "text": [f"{n:,}" if n > ROOM * longest else "" for n in part.values],
            "hovertemplate": f"%{{x}} {part.name}<extra></extra>",
        }
        for part in parts
    ]
    layout = {
        "height": ROW * len(labels) + 70,
        "margin": {"l": 8, "r": max(72, 8 * max(map(len, ends))), "t": 34, "b": 10},
        "barmode": "stack",
        "uniformtext": {"minsize": SMALL, "mode": "hide"},
        "xaxis": {"visible": False, "range": [0, longest]},
        "yaxis": rows_of(labels),
        "annotations": [at_end(nth, end) for nth, end in enumerate(ends)],
        "showlegend": True,
        "legend": LEGEND,
    }
    return figure(traces, layout)


def shares(x: Sequence[int], labels: Sequence[str], parts: Sequence[Part], title: str) -> Figure:
    """Draw one column a whole number, each as high as the whole.

    Below each stand its label and how many things it is the whole of.
    """
    totals = [sum(column) for column in zip(*(p.values for p in parts), strict=True)]
    traces = [
        _bars(part)
        | {
            "x": list(x),
            "y": [n / max(1, total) for n, total in zip(part.values, totals, strict=True)],
            "text": [f"{n:,}" if n else "" for n in part.values],
            "hovertemplate": f"%{{text}} {part.name}<extra></extra>",
        }
        for part in parts
    ]
    layout = {
        "height": 320,
        "margin": {"l": 8, "r": 12, "t": 34, "b": 56},
        "barmode": "stack",
        "bargap": 0.15,
        "uniformtext": {"minsize": SMALL, "mode": "hide"},
        "xaxis": {
            "title": axis_title(title),
            "tickmode": "array",
            "tickvals": list(x),
            "ticktext": [
                f"{label}<br>{total:,}" for label, total in zip(labels, totals, strict=True)
            ],
            "showgrid": False,
        },
        "yaxis": {"range": [0, 1], "tickformat": ".0%"},
        "showlegend": True,
        "legend": LEGEND,
    }
    return figure(traces, layout)


def _bars(part: Part) -> dict[str, Any]:
    return {
        "type": "bar",
        "name": part.name,
        "width": 0.7,
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "textfont": {"color": INK_ON[part.fill], "size": SMALL} | HALO.get(part.fill, {}),
        "customdata": list(part.keys),
        "marker": FILLS[part.fill],
    }
