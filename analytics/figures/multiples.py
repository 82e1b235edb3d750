"""Small multiples: column charts under each other, over one axis of whole numbers."""

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

from analytics.figures.house import SMALL, SURFACE, TEXT, axis_title, figure
from analytics.findings import Figure

CROWDED = 40  # digits side by side


class Series(NamedTuple):
    """Counts for each row and whole number; ``solid`` ones are filled, others outlined."""

    name: str
    counts: dict[tuple[int, int], int]  # by (row, x)
    solid: bool


def multiples(
    labels: Sequence[str],
    series: Sequence[Series],
    ink: str,
    keys: dict[tuple[int, int], str],
    x_title: str = "Round",
) -> Figure:
    """Draw a small column chart a label, the first on top, over one shared axis of whole numbers.

    ``ink`` is the colour of what is counted; ``keys`` has the row key of each (row, x). A single
    series needs no legend.
    """
    rows, traces = range(len(labels)), list[dict[str, Any]]()
    drawn = [{row for (row, _), n in each.counts.items() if n} for each in series]
    named = {
        each.name: min(in_rows) for each, in_rows in zip(series, drawn, strict=True) if in_rows
    }
    for each, row in product(series, rows):
        cells = [cell for cell in sorted(keys) if cell[0] == row and each.counts.get(cell)]
        look = {"color": ink if each.solid else SURFACE, "line": {"width": 2, "color": ink}}
        traces.append(
            {
                "type": "bar",
                "name": each.name,
                "legendgroup": each.name,
                "showlegend": row == named.get(each.name),
                "yaxis": _nth_axis(row),
                "x": [x for _, x in cells],
                "y": [each.counts[cell] for cell in cells],
                "width": 0.7,
                "customdata": [keys[cell] for cell in cells],
                "marker": look,
                "hovertemplate": f"{labels[row]}, {x_title.lower()} %{{x}}: %{{y}} {each.name}"
                "<extra></extra>",
            }
        )
    totals = {cell: sum(each.counts.get(cell, 0) for each in series) for cell in sorted(keys)}
    # On a phone they would touch.
    widest = max(len(f"{n:,}") for n in totals.values())
    crowded = len({x for _, x in totals}) * widest > CROWDED
    for row in rows:
        counts = {x: n for (at, x), n in totals.items() if at == row}
        traces.append(_totals(counts, row, crowded))
    layout: dict[str, Any] = {
        "height": 60 * len(labels) + 90,
        "margin": {"l": max(44, 8 * max(map(len, labels))), "r": 12, "t": 34, "b": 40},
        "barmode": "stack",
        "xaxis": {"title": axis_title(x_title), "dtick": 1, "showgrid": False, "anchor": "free"},
        "showlegend": len(series) > 1,
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "traceorder": "normal"},
        "annotations": [],
    }
    high = 1 / len(labels)
    for row, label in enumerate(labels):
        bottom = 1 - (row + 1) * high
        layout[_nth_axis(row).replace("y", "yaxis")] = {
            "domain": [bottom, bottom + 0.9 * high],
            "range": [0, 1.5 * max(totals.values())],
            "showticklabels": False,
            "ticks": "",
            "showline": False,
            "showgrid": False,
        }
        place = {"xref": "paper", "x": 0, "xanchor": "right", "xshift": -8, "yref": "paper"}
        place |= {"y": bottom, "yanchor": "bottom"}
        font = {"size": 13, "color": TEXT}
        layout["annotations"].append(place | {"text": label, "showarrow": False, "font": font})
    return figure(traces, layout)


def _nth_axis(row: int) -> str:
    return f"y{row + 1}" if row else "y"


def _totals(counts: dict[int, int], row: int, crowded: bool) -> dict[str, Any]:
    """Write a count above each column, or only above the highest."""
    if crowded:
        counts = {x: n for x, n in counts.items() if n == max(counts.values())}
    return {
        "type": "scatter",
        "mode": "text",
        "yaxis": _nth_axis(row),
        "x": list(counts),
        "y": list(counts.values()),
        "text": [f"{n:,}" for n in counts.values()],
        "textposition": "top center",
        "cliponaxis": False,
        "textfont": {"color": TEXT, "size": SMALL},
        "hoverinfo": "skip",
        "showlegend": False,
    }
