"""Differences as dots and whiskers, all on one scale: how much a difference has to be to matter."""

from typing import Any

from analytics.experiments.found import Answer, Compared
from analytics.experiments.words import by, label, spread
from analytics.figures import Dot, whiskers
from analytics.figures.house import EDGE, LINE, axis_title
from analytics.findings import Figure
from analytics.intervals import Range

REACH = 8.0  # of what matters; a whisker that goes farther is cut off


def figure(answer: Answer) -> Figure | None:
    """Draw every comparison that has a range; ``None`` where none has."""
    several = len(answer.sides) > 2
    shown = [each for each in answer.compared if each.low is not None and each.matters]
    if not shown:
        return None
    drawn = whiskers([_dot(each, several) for each in shown], percent=False)
    layout = drawn["layout"]
    ends = [abs(x) for each in shown for x in (_on(each, each.low), _on(each, each.high))]
    reach = max(1.5, 1.05 * max(ends))
    layout["xaxis"] |= {
        "range": [-reach, reach],
        "title": axis_title("← less     difference, 1 = what matters     more →"),
        "rangemode": "normal",
    }
    layout["margin"] |= {"b": 56}
    layout["shapes"] = [_band(), _zero()]
    return drawn


def _on(each: Compared, value: float | None) -> float:
    """Put a difference on the common scale, cut off where it is far beyond."""
    return max(-REACH, min(REACH, (value or 0.0) / each.matters))


def _dot(each: Compared, several: bool) -> Dot:
    return Dot(
        label=each.title + (f", {label(each.side)}" if several else ""),
        value=_on(each, each.by),
        range=Range(_on(each, each.low), _on(each, each.high)),
        end=by(each, each.by, False) if each.kind == "mean" else f"{by(each, each.by, False)} pts",
        spread=spread(each),
        key=f"{each.key}:{each.side}",
        symbol="circle" if each.verdict == "differs" else "circle-open",
    )


def _band() -> dict[str, Any]:
    """Shade what is too small to matter."""
    where = {"type": "rect", "xref": "x", "yref": "paper", "x0": -1, "x1": 1, "y0": 0, "y1": 1}
    return where | {"fillcolor": LINE, "line": {"width": 0}, "layer": "below"}


def _zero() -> dict[str, Any]:
    line = {"color": EDGE, "width": 2, "dash": "dot"}
    return {"type": "line", "xref": "x", "yref": "paper", "x0": 0, "x1": 0, "y0": 0, "y1": 1} | {
        "line": line,
        "layer": "below",
    }
