"""Lays a picture out and makes it stand by itself: caption, board, marks, seats, definitions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from flask import current_app, render_template

from service.web import words
from service.web.boards.middles import Middle, middles
from service.web.moment import Moment
from service.web.pictures.asked import Asked
from service.web.pictures.caption import broken, cut
from service.web.pictures.colours import written
from service.web.pictures.marks import Point, drawn, marks_of
from service.web.pictures.styling import style
from service.web.words import title_of

WIDE, PAD = 720, 28  # units of the drawing
LINE, GAP = 34, 16
LEGEND = 44
NAMESPACE = "http://www.w3.org/2000/svg"
KEPT = {"title", "desc"}
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ADDRESS = re.compile(r"url\(#([^)]+)\)")


def svg(at: Moment, asked: Asked) -> str:
    """Draw a step as a whole SVG file."""
    film, table = at.film, at.table
    shown = asked.seats or (getattr(table, "focus", 0),)
    caption, top = _caption(at, shown)
    legend = _legend(at)
    markup = render_template(
        "picture.svg",
        at=at,
        film=film,
        session=at.session,
        table=table,
        picture_template=f"boards/{film.game.name}_picture.html",
        theme=asked.theme,
        title=title_of(at.session),
        said=f"{at.row.when}. {film.text(at.row)}.",
        caption=caption,
        legend=legend,
        foot=[(PAD, 30 + LEGEND * _rows(legend), _foot(at))],
        shown=shown,
    )
    root = ElementTree.fromstring(_NOT_IN_XML.sub("", markup))
    picture = next(e for e in root.iter("svg") if e.get("class") == "picture")
    sprite = next(e for e in root.iter("svg") if "sprite" in e.get("class", ""))
    bottom, parts = _place(picture, top)
    _mark(picture, at, _points(middles(film.game, table), parts))
    height = bottom + 30 + LEGEND * _rows(legend) + PAD - 8
    drawing = style(root, picture, sprite, _sheets(film.game.name))
    picture.insert(0, _definitions(picture, sprite))
    picture[0].extend(drawing.filters.values())
    _finish(picture, asked.width, height)
    return ElementTree.tostring(picture, "unicode")


def _caption(at: Moment, shown: Sequence[int]) -> tuple[list[tuple[str, int, int, str]], int]:
    """Return the lines above the board with their places, and where the board begins."""
    film, room = at.film, WIDE - 2 * PAD
    last = "" if at.hide else f" of {film.last}"
    lines = [("title", PAD, PAD + 16, cut(title_of(at.session), 20, room))]
    whose = f". Sheet of {film.names[shown[0]]}" if at.whose and len(shown) == 1 else ""
    when = f"Step {at.step}{last}. {at.row.when}{whose}"
    lines.append(("when", PAD, PAD + 46, cut(when, 16, room)))
    y = PAD + 84
    for text in broken(film.text(at.row), 27, room, 3):
        lines.append(("said", PAD, y, text))
        y += LINE
    return lines, y - LINE + GAP


def _legend(at: Moment) -> list[tuple[int, int, int, str, str]]:
    """Return the seats with their places, names and points, relative to the board's foot."""
    names, points = at.film.names, at.film.game.scores(at.film.states[at.step])
    columns = 3 if len(names) in (3, 5, 6) else min(len(names), 2)
    room = (WIDE - 2 * PAD) // columns
    found = []
    for seat, name in enumerate(names):
        x, y = PAD + room * (seat % columns), 8 + LEGEND * (seat // columns)
        had = points[seat]
        told = "" if had is None else words.count(had, "point")
        found.append((seat, x, y, cut(name, 18, room - 46 - (90 if told else 0)), told))
    return found


def _rows(legend: Sequence[tuple[int, int, int, str, str]]) -> int:
    return len({y for _, _, y, _, _ in legend})


def _foot(at: Moment) -> str:
    opened = at.session.log[0].at
    said = f"{at.film.game.title}, {words.day(opened)}. {at.film.knowledge.title}."
    return cut(said, 15, WIDE - 2 * PAD)


def _place(picture: Element, top: int) -> tuple[float, list[tuple[Element, float, float, float]]]:
    """Put the board below the caption and the seats below the board.

    Return where the board ends, and its parts with their offsets and scale.
    """
    board = next(e for e in picture.iter("svg") if "board" in e.get("class", "").split())
    left, up, across, down = map(float, board.get("viewBox", "").split())
    room = WIDE - 2 * PAD
    scale = room / across
    place = {"x": PAD, "y": top, "width": room, "height": down * scale}
    board.attrib |= {name: written(value) for name, value in place.items()}
    below = next(e for e in picture if e.get("id") == "below")
    bottom = top + down * scale + GAP
    below.set("transform", f"translate(0 {written(bottom)})")
    origin = (PAD - left * scale, top - up * scale, scale)
    nested = [e for e in board.iter("svg") if e.get("class") == "part"]
    return bottom, [(e, *_within(e, *origin)) for e in nested] or [(board, *origin)]


def _within(part: Element, x: float, y: float, scale: float) -> tuple[float, float, float]:
    inner = part if "viewBox" in part.attrib else part[0]
    left, up, across, _ = map(float, inner.get("viewBox", "").split())
    own = float(part.get("width", "")) / across
    x += (float(part.get("x", "")) - left * own) * scale
    y += (float(part.get("y", "")) - up * own) * scale
    return x, y, own * scale


def _points(
    known: Mapping[str, Middle], parts: Sequence[tuple[Element, float, float, float]]
) -> dict[str, Point]:
    """Return where the places lie in the picture, without those of parts that are not in it."""
    found = {}
    for name, middle in known.items():
        if middle.part < len(parts):
            _, x, y, scale = parts[middle.part]
            found[name] = Point(x + middle.x * scale, y + middle.y * scale, middle.reach * scale)
    return found


def _mark(picture: Element, at: Moment, points: Mapping[str, Point]) -> None:
    """Draw what the step's notes point at."""
    group = next(e for e in picture if e.get("id") == "marks")
    for mark in drawn(marks_of(at), points):
        for cls, wider in (("pic-under", 4.0), ("pic-mark", 0.0)):
            line = {"d": mark.line, "stroke-width": written(mark.width + wider), "class": cls}
            SubElement(group, "path", line)
        if mark.head:
            SubElement(group, "path", {"d": mark.head, "class": "pic-head"})


def _definitions(picture: Element, sprite: Element) -> Element:
    """Gather the symbols and patterns that the picture uses, and what those use themselves."""
    known = {e.get("id"): e for e in sprite.iter() if e.get("id")}
    wanted, found = list(_used(picture)), {}
    while wanted:
        name = wanted.pop()
        if name in known and name not in found:
            found[name] = known[name]
            wanted += _used(known[name])
    held = {id(child) for e in found.values() for child in e.iter() if child is not e}
    made = Element("defs")
    made.extend(e for name, e in sorted(found.items()) if id(e) not in held)
    return made


def _used(element: Element) -> Iterator[str]:
    for each in element.iter():
        for value in each.attrib.values():
            yield from _ADDRESS.findall(value)
        if each.get("href", "").startswith("#"):
            yield each.get("href", "")[1:]


def _sheets(game: str) -> list[Path]:
    folder = Path(current_app.static_folder or "") / "css"
    names = ("tokens", "parts", "board", f"boards/{game}", "picture")
    return [folder / f"{name}.css" for name in names]


def _finish(picture: Element, width: int, height: float) -> None:
    """Name the size and leave out what only pages need."""
    for each in picture.iter():
        for name in [n for n in each.attrib if n == "class" or n.startswith(("data-", "aria-"))]:
            del each.attrib[name]
        if each.tag == "svg":
            each.set("overflow", "visible")
            each.attrib.pop("role", None)
        if each.get("href"):
            each.set("xlink:href", each.attrib.pop("href"))
    size = {"width": str(width), "height": written(width * height / WIDE)}
    picture.attrib |= {"xmlns": NAMESPACE, "xmlns:xlink": "http://www.w3.org/1999/xlink", **size}
    picture.attrib |= {"viewBox": f"0 0 {WIDE} {written(height)}", "role": "img"}
