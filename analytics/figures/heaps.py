"""Heaps of dots: one dot a moment, under each other over one axis of rounds."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from analytics.figures.house import CLEAR, TEXT, axis_title, figure
from analytics.findings import Figure

LINE = 12  # pixels from dot to dot
GAP = 1.2  # lines between two rows


class Mark(NamedTuple):
    """One moment: in which (row, x), filled or hollow, and where it leads."""

    cell: tuple[int, int]
    solid: bool
    key: str
    session: str
    step: int


def heaps(labels: Sequence[str], marks: Sequence[Mark], ink: str, names: tuple[str, str]) -> Figure:
    """Draw a dot a mark, heaped up over its x, a row a label, the first on top.

    ``ink`` is the colour of what is counted; ``names`` say what a filled and a hollow dot is.
    """
    heaped: dict[tuple[int, int], list[Mark]] = defaultdict(list)
    for mark in marks:
        heaped[mark.cell].append(mark)
    rounds = [x for _, x in heaped]
    low, high = min(rounds), max(rounds)
    wide = 4 if high - low < 8 else 3 if high - low < 12 else 2
    lines = [
        max(-(-len(heap) // wide) for (at, _), heap in heaped.items() if at == row)
        for row in range(len(labels))
    ]
    traces = [
        _dots([m for m in marks if m.solid == solid], heaped, wide, ink, name)
        for solid, name in zip((True, False), names, strict=True)
    ]
    traces = [_lay(trace, lines) for trace in traces if trace["x"]]
    floors = [_floor(lines, row) for row in range(len(labels))]
    layout: dict[str, Any] = {
        "height": round(-floors[-1] * LINE) + 96,
        "margin": {"l": 44, "r": 12, "t": 34, "b": 44},
        "xaxis": {
            "title": axis_title("Round"),
            "dtick": 1,
            "showgrid": False,
            "range": [low - 0.6, high + 0.6],
        },
        "yaxis": {"visible": False, "range": [floors[-1] - 0.7, 0.3]},
        "shapes": [_line(at - 0.7) for at in floors[:-1]],
        "annotations": [_label(label, at) for label, at in zip(labels, floors, strict=True)],
        "showlegend": True,
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False},
    }
    layout["legend"]["itemdoubleclick"] = False
    return figure(traces, layout)


def _floor(lines: Sequence[int], row: int) -> float:
    """Return where the lowest dots of a row are, in lines below the top."""
    return -(sum(lines[: row + 1]) + GAP * row) + 0.5


def _dots(
    chosen: Sequence[Mark],
    heaped: dict[tuple[int, int], list[Mark]],
    wide: int,
    ink: str,
    name: str,
) -> dict[str, Any]:
    """Return a trace whose y is a pair of row and line, to be laid out by :func:`_lay`."""
    at = [(mark, divmod(heaped[mark.cell].index(mark), wide)) for mark in chosen]
    widest = 1 / (wide + 0.4)
    beside = [nth - (wide - 1) / 2 for _, (_, nth) in at]
    solid = bool(chosen) and chosen[0].solid
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [mark.cell[1] + each * widest for mark, each in zip(chosen, beside, strict=True)],
        "y": [(mark.cell[0], line) for mark, (line, _) in at],
        "customdata": [[mark.key, mark.session, mark.step] for mark in chosen],
        "cliponaxis": False,
        # For the page, which knows how wide it is: dots of a round stand no further apart than up.
        "meta": {"beside": beside, "apart": widest, "pixels": LINE},
        "marker": {
            "size": 8,
            "color": ink if solid else CLEAR,
            "line": {"width": 2, "color": ink},
        },
        "hovertemplate": f"{name}: open this step<extra></extra>",
    }


def _lay(trace: dict[str, Any], lines: Sequence[int]) -> dict[str, Any]:
    return trace | {"y": [_floor(lines, row) + line for row, line in trace["y"]]}


def _line(at: float) -> dict[str, Any]:
    look = {"color": "var(--line)", "width": 1}
    return {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": at, "y1": at, "line": look}


def _label(text: str, at: float) -> dict[str, Any]:
    place = {"xref": "paper", "x": 0, "xanchor": "right", "xshift": -8, "y": at}
    look = {"yanchor": "middle", "showarrow": False, "font": {"size": 13, "color": TEXT}}
    return place | look | {"text": text}
