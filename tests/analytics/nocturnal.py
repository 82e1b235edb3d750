"""Nocturnis counted along from its events alone: hands, sheets, what each seat has begun.

What the game's own positions keep is kept here once more, in lists and sets of square names.
"""

from collections.abc import Iterator
from functools import cache
from string import ascii_lowercase
from typing import Any, NamedTuple

from domain.session import Session

Frame = list[Any]
"""Something begun: its kind, and what belongs to it."""

CARDS = ("draw", "discard")


class Box:
    """A session's edition, read once more from its stored content."""

    def __init__(self, s: Session) -> None:
        value = {key: v["value"] for key, v in s.opened.edition.items() if isinstance(v, dict)}
        self.cards = {row["key"]: row for row in value["cards"]}
        self.supply = sum(row.get("copies", 1) for row in value["cards"])
        self.species = [row["name"] for row in value["species"]]
        self.crosses = {row["name"]: row["crosses"] for row in value["species"]}
        self.shapes = {row["name"]: row["drawing"] for row in value["shapes"]}
        self.bonuses: dict[str, str] = value["bonuses"]
        self.limit: int = value["hand_limit"]
        self.stars: list[int] = value["stars"]
        self.grids = {side: _lines(value[side]) for side in ("front", "back")}
        self.value = value

    def moth(self, cards: tuple[str, ...]) -> tuple[str, list[str], int, str]:
        """Return species, symbols, points and effect of a card or of two halves."""
        rows = [self.cards[card] for card in cards]
        symbols = [letter for row in rows for letter in row["symbols"].split()]
        effect = rows[-1].get("effect", "")
        return rows[0]["species"], symbols, sum(row["points"] for row in rows), effect

    def moths(self) -> list[tuple[str, ...]]:
        """List what can be lured."""
        whole = [(key,) for key, row in self.cards.items() if not row.get("half")]
        halves = [(k, r["species"], r["half"]) for k, r in self.cards.items() if r.get("half")]
        pairs = [
            (left, right)
            for left, species, side in halves
            for right, other, half in halves
            if species == other and (side, half) == ("left", "right")
        ]
        return whole + pairs

    def size(self, shape: str) -> int:
        """Count a shape's squares."""
        return self.shapes[shape].count("X")

    def worth(self, effect: str) -> tuple[str, int]:
        """Return an effect's kind and amount."""
        first, _, rest = effect.strip().partition(" ")
        if not first:
            return "none", 0
        if first == "draw":
            return "draw", int(rest)
        return ("shape", self.size(rest)) if first == "shape" else ("points", int(first))


def _lines(grid: str) -> tuple[str, ...]:
    return tuple(line.replace(" ", "") for line in grid.strip().splitlines())


@cache
def squares(lines: tuple[str, ...]) -> dict[str, str]:
    """Return the sign of each square that may be marked."""
    return {
        f"{ascii_lowercase[x]}{len(lines) - y}": sign
        for y, line in enumerate(lines)
        for x, sign in enumerate(line)
        if sign != "#"
    }


def beside(square: str) -> set[str]:
    """Return the four names next to a square, some of them off the sheet."""
    x, y = ord(square[0]), int(square[1:])
    return {f"{chr(x + dx)}{y + dy}" for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}


@cache
def placed(lines: tuple[str, ...], drawing: str) -> list[frozenset[str]]:
    """List every way to lay a shape on an unmarked sheet."""
    own = [(x, y) for y, row in enumerate(drawing.split()) for x, c in enumerate(row) if c == "X"]
    found = set()
    for flip in (1, -1):
        ways = [(flip * x, y) for x, y in own]
        for _ in range(4):
            ways = [(-y, x) for x, y in ways]
            left, low = min(x for x, _ in ways), min(y for _, y in ways)
            for dx in range(len(lines[0])):
                for dy in range(1, len(lines) + 1):
                    cells = [(x - left + dx, y - low + dy) for x, y in ways]
                    found.add(frozenset(f"{ascii_lowercase[x]}{y}" for x, y in cells))
    return [way for way in found if way <= squares(lines).keys()]


def ways(lines: tuple[str, ...], drawing: str, marked: set[str]) -> int:
    """Count the ways to mark a shape: on a corner at first, then beside what is marked."""
    last = ascii_lowercase[len(lines[0]) - 1]
    corners = {f"{x}{y}" for x in ("a", last) for y in (1, len(lines))}
    near = {other for square in marked for other in beside(square)} if marked else corners
    return sum(not way & marked and bool(way & near) for way in placed(lines, drawing))


