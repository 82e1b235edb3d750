"""Numbers by step of a session, a trace a seat, over the rounds as light bands."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from analytics.figures.curves import DASHES
from analytics.figures.house import LINE, SMALL, SURFACE, TEXT, TEXT_2, axis_title, figure, marker
from analytics.findings import Figure

FEW_MARKERS = 9  # on a trace with a number at every step, or at more than so many:
MANY = 60
NARROW = 0.045  # share of the width that a round's number needs
HALF = 4  # seats whose shapes are filled; the others are open


class Band(NamedTuple):
    """A round: its number, the step that it begins after, its last step."""

    number: int
    first: int
    last: int


class Trace(NamedTuple):
    """One seat's number at each step, from step 0; ``None`` breaks the line."""

    name: str
    seat: int
    values: Sequence[float | None]


def steps(traces: Sequence[Trace], bands: Sequence[Band], unit: str, way: str, last: int) -> Figure:
    """Draw a number by step, up to the step ``last``, which may be one that has no number yet.

    :param way: ``"held"`` draws numbers that hold until they change, ``"met"`` joins those that a
        seat met one after the other, ``"moment"`` draws each by itself.
    """
    known = [value for trace in traces for value in trace.values if value is not None]
    layout: dict[str, Any] = {
        "margin": {"l": 8, "r": 12, "t": 20, "b": 36},
        "hovermode": "x unified",
        "hoverdistance": -1,
        "xaxis": {
            "title": axis_title("step"),
            "range": [-0.5, last + 0.5],
            "showgrid": False,
            "unifiedhovertitle": {"text": "step %{x}"},
        },
        "yaxis": {"title": axis_title(unit), "rangemode": _from(known), "nticks": 6},
        "shapes": [_band(band) for band in bands if band.number % 2 == 0],
        "annotations": [_number(b) for b in bands if b.last - b.first > NARROW * max(last, 1)],
    }
    if known and max(known) <= 4:
        layout["yaxis"]["dtick"] = 1
    return figure([_trace(trace, way) for trace in traces], layout)


def _from(known: Sequence[float]) -> str:
    return "normal" if known and min(known) < 0 else "tozero"


def _trace(trace: Trace, way: str) -> dict[str, Any]:
    ink = TEXT if (trace.seat + trace.seat // HALF) % 2 == 0 else TEXT_2  # a dash in both inks
    held = way == "held"
    dense = held or sum(value is not None for value in trace.values) > MANY
    drawn: dict[str, Any] = {
        "type": "scatter",
        "mode": "markers" if way == "moment" else "lines+markers",
        "name": trace.name,
        "y": list(trace.values),
        "meta": {"seat": trace.seat},
        "connectgaps": way == "met" and not dense,
        "line": {"color": ink, "width": 2, "dash": DASHES[trace.seat % len(DASHES)]},
        "marker": {
            "symbol": marker(trace.seat),
            "size": 8,
            "color": ink,
            "line": {"width": 1.5, "color": SURFACE if trace.seat < HALF else ink},
        },
        "hovertemplate": "%{y:,.4~g}",
    }
    drawn["line"] |= {"shape": "hv"} if held else {"width": 1}
    if dense:
        drawn["marker"]["maxdisplayed"] = FEW_MARKERS
    return drawn


def _band(band: Band) -> dict[str, Any]:
    """Shade a round; every other one is."""
    across = {"type": "rect", "xref": "x", "x0": band.first, "x1": band.last}
    up = {"yref": "paper", "y0": 0, "y1": 1, "layer": "below"}
    return across | up | {"fillcolor": LINE, "opacity": 0.45, "line": {"width": 0}}


def _number(band: Band) -> dict[str, Any]:
    place = {"x": (band.first + band.last) / 2, "yref": "paper", "y": 1, "yanchor": "bottom"}
    return place | {
        "text": str(band.number),
        "showarrow": False,
        "font": {"size": SMALL, "color": TEXT_2},
    }
