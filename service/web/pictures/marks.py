"""Circles and arrows that notes draw over a board."""

from collections.abc import Iterable, Mapping
from math import hypot
from typing import NamedTuple

from service.web.pictures.colours import written

HEAD = 0.42
"""Length of an arrow's head in reaches of the place that it points at."""


class Drawn(NamedTuple):
    """A mark: the line of it and, of an arrow, its head. Both are paths."""

    line: str
    head: str
    width: float


class Point(NamedTuple):
    """The middle of a place in a picture, and how far the place reaches."""

    x: float
    y: float
    reach: float


def drawn(marks: Iterable[str], at: Mapping[str, Point]) -> list[Drawn]:
    """Draw the marks whose places are in the picture."""
    found = []
    for mark in dict.fromkeys(marks):
        start, arrow, end = mark.partition(">")
        if not arrow and start in at:
            found.append(_circle(at[start]))
        elif arrow and start in at and end in at and start != end:
            found.append(_arrow(at[start], at[end]))
    return found


def _circle(at: Point) -> Drawn:
    r = written(at.reach)
    line = f"M{written(at.x - at.reach)} {written(at.y)}a{r} {r} 0 1 0 {written(2 * at.reach)} 0"
    return Drawn(f"{line}a{r} {r} 0 1 0 {written(-2 * at.reach)} 0z", "", _width(at.reach))


def _arrow(start: Point, end: Point) -> Drawn:
    """Draw from the middle of one place to the middle of another, the head at its end."""
    length = hypot(end.x - start.x, end.y - start.y)
    across, down = (end.x - start.x) / length, (end.y - start.y) / length
    head = min(max(HEAD * end.reach, 4 * _width(end.reach)), 0.6 * length)
    foot = (end.x - across * head, end.y - down * head)
    side = 0.55 * head
    corners = (
        (end.x, end.y),
        (foot[0] - down * side, foot[1] + across * side),
        (foot[0] + down * side, foot[1] - across * side),
    )
    tip = "L".join(f"{written(x)} {written(y)}" for x, y in corners)
    line = f"M{written(start.x)} {written(start.y)}L{written(foot[0])} {written(foot[1])}"
    return Drawn(line, f"M{tip}z", _width(end.reach))


def _width(reach: float) -> float:
    return max(3.0, min(7.0, reach / 9))