class Night:
    """A session's position, kept in plain lists by seat."""

    def __init__(self, s: Session) -> None:
        n = len(s.players)
        self.box = Box(s)
        sides = s.opened.options["sheet"].split(",")
        self.sides = [sides[0] if len(sides) == 1 else sides[seat] for seat in range(n)]
        self.limited = s.opened.options["effect_draw_limit"] == "hand_limit"
        self.hands: list[list[str | None]] = [[] for _ in range(n)]
        self.shapes: list[list[tuple[str, ...]]] = [[] for _ in range(n)]
        self.lured: list[list[tuple[str, ...]]] = [[] for _ in range(n)]
        self.taken: list[list[str]] = [[] for _ in range(n)]
        self.begun: list[list[Frame]] = [[] for _ in range(n)]
        self.acted, self.out, self.exchanged = [False] * n, [False] * n, [0] * n
        self.queue: list[int] = []
        self.round, self.habitat = 0, ""

    def lines(self, seat: int) -> tuple[str, ...]:
        return self.box.grids[self.sides[seat]]

    def marked(self, seat: int) -> set[str]:
        return {square for shape in self.shapes[seat] for square in shape}

    def free(self, seat: int) -> int:
        return len(squares(self.lines(seat)).keys() - self.marked(seat))

    def top(self, seat: int) -> Frame:
        return self.begun[seat][-1] if self.begun[seat] else ["nothing"]

    def lurable(self, seat: int) -> list[str] | None:
        """List the species that could come to the shape just marked."""
        hand, signs = self.hands[seat], squares(self.lines(seat))
        if None in hand:
            return None
        shape = self.shapes[seat][self.top(seat)[1] - 1]
        there = [signs[square].lower() for square in shape]
        came = [self.box.moth(cards)[0] for cards in self.lured[seat]]
        found = []
        for cards in self.box.moths():
            species, symbols, _, _ = self.box.moth(cards)
            room = came.count(species) < self.box.crosses[species]
            held = all(hand.count(card) >= cards.count(card) for card in cards)
            if room and held and all(there.count(x) >= symbols.count(x) for x in symbols):
                found.append(species)
        return found

    def go(self, event: Any) -> None:
        """Take an event in."""
        kind = event.stored_name.split(".")[1].split(":")[0]
        getattr(self, f"_{kind}")(event)
        self._clear()

    def _game_set_up(self, event: Any) -> None:
        self.hands = [list(hand) for hand in event.hands]
        self.round, self.habitat = 1, event.habitat

    def _habitat_revealed(self, event: Any) -> None:
        self.round, self.habitat = self.round + 1, event.habitat
        self.acted = [False] * len(self.acted)

    def _habitat_marked(self, event: Any) -> None:
        begun = self.begun[event.seat]
        if begun:
            begun.pop()
        self.acted[event.seat] = True
        self.shapes[event.seat].append(event.squares)
        begun.append(["lure", len(self.shapes[event.seat])])
        signs = squares(self.lines(event.seat))
        begun.append(["bonuses", [at for at in event.squares if signs[at].isupper()]])

    def _moth_drawn(self, event: Any) -> None:
        begun = self.begun[event.seat]
        if self.top(event.seat)[0] != "draw":
            begun.append(["draw", "action", 2, True])
            self.acted[event.seat] = True
        begun[-1][2] -= 1
        self.hands[event.seat].append(event.card)

    _moth_taken = _moth_drawn

    def _display_restocked(self, event: Any) -> None: ...

    def _drawing_stopped(self, event: Any) -> None:
        self.begun[event.seat].pop()

    _lure_declined = _extra_shape_skipped = _drawing_stopped

    def _moth_lured(self, event: Any) -> None:
        begun = self.begun[event.seat]
        begun.pop()
        for card in event.cards:
            self._lose(event.seat, card)
        self.lured[event.seat].append(event.cards)
        begun.append(["waits", len(event.cards)])
        self._brought(event.seat, "effect", self.box.moth(event.cards)[3])

    def _bonus_taken(self, event: Any) -> None:
        self.top(event.seat)[1].remove(event.square)
        self.taken[event.seat].append(event.square)
        self._brought(event.seat, "bonus", self.box.bonuses[event.square])

    def _exchange_begun(self, event: Any) -> None:
        self.exchanged[event.seat] += 1
        self.begun[event.seat] += [["draw", "exchange", 2, False], ["discard"]]

    def _cards_discarded(self, event: Any) -> None:
        self.begun[event.seat].pop()
        for card in event.cards:
            self._lose(event.seat, card)

    def _round_sat_out(self, event: Any) -> None:
        self.acted[event.seat] = True

    def _went_out(self, event: Any) -> None:
        self.out[event.seat] = True

    def _night_ended(self, event: Any) -> None: ...

    def _lose(self, seat: int, card: str) -> None:
        hand = self.hands[seat]
        hand.remove(card if card in hand else None)

    def _brought(self, seat: int, giver: str, effect: str) -> None:
        kind, amount = self.box.worth(effect)
        if kind == "draw":
            self.begun[seat].append(["draw", giver, amount, self.limited])
        elif kind == "shape":
            self.begun[seat].append(["shape", giver, effect.partition(" ")[2].strip()])

    def _clear(self) -> None:
        """Drop what is finished: a lure without a hand, a draw without room or cards."""
        changed = True
        while changed:
            changed = False
            taking = [s for s, b in enumerate(self.begun) if any(f[0] in CARDS for f in b)]
            self.queue = [s for s in self.queue if s in taking]
            self.queue += [s for s in taking if s not in self.queue]
            for seat, begun in enumerate(self.begun):
                if begun and self._finished(seat, begun[-1]):
                    begun.pop()
                    changed = True
                    break

    def _finished(self, seat: int, frame: Frame) -> bool:
        kind, *rest = frame
        if kind == "draw":
            _, left, limited = rest
            full = limited and len(self.hands[seat]) >= self.box.limit
            own = self.queue[0] == seat
            return not left or full or (own and not self._cards_left())
        if kind == "bonuses":
            return not rest[0]
        return kind == "waits" or (kind == "lure" and not self.hands[seat])

    def _cards_left(self) -> bool:
        waiting = sum(f[1] for begun in self.begun for f in begun if f[0] == "waits")
        return self.box.supply > sum(map(len, self.hands)) + waiting


class Seen(NamedTuple):
    """A step: its event, the event's name, and the position before it."""

    step: int
    event: Any
    name: str
    night: Night


def seen(s: Session) -> Iterator[Seen]:
    """Count along a session; each night is as it was before the event."""
    night = Night(s)
    for step, move in enumerate(s.moves):
        name = move.event.stored_name.split(".")[1].split(":")[0]
        yield Seen(step, move.event, name, night)
        night.go(move.event)


def at_end(s: Session) -> Night:
    """Return the position after the last step."""
    night = Night(s)
    for move in s.moves:
        night.go(move.event)
    return night
