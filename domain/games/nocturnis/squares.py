"""Marks named by some of their squares."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from domain.games.nocturnis.shapes import Placement, placements
from domain.games.nocturnis.state import State
from domain.spelling import squeezed

MANY = 6  # readings of one text; that many are as ambiguous as any number

_SQUARE = re.compile(r"([a-z])(\d{1,2})", re.IGNORECASE)
_RANGE = re.compile(r"([a-z])(\d{0,2})\s*[-–]\s*([a-z]?)(\d{1,2})", re.IGNORECASE)
_MARK = re.compile(r"(?:mark|m)(?=[a-z]\d|[a-z]?$)")


def squares_in(text: str) -> list[str]:
    """Return the squares of a text, each once; none if it holds anything else.

    >>> squares_in("A1 b1,c1"), squares_in("a1 q")
    (['a1', 'b1', 'c1'], [])
    """
    text = squeezed(text)
    if _SQUARE.sub("", text):
        return []
    return list(dict.fromkeys(f"{c.lower()}{int(r)}" for c, r in _SQUARE.findall(text)))


def stretched(text: str) -> str:
    """Write ranges out: ``a1-d1``, ``a-d1``, ``a1-4``.

    >>> stretched("a1-c1 b2"), stretched("a-c1"), stretched("b2-4"), stretched("a1-b2")
    ('a1b1c1 b2', 'a1b1c1', 'b2b3b4', 'a1-b2')
    """

    def out(found: re.Match[str]) -> str:
        column, row, to_column, to_row = (part.lower() for part in found.groups())
        row, to_column = row or to_row, to_column or column
        if row != to_row and column != to_column:
            return found[0]
        left, right = sorted((ord(column), ord(to_column)))
        low, high = sorted((int(row), int(to_row)))
        return "".join(f"{chr(c)}{r}" for c in range(left, right + 1) for r in range(low, high + 1))

    return _RANGE.sub(out, text)


def marks_named(state: State, seat: int, text: str) -> list[tuple[str, ...]]:
    """List the marks that a text of squares names: the placements of the shape that is due, legal
    ones if there are any, or just these squares where they are as many as the shape's.
    """
    named, sheet = squares_in(text), state.sheet(seat)
    if not named or any(square not in sheet.numbers for square in named):
        return []
    numbers = sorted(sheet.numbers[square] for square in named)
    shape = state.due_shape(seat) or state.habitat
    if shape is None or len(named) >= len(state.rules.components.shapes[shape].cells):
        return [tuple(sheet.names[number] for number in numbers)]
    mask = sum(1 << number for number in numbers)
    cells = state.rules.components.shapes[shape].cells
    for places in (legal_places(state, seat), placements(sheet.ground, cells)):
        if found := [place for place in places if place.mask & mask == mask]:
            few = found[:MANY]
            return [tuple(sheet.names[number] for number in place.squares) for place in few]
    return []


def legal_places(state: State, seat: int) -> Sequence[Placement]:
    """List where the shape that is due can be marked; nothing if none is."""
    shape = state.due_shape(seat)
    return state.marks(seat, shape) if shape else ()


def pins(state: State, seat: int, squares: tuple[str, ...]) -> Iterator[str]:
    """Yield the fewest squares that tell a placement from every other legal one."""
    sheet, places = state.sheet(seat), legal_places(state, seat)
    if any(square not in sheet.numbers for square in squares):
        return
    for size in range(1, len(squares)):
        for some in combinations(squares, size):
            mask = sum(1 << sheet.numbers[square] for square in some)
            if sum(place.mask & mask == mask for place in places) == 1:
                yield "".join(some)
                return


def squares_begun(squares: tuple[str, ...], text: str) -> int | None:
    """Return how badly a text without separators begins to name a mark: 0 if it names some of the
    squares, 1 if the last one is half typed, ``None`` if it names another square.

    >>> marks = ("a1", "b1", "b2")
    >>> squares_begun(marks, "b2a1"), squares_begun(marks, "b2a"), squares_begun(marks, "c1")
    (0, 1, None)
    """
    text = _MARK.sub("", text, count=1) if _MARK.match(text) else text
    left = _SQUARE.sub(lambda found: "" if found[0] in squares else found[0], text)
    if not left:
        return 0
    return 1 if len(left) < 3 and any(square.startswith(left) for square in squares) else None
