"""Shapes and sheets of Nocturnis as pictures: paths over squares of 60, rows from the top."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.games.nocturnis.edition import Components, Sheet
from domain.games.nocturnis.effects import Effect
from domain.games.nocturnis.shapes import Cells, cells_of, normal
from service.web.kept import Kept

CELL, LEFT, TOP = 60, 30, 8
ICONS = frozenset({"bloom", "leaf", "drop", "reed", "stone", "moon"})
"""Symbols that have a drawing; an edition's others are letters."""
PITCH, EDGE, SIDE = 34, 8, 32

Names = tuple[tuple[int, str], ...]
"""Columns or rows: where each is named, and its name."""


@dataclass(frozen=True)
class Sign:
    """A symbol: its name, and its icon or its letter."""

    name: str
    icon: str
    letter: str


@dataclass(frozen=True, eq=False)
class Square:
    """A square that may be marked, and what is on it."""

    name: str
    x: int
    y: int
    sign: Sign | None
    marked: bool


@dataclass(frozen=True, eq=False)
class Line:
    """A row of squares."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, eq=False)
class Bonus:
    """A bonus square: what stands in its corner, and in words."""

    name: str
    x: int
    y: int
    text: str
    kind: str
    words: str
    taken: bool


@dataclass(frozen=True, eq=False)
class Marked:
    """A marked shape, numbered from 1; ``lured`` names the moth that came to it."""

    number: int
    fill: str
    edge: str
    x: int
    y: int
    lured: str
    new: bool


@dataclass(frozen=True, eq=False)
class Picture:
    """A sheet: its size, coordinates, squares and what is marked on it."""

    side: str
    width: int
    height: int
    columns: Names
    rows: Names
    lines: tuple[Line, ...]
    holes: tuple[tuple[int, int], ...]
    bonuses: tuple[Bonus, ...]
    shapes: tuple[Marked, ...]
    label: str

    @property
    def squares(self) -> list[Square]:
        """All squares that may be marked."""
        return [square for line in self.lines for square in line.squares]


@dataclass(frozen=True)
class Figure:
    """A shape as its card shows it."""

    name: str
    size: int
    squares: tuple[tuple[int, int], ...]


def sign(components: Components, symbol: int) -> Sign:
    """Return a symbol as it is drawn."""
    name = components.symbols[symbol]
    return Sign(name, name if name in ICONS else "", components.letters[symbol].upper())


def figure(components: Components, name: str) -> Figure:
    """Draw a shape by name."""
    return figure_of(name, components.shapes[name].cells)


def figure_of(name: str, cells: Cells) -> Figure:
    """Draw a shape in the middle of a square card."""
    across, down = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    size = max(across, down, 3)
    left, top = (size - across) * PITCH // 2, (size - down) * PITCH // 2
    spots = tuple((EDGE + left + x * PITCH, EDGE + top + y * PITCH) for x, y in cells)
    return Figure(name, 2 * EDGE + size * PITCH - 2, spots)


def figure_drawn(name: str, drawing: str) -> Figure:
    """Draw a shape from an edition's own drawing."""
    return figure_of(name, normal(cells_of(drawing)))


def spot(sheet: Sheet, number: int) -> tuple[int, int]:
    """Return the upper left corner of a square."""
    row, column = divmod(number, sheet.ground.width)
    return LEFT + column * CELL, TOP + row * CELL


def squares_of(mask: int) -> list[int]:
    """List the squares of a bit mask.

    >>> squares_of(0b1000_0110)
    [1, 2, 7]
    """
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def filled(sheet: Sheet, mask: int) -> str:
    """Return the path of a shape's squares."""
    corners = (spot(sheet, number) for number in squares_of(mask))
    return "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)


