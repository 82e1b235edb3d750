"""Where things lie on the track under a replay and in the small graph beside it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import NamedTuple

from domain.words import plain
from service.web.playback import Playback, Round

UNKNOWN = 12  # steps of open track that stand for everything after the current one
NARROW = 2.6  # percent of the track that a round's number needs
APART = 2.7  # percent of the track that a mark needs
QUIET = frozenset({"pause", "play"})  # icons of what is said in the log only
ROOM = 36  # marks above the track; the rest are dots below it


@dataclass(frozen=True)
class Mark:
    """A sign above the track, or a dot below it.

    It stands at ``x``, its stem at ``foot``; ``upper`` puts it in the second row of a narrow track.
    """

    step: int
    x: float
    kind: str = ""
    icon: str = ""
    label: str = ""
    foot: float = 0.0
    upper: bool = False


@dataclass(frozen=True)
class Segment:
    """A round on the track; number 0 is the open end."""

    number: int
    first: int
    x: float
    width: float
    label: bool


@dataclass(frozen=True)
class Line:
    """The whole track, in percent of its width."""

    n: int
    x: float
    segments: list[Segment]
    marks: list[Mark]
    ticks: list[Mark]


def line(
    film: Playback,
    step: int,
    hide: bool,
    branched: Sequence[tuple[int, str]] = (),
    turning: Sequence[tuple[int, str]] = (),
) -> Line:
    """Lay the track out; with ``hide`` nothing after ``step`` is on it.

    :param branched: steps at which other sessions went on otherwise, with their titles.
    :param turning: steps at which the chances changed, with what is said of them.
    """
    n = step + UNKNOWN if hide else max(film.last, 1)
    known = step if hide else film.last

    def x(at: int) -> float:
        return round(at / n * 100, 3)

    segments = []
    for part in film.rounds:
        first, last = part.first, min(part.last, known)
        if first < last:
            width = x(last) - x(first)
            segments.append(Segment(part.number, first, x(first), width, width > NARROW))
    if hide:
        segments.append(Segment(0, step, x(step), 100 - x(step), False))
    signs = [(m.step, m) for m in _signs(film, known, hide, branched, turning)]
    marks = [replace(mark, x=x(at)) for at, mark in signs[:ROOM]]
    rows = [row for row in film.rows[: known + 1] if row.mark in film.board.ticks]
    ticks = [Mark(r.step, x(r.step), label=f"Step {r.step}: {film.text(r)}") for r in rows]
    ticks += [replace(mark, x=x(at)) for at, mark in signs[ROOM:]]
    return Line(n, x(step), segments, spread(marks), ticks)


def _signs(
    film: Playback,
    known: int,
    hide: bool,
    branched: Sequence[tuple[int, str]],
    turning: Sequence[tuple[int, str]],
) -> Iterator[Mark]:
    """Yield what deserves a sign, what matters most first; ``x`` is still to be set."""
    rows, icons = film.rows[: known + 1], film.board.marks
    for row in rows:
        if row.mark and row.mark in icons:
            yield _mark(row.step, row.mark, icons[row.mark], film.text(row))
        if row.irregular:
            broken = ", ".join(row.irregular.clauses)
            yield _mark(row.step, "irregular", "irregular", f"irregular, {broken}")
    for at, words in turning:
        if at <= known:
            yield _mark(at, "turning", "turning", words)
    for at in sorted(s for s in film.gone if s < known or not hide):
        amended = all(gone.amended for gone in film.gone[at])
        words = "amended after here" if amended else "taken back to here"
        asked = [plain(one.sentence, film.names) for gone in film.gone[at] for one in gone.asked]
        words = "; ".join((words, *asked))
        yield _mark(at, "undo", "pen" if amended else "undo", words)
    for at, titles in _by_step(branched).items():
        if at <= known:
            yield _mark(at, "branch", "whatif", f"branched, {titles}")
    for at in sorted(s for s in film.notes if s <= known):
        yield _mark(at, "note", "note", "a note")
    for at in sorted(s for s in film.asides if s <= known):
        told = [one for one in film.asides[at] if one.icon not in QUIET]
        if told:
            said = "; ".join(plain(one.sentence, film.names) for one in told)
            yield _mark(at, "aside", told[0].icon, said)


def _mark(step: int, kind: str, icon: str, words: str) -> Mark:
    return Mark(step, 0, kind, icon, f"Step {step}: {words}")


def _by_step(branched: Sequence[tuple[int, str]]) -> dict[int, str]:
    """Join the titles of each step."""
    found: dict[int, list[str]] = {}
    for step, title in branched:
        found.setdefault(step, []).append(title)
    return {step: ", ".join(titles) for step, titles in found.items()}


def spread(marks: Sequence[Mark]) -> list[Mark]:
    """Move marks that stand closer than their width apart, each group about its middle."""
    groups: list[tuple[float, list[Mark]]] = []
    for mark in sorted(marks, key=lambda m: (m.x, m.step)):
        groups.append((mark.x, [mark]))
        while len(groups) > 1 and _first(groups[-1]) - _last(groups[-2]) < APART:
            (a, left), (b, right) = groups[-2:]
            both = [*left, *right]
            middle = (a * len(left) + b * len(right)) / len(both)
            half = (len(both) - 1) / 2 * APART
            groups[-2:] = [(min(max(middle, half), max(100 - half, half)), both)]
    placed: list[Mark] = []
    for middle, group in groups:
        for nth, mark in enumerate(group):
            x = round(middle + (nth - (len(group) - 1) / 2) * APART, 3)
            near = bool(placed) and x - placed[-1].x < 2 * APART
            upper = near and not placed[-1].upper
            placed.append(replace(mark, x=x, foot=mark.x, upper=upper))
    return placed


def _first(group: tuple[float, list[Mark]]) -> float:
    return group[0] - (len(group[1]) - 1) / 2 * APART


def _last(group: tuple[float, list[Mark]]) -> float:
    return group[0] + (len(group[1]) - 1) / 2 * APART


class SeatLine(NamedTuple):
    """Where the badge of a seat's line stands."""

    seat: int
    y: float
    dx: float


