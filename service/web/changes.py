"""What a step changed: a line for each thing that moved, and where the board shows it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.words import BOARD, Moved, Spot, describe_all, gathered
from service.web.boards.middles import Middle, middles
from service.web.playback import Playback

SHEET = "sheet"
"""The area whose places lie on a seat's own board."""


class Trace(NamedTuple):
    """A thing's name and the points on the board that it left and came to, as "part x y reach";
    empty for what does not lie on the board that is drawn.
    """

    what: str
    origin: str
    target: str


class Change(NamedTuple):
    """What moved together, in words, and where the board shows it."""

    text: str
    traces: tuple[Trace, ...]


def changes(film: Playback, step: int, table: Any) -> list[Change]:
    """List what a step moved, as the playback's reader sees it."""
    moved = film.rows[step].moved
    known = middles(film.game, table) if moved else {}
    drawn = getattr(table, "focus", None)
    lines = zip(describe_all(moved, film.names), gathered(moved), strict=True)
    return [Change(text, tuple(_traces(line, known, drawn))) for text, line in lines]


def _traces(
    line: Iterable[Moved], known: Mapping[str, Middle], drawn: int | None
) -> Iterator[Trace]:
    for moved in line:
        origin, target = _point(moved.origin, known, drawn), _point(moved.target, known, drawn)
        if origin or target:
            yield Trace(_what(moved), origin, target)


def _what(moved: Moved) -> str:
    name = moved.what or "?"
    return name if moved.count == 1 else f"{moved.count} × {name}"


def _point(spot: Spot | None, known: Mapping[str, Middle], drawn: int | None) -> str:
    if spot is None or spot.place not in known or spot.area not in (BOARD, SHEET):
        return ""
    if spot.seat is not None and spot.seat != drawn:
        return ""
    middle = known[spot.place]
    return f"{middle.part} {middle.x:g} {middle.y:g} {middle.reach:g}"
