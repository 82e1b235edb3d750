"""The frontier in two of its aims: every candidate, those of the frontier with number and range."""

from typing import Any

from analytics.figures.house import EDGE, SMALL, SURFACE, TEXT, TEXT_2, axis_title
from analytics.figures.house import figure as dressed
from analytics.findings import Figure
from analytics.tuning.aims import Aim
from analytics.tuning.found import Found, Point, Seen
from domain.errors import Invalid
from domain.games import GAMES

HEIGHT = 420  # pixels


def figure(found: Found) -> Figure:
    """Draw the first two aims as axes, each point where it misses the aim by most.

    Small open dots are all candidates on the deals of the search. Filled dots are the frontier, a
    square is the edition as it is, both on fresh deals where they were played again; open where
    they no longer stand. Dotted lines are what is aimed at.

    :raises Invalid: there is one aim only.
    """
    tuning = found.tuning
    if len(tuning.aims) < 2:
        raise Invalid("one aim found, expected two or more: a figure has two axes")
    across, up = tuning.aims[:2]
    frontier = [p for p in found.frontier if p.number and p.stands is not False]
    bettered = [p for p in found.frontier if p.number and p.stands is False]
    layout = {
        "height": HEIGHT,
        "margin": {"l": 64, "r": 24, "t": 24, "b": 56},
        "xaxis": _axis(found, across),
        "yaxis": _axis(found, up),
        "shapes": [*_wanted(across, "x"), *_wanted(up, "y")],
        "showlegend": True,
        "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
    }
    now = "as it is, bettered" if found.current.stands is False else "as it is"
    labels = _labels(frontier + bettered) | _labels([found.current])
    drawn = [
        _points(name, symbol, points, labels)
        for name, symbol, points in (
            ("frontier", "circle", frontier),
            ("bettered on fresh deals", "circle", bettered),
            (now, "square", [found.current]),
        )
        if points
    ]
    return dressed([_cloud(found), *drawn], layout)


def _axis(found: Found, aim: Aim) -> dict[str, Any]:
    form = {"tickformat": ".0%"} if aim.known.kind == "share" else {}
    return form | {"title": axis_title(f"{aim.title(GAMES[found.tuning.game])} ({aim})")}


def _wanted(aim: Aim, axis: str) -> list[dict[str, Any]]:
    if isinstance(aim.want, str):
        return []
    other = "y" if axis == "x" else "x"
    where = {f"{axis}0": aim.want, f"{axis}1": aim.want, f"{other}0": 0, f"{other}1": 1}
    refs = {f"{axis}ref": axis, f"{other}ref": "paper"}
    line = {"color": EDGE, "width": 2, "dash": "dot"}
    return [{"type": "line", "layer": "below", "line": line} | where | refs]


def _cloud(found: Found) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "searched",
        "x": [values[0] for values in found.cloud],
        "y": [values[1] for values in found.cloud],
        "hoverinfo": "skip",
        "marker": {"symbol": "circle-open", "size": 6, "color": TEXT_2},
    }


def _points(name: str, symbol: str, points: list[Point], labels: dict[int, str]) -> dict[str, Any]:
    """Return points that are all filled or all open, as the legend shows them."""
    one, other = ([point.seen[nth] for point in points] for nth in (0, 1))
    return {
        "type": "scatter",
        "mode": "markers+text",
        "cliponaxis": False,
        "name": name,
        "x": [seen.worst for seen in one],
        "y": [seen.worst for seen in other],
        "error_x": _whiskers(one),
        "error_y": _whiskers(other),
        "customdata": [str(point.number) for point in points],
        "text": [labels.get(point.number, "") for point in points],
        "hovertext": [_told(point) for point in points],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "textposition": "top right",
        "textfont": {"size": SMALL, "color": TEXT},
        "marker": {
            "symbol": symbol,
            "size": 12,
            "color": SURFACE if points[0].stands is False else TEXT,
            "line": {"width": 2, "color": TEXT},
        },
    }


def _labels(points: list[Point]) -> dict[int, str]:
    """Return labels by number; points that lie in one place share the first one's."""
    at: dict[tuple[float, float], list[int]] = {}
    for point in points:
        at.setdefault((point.seen[0].worst, point.seen[1].worst), []).append(point.number)
    return {numbers[0]: ", ".join(map(str, numbers)) for numbers in at.values()}


def _whiskers(seen: list[Seen]) -> dict[str, Any]:
    ends = [each.ranges[each.values.index(each.worst)] or (each.worst,) * 2 for each in seen]
    above = [high - each.worst for (_, high), each in zip(ends, seen, strict=True)]
    below = [each.worst - low for (low, _), each in zip(ends, seen, strict=True)]
    look = {"color": EDGE, "thickness": 1.5, "width": 4}
    return {"type": "data", "symmetric": False, "array": above, "arrayminus": below} | look


def _told(point: Point) -> str:
    changes = ", ".join(f"{name} {value}" for name, value in point.changes.items())
    return f"{point.number}: {changes or 'as it is'}"