@dataclass(frozen=True, eq=False)
class Plane:
    """What a graph is drawn on: as many steps as are known, with every seat's path over them."""

    title: str
    unit: str
    values: Sequence[tuple[int, ...]]
    known: int
    across: int
    bottom: int
    top: int
    stride: int

    def x(self, step: int) -> float:
        """Return where a step lies."""
        return round(LEFT + step / self.across * (RIGHT - LEFT), 1)

    def y(self, value: int) -> float:
        """Return how high a number lies."""
        return round(self.bottom - value / self.top * (self.bottom - TOP), 1)

    @cached_property
    def grid(self) -> tuple[tuple[float, int], ...]:
        """The grid's lines and their numbers."""
        return tuple((self.y(value), value) for value in range(0, self.top + 1, self.stride))

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """A path a seat."""
        series = zip(*self.values[: self.known + 1], strict=True)
        return tuple(map(self._path, series))

    def _path(self, series: Sequence[int]) -> str:
        path = [f"M{self.x(0)} {self.y(series[0])}"]
        for at in range(1, self.known + 1):
            if series[at] != series[at - 1]:
                path.append(f"H{self.x(at)}V{self.y(series[at])}")
        return "".join([*path, f"H{self.x(self.known)}"])


class Graph(NamedTuple):
    """The small graph, in the units of its picture, 360 wide and higher with fewer seats.

    What lies right of ``x`` is still to come at this step.
    """

    plane: Plane
    label: str
    x: float
    height: int
    bottom: int
    rounds: tuple[tuple[float, float, int, bool], ...]
    lines: tuple[SeatLine, ...]


LEFT, RIGHT, TOP = 26, 346, 10
HEIGHTS = {2: 186, 3: 74}  # of the plotted part, by seats; the panel has room for as much
FOOT = 24  # for the rounds' numbers, clear of the badges at nought
BADGE = 18  # width of a seat's badge and of the gap to the next
INSIDE = LEFT + 1, 359 - BADGE  # where the left edge of a badge may be


def graph(film: Playback, step: int, hide: bool) -> Graph:
    """Draw a number a seat by step; with ``hide`` nothing after ``step``."""
    over = film.game.outcome(film.states[step]) is not None  # the result stands beside the graph
    bottom = TOP + HEIGHTS.get(3 if over else len(film.names), HEIGHTS[3])
    if hide:
        plane = _plane(film.board.lines(film.states[: step + 1]), step, step + UNKNOWN, bottom)
    else:
        whole = partial(_plane, film.lines, film.last, film.last, bottom)
        plane = film.kept(("graph", bottom), whole)
    now, x = plane.values[step], plane.x
    said = ", ".join(f"{name} {now[seat]}" for seat, name in enumerate(film.names))
    heights = [plane.y(value) for value in now]
    lines = map(SeatLine, range(len(now)), heights, _badges(x(step), heights))
    return Graph(
        plane,
        f"{plane.title}. At step {step}: {said} {plane.unit}.",
        x(step),
        bottom + FOOT,
        bottom,
        _rounds(film, plane, step),
        tuple(lines),
    )


def _plane(
    lines: tuple[str, str, Sequence[tuple[int, ...]]], known: int, across: int, bottom: int
) -> Plane:
    """Measure what is drawn. Its unit and its scale depend on all that is drawn, so nothing that
    is hidden may be among the lines.
    """
    title, unit, values = lines
    top, stride = _scale(max(max(row) for row in values[: known + 1]))
    return Plane(title, unit, values, known, max(across, 1), bottom, top, stride)


def _rounds(film: Playback, plane: Plane, step: int) -> tuple[tuple[float, float, int, bool], ...]:
    """Return where each round begins, its middle, its number where there is room, and whether it
    is still to come.
    """
    shown = bisect_left(film.round_firsts, max(plane.known, 1))
    begun = min(bisect_left(film.round_firsts, step), shown) if step else shown
    key = ("rounds", plane.known, plane.across, begun)
    return film.kept(
        key,
        lambda: tuple(
            _round(part, plane, nth >= begun) for nth, part in enumerate(film.rounds[:shown])
        ),
    )


def _round(part: Round, plane: Plane, after: bool) -> tuple[float, float, int, bool]:
    first, last = plane.x(part.first), plane.x(min(part.last, plane.known))
    number = part.number if last - first > 12 else 0
    return first if part.first else 0.0, round((first + last) / 2, 1), number, after


def _scale(highest: int) -> tuple[int, int]:
    """Return the number at the top and the distance of the grid's lines, at most five."""
    stride = next(s for s in (1, 2, 5, 10, 20, 50, 100, 10**6) if highest <= 5 * s)
    return max(-(-highest // stride), 3) * stride, stride


def _badges(x: float, heights: Sequence[float]) -> list[float]:
    """Return the left edges of badges; those that would touch stand side by side."""
    edges = [0.0] * len(heights)
    order = sorted(range(len(heights)), key=lambda seat: (heights[seat], seat))
    group: list[int] = []
    for nth, seat in enumerate(order):
        group.append(seat)
        if nth + 1 == len(order) or heights[order[nth + 1]] - heights[seat] >= BADGE:
            wide = BADGE * len(group)
            first = min(max(x - wide / 2, INSIDE[0]), INSIDE[1] + BADGE - wide)
            for place, member in enumerate(sorted(group)):
                edges[member] = round(first + BADGE * place, 1)
            group = []
    return edges
