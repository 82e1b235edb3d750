"""A result drawn: bars, lines or dots over its columns, in the house's ink."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from analytics.figures.house import CLEAR, SURFACE, TEXT, TEXT_2, axis_title, figure, marker
from analytics.findings import Figure

DASHES = ("solid", "dash", "dot", "dashdot")
FILLS = ("", "/", ".", "x", "-", "\\", "+", "|")
SERIES = 8  # as many as there are seats: more cannot be told apart without colour
KINDS = ("bar", "line", "dots")

Rows = Sequence[Sequence[Any]]

Mark = tuple[Any, float, Any]
"""Where a mark stands, and what is behind it."""


class NoPicture(ValueError):
    """The result cannot be drawn like that; says why."""


def picture(
    columns: Sequence[str],
    rows: Rows,
    kind: str,
    x: str,
    y: str,
    series: str = "",
    behind: Sequence[Any] = (),
) -> Figure:
    """Draw ``y`` over ``x``, apart for each value of ``series``. Rows without a value are left out.

    :param behind: what stands behind each row, as a mark's ``customdata``.

    :raises NoPicture: a column is missing or not of numbers, or there are too many series.
    """
    if kind not in KINDS:
        raise NoPicture(f"a plot of kind {kind!r}, expected one of {', '.join(KINDS)}")
    across, up = _at(columns, x, "x"), _at(columns, y, "y")
    apart = _at(columns, series, "series") if series else None
    parts: dict[str, list[Mark]] = {}
    for row, opens in zip_longest(rows, behind):
        if row[across] is None or row[up] is None:
            continue
        name = "" if apart is None else _text(row[apart])
        parts.setdefault(name, []).append((_plain(row[across]), _number(row[up], y), opens))
    if not parts:
        raise NoPicture("there is nothing to draw: no row has both values")
    if len(parts) > SERIES:
        raise NoPicture(
            f"{len(parts)} values of {series!r}, expected at most {SERIES} to tell apart"
        )
    traces = [_trace(kind, nth, name, part) for nth, (name, part) in enumerate(parts.items())]
    layout: dict[str, Any] = {
        "height": 320 if len(parts) == 1 else 350,
        "margin": {"l": 56, "r": 16, "t": 12 if len(parts) == 1 else 44, "b": 52},
        "xaxis": {"title": axis_title(_text(x))} | _axis(parts),
        "yaxis": {"title": axis_title(_text(y)), "rangemode": "tozero"},
        "showlegend": len(parts) > 1,
        "barmode": "group",
        "bargap": 0.3,
    }
    layout["legend"] = {
        "orientation": "h",
        "x": 0,
        "y": 1,
        "yanchor": "bottom",
        "itemclick": False,
        "itemdoubleclick": False,
    }
    return figure(traces, layout)


def _trace(kind: str, nth: int, name: str, part: list[Mark]) -> dict[str, Any]:
    if kind == "line" and all(isinstance(x, int | float) for x, *_ in part):
        part = sorted(part, key=lambda mark: mark[:2])
    ink = TEXT if nth % 2 == 0 else TEXT_2
    trace: dict[str, Any] = {
        "name": name or " ",
        "x": [x for x, *_ in part],
        "y": [y for _, y, _ in part],
        "hovertemplate": "%{x}: %{y}" + (f", {name}" if name else "") + "<extra></extra>",
    }
    if any(opens is not None for *_, opens in part):
        trace["customdata"] = [opens for *_, opens in part]
    if kind == "bar":
        fill = FILLS[nth % len(FILLS)]
        look: dict[str, Any] = {"color": ink if not fill else CLEAR}
        look["line"] = {"color": ink, "width": 1.5}
        if fill:
            look["pattern"] = {"shape": fill, "fgcolor": ink, "bgcolor": CLEAR, "size": 7}
        return trace | {"type": "bar", "marker": look}
    dot = {"symbol": marker(nth), "size": 9, "color": ink, "line": {"width": 1.5, "color": SURFACE}}
    if nth >= SERIES // 2:
        dot["line"] = {"width": 2, "color": ink}
    trace |= {"type": "scatter", "marker": dot, "mode": "markers"}
    if kind == "line":
        dash = DASHES[nth % len(DASHES)]
        trace |= {"mode": "lines+markers", "line": {"color": ink, "width": 2, "dash": dash}}
    return trace


def _axis(parts: dict[str, list[Mark]]) -> dict[str, Any]:
    """Keep texts in the order of the rows; Plotly would read some of them as numbers or dates."""
    texts = any(isinstance(x, str) for part in parts.values() for x, *_ in part)
    return {"type": "category", "showgrid": False} if texts else {}


def _at(columns: Sequence[str], name: str, what: str) -> int:
    if name not in columns:
        found = f"column {name!r}" if name else "no column"
        raise NoPicture(f"{found} for {what}, expected one of {', '.join(columns)[:300]}")
    return list(columns).index(name)


def _number(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NoPicture(f"column {name!r} holds {_text(value)[:40]!r}, expected numbers for y")
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    return _text(value)


def _text(value: Any) -> str:
    """Return a value as text that Plotly does not read as markup."""
    text = "–" if value is None else str(value)
    return text[:60].replace("&", "&amp;").replace("<", "&lt;").replace("%{", "% {")
