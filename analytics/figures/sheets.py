"""Sheets: squares shaded by how often they are marked, each grid as it lies on the table."""

from collections.abc import Sequence
from string import ascii_lowercase
from typing import Any, NamedTuple

from analytics.figures.house import CLEAR, EDGE, SMALL, SURFACE, TEXT, TEXT_2, figure
from analytics.findings import Figure

WIDEST = 36  # pixels of a square
ROOM = 286  # pixels that a grid has on a phone
SHADES = (0.0, 0.1, 0.22, 0.7, 0.85, 1.0)
"""How much ink a square gets, from the rarest to the most frequent; no middle, where no number
would be readable.
"""
DARK = 0.5


class Square(NamedTuple):
    """A square by column from the left and row from below, both from 1, and what it shows."""

    column: int
    row: int
    share: float
    text: str
    hover: str
    key: str
    bonus: bool = False


class Grid(NamedTuple):
    """A sheet: its squares, those that may not be marked, and its size."""

    label: str
    width: int
    height: int
    squares: Sequence[Square]
    empty: Sequence[tuple[int, int]]


def sheets(grids: Sequence[Grid], legend: str) -> Figure:
    """Draw the grids under each other, the first on top, and below them what their ink means.

    ``legend`` is said below that. Ink grows in steps from the lowest to the highest share.
    """
    spread = _spread([square.share for grid in grids for square in grid.squares])
    low, high = (f"{100 * end:.0f}" for end in spread)
    legend = f"Ink, least to most: on {low} to {high}% of sheets.<br>{legend}"
    size = min(WIDEST, ROOM // max(grid.width for grid in grids))
    heads, feet = 26, 22  # pixels above and below each grid
    tall = [size * grid.height + heads + feet for grid in grids]
    traces: list[dict[str, Any]] = []
    layout: dict[str, Any] = {"annotations": [], "shapes": []}
    widest = max(grid.width for grid in grids)
    for nth, grid in enumerate(grids):
        top = 1 - sum(tall[:nth]) / sum(tall)
        bottom = top - (tall[nth] - feet) / sum(tall)
        y = f"y{nth + 1}" if nth else "y"
        axis: dict[str, Any] = {
            "domain": [bottom, top - heads / sum(tall)],
            "range": [0.5, grid.height + 0.5],
        }
        axis |= {"tickvals": list(range(1, grid.height + 1)), "showgrid": False, "showline": False}
        layout[y.replace("y", "yaxis")] = axis
        traces += [_squares(grid, y, size, spread), _holes(grid, y, size)]
        layout["annotations"].append(_note(grid.label, top, 13, TEXT))
        layout["annotations"] += [
            {"x": at, "y": 0.5, "yref": y, "yanchor": "top", "text": ascii_lowercase[at - 1]}
            | {"showarrow": False, "font": {"size": SMALL, "color": TEXT_2}}
            for at in range(1, grid.width + 1)
        ]
    layout["annotations"].append(_note(legend, 0, SMALL, TEXT_2))
    layout |= {
        "height": sum(tall) + 64,
        "width": size * widest + 48,
        "margin": {"l": 30, "r": 18, "t": 8, "b": 56},
        "xaxis": {"visible": False, "range": [0.5, widest + 0.5]},
    }
    return figure([trace for trace in traces if trace["x"]], layout)


def _spread(shares: Sequence[float]) -> tuple[float, float]:
    """Return between which shares ink grows, at least a tenth apart."""
    low, high = min(shares), max(shares)
    return (low, high) if high - low >= 0.1 else (max(0.0, high - 0.1), max(0.1, high))


def shade(share: float, spread: tuple[float, float]) -> float:
    """Return how much ink a share gets.

    >>> [shade(share, (0.2, 0.8)) for share in (0.2, 0.35, 0.55, 0.8)]
    [0.0, 0.1, 0.7, 1.0]
    """
    low, high = spread
    return SHADES[min(int((share - low) / (high - low) * len(SHADES)), len(SHADES) - 1)]


def _squares(grid: Grid, y: str, size: int, spread: tuple[float, float]) -> dict[str, Any]:
    inks = [shade(square.share, spread) for square in grid.squares]
    return {
        "type": "scatter",
        "mode": "markers+text",
        "yaxis": y,
        "x": [square.column for square in grid.squares],
        "y": [square.row for square in grid.squares],
        "text": [square.text for square in grid.squares],
        "textposition": "middle center",
        "textfont": {
            "size": SMALL,
            "color": ["var(--bg)" if ink > DARK else TEXT for ink in inks],
        },
        "customdata": [square.key for square in grid.squares],
        "hovertext": [square.hover for square in grid.squares],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "cliponaxis": False,
        "marker": {
            "symbol": "square",
            "size": size - 5,
            "opacity": 1,
            "color": inks,
            "cmin": 0,
            "cmax": 1,
            "colorscale": [[0, SURFACE], [1, TEXT]],
            "line": {"width": [3 if s.bonus else 1 for s in grid.squares], "color": EDGE},
        },
    }


def _holes(grid: Grid, y: str, size: int) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "yaxis": y,
        "x": [column for column, _ in grid.empty],
        "y": [row for _, row in grid.empty],
        "hoverinfo": "skip",
        "cliponaxis": False,
        "marker": {"symbol": "x-thin", "size": size / 3, "color": CLEAR}
        | {"line": {"width": 2, "color": EDGE}},
    }


def _note(text: str, y: float, size: int, color: str) -> dict[str, Any]:
    place = {"xref": "paper", "x": 0, "xanchor": "left", "yref": "paper", "y": y, "yanchor": "top"}
    return (
        place
        | {"text": text, "align": "left", "showarrow": False}
        | {"font": {"size": size, "color": color}}
    )
