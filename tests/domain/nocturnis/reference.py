"""Nocturnis once more, straight from its rulebook: slow, plain, and sharing no rule of the code.

It tries every way to lay a shape with sets of squares, and counts points from the events alone.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from domain.events import Event
from domain.games.nocturnis.edition import CardRow, Edition
from domain.games.nocturnis.events import (
    BonusTaken,
    ExchangeBegun,
    ExtraShapeSkipped,
    GameSetUp,
    HabitatMarked,
    HabitatRevealed,
    MothLured,
)

Squares = frozenset[tuple[int, int]]
"""Columns and rows from 1, rows from below."""


def squares(names: Iterable[str]) -> Squares:
    """Read squares: ``["a1", "b3"]``."""
    return frozenset(("abcdefghijkl".index(name[0]) + 1, int(name[1:])) for name in names)


def drawn(drawing: str) -> Squares:
    """Read a drawing."""
    lines = drawing.split()
    return frozenset(
        (x, -y) for y, line in enumerate(lines) for x, c in enumerate(line) if c == "X"
    )


def moved(shape: Squares, right: int, up: int) -> Squares:
    """Push a shape."""
    return frozenset((x + right, y + up) for x, y in shape)


def ways(shape: Squares) -> set[Squares]:
    """Turn and flip a shape in all eight ways; each one touches column 1 and row 1."""
    found = set()
    for flip in (1, -1):
        way = frozenset((flip * x, y) for x, y in shape)
        for _ in range(4):
            way = frozenset((y, -x) for x, y in way)
            found.add(moved(way, 1 - min(x for x, _ in way), 1 - min(y for _, y in way)))
    return found


def beside(shape: Squares) -> set[tuple[int, int]]:
    """List the squares that share a side with a shape."""
    near = {(x + dx, y + dy) for x, y in shape for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return near - shape


class Paper:
    """A side of the sheet: its squares with their symbols, and which may not be marked."""

    def __init__(self, grid: str) -> None:
        lines = [line.split() for line in grid.split("\n") if line.strip()]
        self.height, self.width = len(lines), len(lines[0])
        self.at = {
            (x + 1, self.height - y): mark
            for y, line in enumerate(lines)
            for x, mark in enumerate(line)
        }
        self.free = {square for square, mark in self.at.items() if mark != "#"}
        self.corners = {
            *((1, 1), (1, self.height), (self.width, 1), (self.width, self.height)),
        }

    def symbols(self, shape: Squares) -> Counter[str]:
        """Count a shape's symbols."""
        return Counter(mark.lower() for square in shape if (mark := self.at[square]).isalpha())

    def places(self, shape: Squares, marked: Iterable[tuple[int, int]]) -> set[Squares]:
        """Try a shape everywhere: the first one over a corner, a later one beside the others."""
        taken = frozenset(marked)
        found = set()
        for way in ways(shape):
            for right in range(self.width):
                for up in range(self.height):
                    lying = moved(way, right, up)
                    if not lying <= self.free or lying & taken:
                        continue
                    touches = lying & beside(taken) if taken else lying & self.corners
                    if touches:
                        found.add(lying)
        return found


@dataclass
class Seat:
    """What one player has on paper."""

    paper: Paper
    shapes: list[Squares] = field(default_factory=list)
    lured: list[tuple[str, ...]] = field(default_factory=list)
    bonuses: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)
    exchanges: int = 0
    lure_at: set[int] = field(default_factory=set)

    @property
    def marked(self) -> set[tuple[int, int]]:
        """All squares that are marked."""
        return {square for shape in self.shapes for square in shape}


class Tally:
    """A game told by its events: each mark and lure is checked, and the points are added up."""

    def __init__(self, box: Edition, sides: Iterable[str]) -> None:
        self.box = box
        self.cards: dict[str, CardRow] = {row.key: row for row in box.cards.value}
        self.forms = {row.name: drawn(row.drawing) for row in box.shapes.value}
        self.seats = [Seat(Paper(getattr(box, side).value)) for side in sides]
        self.habitat = ""

    def tell(self, event: Event) -> None:
        """Take an event in.

        :raises AssertionError: the rulebook does not allow it.
        """
        match event:
            case GameSetUp(habitat=habitat) | HabitatRevealed(habitat=habitat):
                assert not any(seat.extra for seat in self.seats)
                self.habitat = habitat
            case HabitatMarked(at, names):
                self._mark(self.seats[at], squares(names), len(names))
            case ExtraShapeSkipped(at):
                seat = self.seats[at]
                form = self.forms[seat.extra.pop()]
                assert not seat.paper.places(form, seat.marked)
            case BonusTaken(at, square):
                seat = self.seats[at]
                assert squares([square]) <= seat.marked
                assert square not in seat.bonuses
                seat.bonuses.append(square)
                self._effect(seat, self.box.bonuses.value[square])
            case MothLured(at, cards):
                self._lure(self.seats[at], cards)
            case ExchangeBegun(at):
                self.seats[at].exchanges += 1
                assert self.seats[at].exchanges <= self.box.exchanges.value

    def _mark(self, seat: Seat, shape: Squares, size: int) -> None:
        form = self.forms[seat.extra.pop() if seat.extra else self.habitat]
        assert len(shape) == size
        assert shape in seat.paper.places(form, seat.marked)
        seat.shapes.append(shape)

    def _lure(self, seat: Seat, cards: tuple[str, ...]) -> None:
        rows = [self.cards[card] for card in cards]
        halves = [row.half for row in rows]
        assert halves in ([None], ["left", "right"])
        assert len({row.species for row in rows}) == 1
        needed = Counter(letter for row in rows for letter in row.symbols.split())
        fitting = {
            nth for nth, shape in enumerate(seat.shapes) if needed <= seat.paper.symbols(shape)
        }
        free = fitting - seat.lure_at
        assert free, "no shape without a moth has these symbols"
        seat.lure_at.add(max(free))
        seat.lured.append(cards)
        (room,) = [s.crosses for s in self.box.species.value if s.name == rows[0].species]
        assert self.species(seat)[rows[0].species] <= room
        self._effect(seat, rows[-1].effect)

    @staticmethod
    def _effect(seat: Seat, text: str) -> None:
        if text.startswith("shape "):
            seat.extra.append(text.removeprefix("shape "))

    def species(self, seat: Seat) -> Counter[str]:
        """Count the lures of each species."""
        return Counter(self.cards[cards[0]].species for cards in seat.lured)

    def score(self, at: int) -> dict[str, int]:
        """Add up a seat's points, part by part."""
        seat, box = self.seats[at], self.box
        counts = [self.species(seat)[row.name] for row in box.species.value]
        parts = {
            "moths": sum(self.cards[card].points for cards in seat.lured for card in cards),
            "effects": sum(_points(self.cards[cards[-1]].effect) for cards in seat.lured),
            "bonuses": sum(_points(box.bonuses.value[square]) for square in seat.bonuses),
            "fourth": sum(box.fourth_lure.value for count in counts if count >= 4),
            "every_species": (min(counts) >= 1) * box.every_species.value
            + (min(counts) >= 2) * box.every_species_twice.value,
            "exchanges": -seat.exchanges * box.exchange_cost.value,
        }
        return {"total": sum(parts.values()), **parts, "lures": len(seat.lured)}


def _points(effect: str) -> int:
    return int(effect.split()[0]) if "point" in effect else 0
