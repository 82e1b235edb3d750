"""Circles and arrows that notes draw over a board."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from markupsafe import Markup

from domain.session.events import NoteAdded
from service.web.boards.middles import Middle
from service.web.moment import Moment
from service.web.pictures.colours import written

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
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


def marks_of(at: Moment) -> list[str]:
    """Return the marks of a step's notes, each once."""
    notes = [e.event for e in at.film.notes.get(at.step, []) if isinstance(e.event, NoteAdded)]
    return list(dict.fromkeys(mark for note in notes for mark in note.marks))


def over(board: Markup, marks: Sequence[str], known: Mapping[str, Middle]) -> Markup:
    """Draw marks into a board as a page shows it; an arrow from one drawing to another is not.

    :param known: where the places lie in the board's drawings.
    """
    if not marks:
        return board
    root = ElementTree.fromstring(f"<div>{_NOT_IN_XML.sub('', board)}</div>")
    for part, drawing in enumerate(_drawings(root)):
        points = {n: Point(m.x, m.y, m.reach) for n, m in known.items() if m.part == part}
        group = SubElement(drawing, "g", {"class": "marks-over", "aria-hidden": "true"})
        for mark in drawn(marks, points):
            for cls, wider in (("under", 4.0), ("ink", 0.0)):
                line = {"d": mark.line, "stroke-width": written(mark.width + wider), "class": cls}
                SubElement(group, "path", line)
            if mark.head:
                SubElement(group, "path", {"d": mark.head, "class": "head"})
    parts = (ElementTree.tostring(each, "unicode", method="html") for each in root)
    return Markup("".join(parts))


def _drawings(board: Element) -> Iterator[Element]:
    """Yield the drawings of a board, without icons and without drawings inside of them."""
    for each in board:
        if each.tag != "svg":
            yield from _drawings(each)
        elif not {"ic", "seat"} & set(each.get("class", "").split()):
            yield each


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
