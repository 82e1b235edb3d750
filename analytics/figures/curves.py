"""Curves: means over time with their ranges, in panels under each other over one axis."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from analytics.figures.house import SMALL, SURFACE, TEXT, axis_title, figure, marker
from analytics.findings import Figure
from analytics.intervals import Range

DASHES = ("solid", "dash", "dot", "dashdot")


class Point(NamedTuple):
    """A mean at a time, its range, and the key of its row."""

    x: int
    y: float
    range: Range
    key: str


class Curve(NamedTuple):
    """Points from left to right; the name stands at the end where a panel has several."""

    name: str
    points: Sequence[Point]


class Panel(NamedTuple):
    """Curves that share a panel; the label stands at its left."""

    label: str
    curves: Sequence[Curve]


def curves(panels: Sequence[Panel], x_title: str, height: int) -> Figure:
    """Draw a panel after the other, the first on top, each so many pixels high.

    Curves of one panel are told apart by dash and marker, never by colour.
    """
    every = [p for panel in panels for curve in panel.curves for p in curve.points]
    top = 1.1 * max(point.range.high for point in every)
    share = 1 / len(panels)
    traces: list[dict[str, Any]] = []
    axes, notes = dict[str, Any](), list[dict[str, Any]]()
    for nth, panel in enumerate(panels):
        axis, bottom = f"y{nth + 1}" if nth else "y", 1 - (nth + 1) * share
        axes[axis.replace("y", "yaxis")] = {
            "domain": [bottom, bottom + 0.86 * share],
            "range": [0, top],
            "nticks": 3 if len(panels) > 1 else 7,
        }
        traces += [_trace(curve, at, axis) for at, curve in enumerate(panel.curves)]
        if panel.label:
            place = {"xref": "paper", "x": 0, "xanchor": "left", "xshift": 4, "yref": "paper"}
            place |= {"y": bottom + 0.86 * share, "yanchor": "top"}
            notes.append(_note(panel.label) | place)
        if len(panel.curves) > 1:
            order = sorted(panel.curves, key=lambda curve: curve.points[-1].y)
            notes += [_end(curve, axis, up) for up, curve in enumerate(order)]
    layout: dict[str, Any] = {
        "height": height * len(panels) + 60,
        "margin": {"l": 8, "r": 72 if len(panels[0].curves) > 1 else 12, "t": 12, "b": 44},
        "xaxis": {"title": axis_title(x_title), "showgrid": False, "anchor": "free"},
        "annotations": notes,
    }
    return figure(traces, layout | axes)


def _trace(curve: Curve, nth: int, axis: str) -> dict[str, Any]:
    points = curve.points
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": curve.name,
        "yaxis": axis,
        "x": [point.x for point in points],
        "y": [point.y for point in points],
        "customdata": [point.key for point in points],
        "line": {"color": TEXT, "width": 2, "dash": DASHES[nth % len(DASHES)]},
        "marker": {
            "symbol": marker(nth),
            "size": 9,
            "color": TEXT,
            "line": {"width": 2, "color": SURFACE},
        },
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [point.range.high - point.y for point in points],
            "arrayminus": [point.y - point.range.low for point in points],
            "color": TEXT,
            "thickness": 1.5,
            "width": 4,
        },
        "hovertemplate": f"{curve.name}: %{{y:.1f}}<extra></extra>",
    }


def _note(text: str) -> dict[str, Any]:
    return {"text": text, "showarrow": False, "font": {"size": 13, "color": TEXT}}


def _end(curve: Curve, axis: str, up: int) -> dict[str, Any]:
    """Write a curve's name at its end, the second lowest above the lowest."""
    last = curve.points[-1]
    place = {"x": last.x, "xanchor": "left", "xshift": 10, "y": last.y, "yref": axis}
    place |= {"yshift": SMALL * up - SMALL / 2}
    return _note(curve.name) | place | {"font": {"size": SMALL, "color": TEXT}}