def outlined(sheet: Sheet, mask: int) -> str:
    """Return the path of a shape's outline."""
    width, parts = sheet.ground.width, []
    inside = set(squares_of(mask))
    for number in squares_of(mask):
        x, y = spot(sheet, number)
        column = number % width
        if number - width not in inside:
            parts.append(f"M{x} {y}h{CELL}")
        if number + width not in inside:
            parts.append(f"M{x} {y + CELL}h{CELL}")
        if column == 0 or number - 1 not in inside:
            parts.append(f"M{x} {y}v{CELL}")
        if column == width - 1 or number + 1 not in inside:
            parts.append(f"M{x + CELL} {y}v{CELL}")
    return "".join(parts)


def picture(
    components: Components,
    side: str,
    sheet: Sheet,
    shapes: Sequence[int] = (),
    lured: Sequence[str] = (),
    fresh: int | None = None,
    label: str = "",
    kept: Kept | None = None,
) -> Picture:
    """Draw a sheet with its marked shapes; ``lured`` names each one's moth, ``fresh`` is the
    number of those that were there before. What was ``kept`` of other sheets is used again.
    """
    kept = kept or Kept()
    width, height, empty = sheet.ground.width, sheet.ground.height, sheet.ground.empty
    marked = 0
    for mask in shapes:
        marked |= mask
    known = len(shapes) if fresh is None else fresh

    def square(number: int) -> Square:
        done = bool(marked >> number & 1)
        return kept(
            ("square", side, number, done), lambda: _square(components, sheet, number, done)
        )

    def line(row: int) -> Line:
        bits = marked >> row * width & (1 << width) - 1
        numbers = (n for n in range(row * width, (row + 1) * width) if not empty >> n & 1)
        return kept(("line", side, row, bits), lambda: Line(tuple(map(square, numbers))))

    def bonus(number: int, effect: Effect) -> Bonus:
        taken = bool(marked >> number & 1)
        return kept(("bonus", side, number, taken), lambda: _bonus(sheet, number, effect, taken))

    def shape(nth: int, mask: int) -> Marked:
        about = nth, mask, lured[nth] if nth < len(lured) else "", nth >= known
        return kept(("shape", side, *about), lambda: _marked(sheet, *about))

    columns, rows, holes = kept(("paper", side), lambda: _paper(sheet))
    return Picture(
        side=side,
        width=LEFT + width * CELL + 8,
        height=TOP + height * CELL + LEFT,
        columns=columns,
        rows=rows,
        lines=tuple(line(row) for row in range(height)),
        holes=holes,
        bonuses=tuple(bonus(number, effect) for number, effect in sheet.bonuses.items()),
        shapes=tuple(shape(nth, mask) for nth, mask in enumerate(shapes)),
        label=label,
    )


def _paper(sheet: Sheet) -> tuple[Names, Names, tuple[tuple[int, int], ...]]:
    """Return where columns and rows are named, and where there is no square."""
    width, height = sheet.ground.width, sheet.ground.height
    return (
        tuple((LEFT + at * CELL + CELL // 2, sheet.names[at][0]) for at in range(width)),
        tuple((TOP + at * CELL + 36, str(height - at)) for at in range(height)),
        tuple(spot(sheet, number) for number in squares_of(sheet.ground.empty)),
    )


def _square(components: Components, sheet: Sheet, number: int, marked: bool) -> Square:
    symbol = sheet.symbols[number]
    drawn = None if symbol is None else sign(components, symbol)
    return Square(sheet.names[number], *spot(sheet, number), drawn, marked)


def _marked(sheet: Sheet, nth: int, mask: int, lured: str, new: bool) -> Marked:
    x, y = spot(sheet, squares_of(mask)[0])
    fill, edge = filled(sheet, mask), outlined(sheet, mask)
    return Marked(nth + 1, fill, edge, x + 14, y + 14, lured, new)


def _bonus(sheet: Sheet, number: int, effect: Effect, taken: bool) -> Bonus:
    x, y = spot(sheet, number)
    text = f"+{effect.draw}" if effect.draw else str(effect.points) if effect.points else "+"
    kind = "draw" if effect.draw else "points" if effect.points else "shape"
    return Bonus(sheet.names[number], x, y, text, kind, str(effect), taken)
