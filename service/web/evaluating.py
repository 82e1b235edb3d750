"""Chances by step as a replay's reader may see them, and how far they are worked out."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from flask import current_app

from analytics.bots.evaluating import SLIP
from analytics.lines import Line, Row
from analytics.phrases import listed
from analytics.swings import Swing, by_step, turning_points
from service.evaluating import Background, Evaluated, Hints, Kept, size_of
from service.queue import Progress
from service.web import context
from service.web.playback import Playback
from service.web.playback import Row as Told
from service.wiring import now

RUNNING, HINTING = "mothlog.evaluations", "mothlog.hints"
NAME = "chance"
"""The line's name in an address."""

Span = tuple[float, float]
State = Literal["none", "waiting", "ready", "failed"]


def background() -> Background:
    """Return what works evaluations out for this application."""
    services = context.services()
    fresh = Background(services.data, services.store, now, lambda: services.bell.closed)
    found = current_app.extensions.setdefault(RUNNING, fresh)
    assert isinstance(found, Background)
    return found


def hinting() -> Hints:
    """Return what works hints out for this application."""
    found = current_app.extensions.setdefault(HINTING, Hints())
    assert isinstance(found, Hints)
    return found


class Turn(NamedTuple):
    """A turning point, told: the step that shows it, and each seat's chance before and after.

    :ivar ranges: by seat, those of the two chances, in the unit of the line.
    """

    told: Told
    swing: Swing
    chances: tuple[tuple[float, float], ...]
    ranges: tuple[tuple[Span, Span], ...]


class Chances(NamedTuple):
    """A session's chances up to a step, or what there is instead.

    :ivar rows: by step, in points of 100, alone at the table in points of the game.
    :ivar ranges: by step and seat, the range that sampling leaves, in the same unit.
    """

    title: str
    unit: str
    state: State
    about: str = ""
    rows: tuple[Row, ...] = ()
    ranges: tuple[tuple[Span | None, ...], ...] = ()
    turns: tuple[Turn, ...] = ()
    progress: Progress | None = None
    why: str = ""

    @property
    def line(self) -> Line | None:
        """The line beside the replay, where a number is known."""
        if not any(value is not None for row in self.rows for value in row):
            return None
        return Line(NAME, self.title, self.unit, "held", self.rows, self.about)


def chances(film: Playback, until: int, hide: bool = False) -> Chances | None:
    """Return a session's chances from what the reader's view knew then, up to a step.

    Nothing where there are none: the session goes on, or what comes next is hidden and nobody has
    asked for them. Nothing behind the step is in the answer.
    """
    session, view = film.session, film.knowledge.view
    if session.status == "live" or not session.moves:
        return None
    alone = len(session.players) == 1
    title, unit = ("Expected score", "points") if alone else ("Chance to win", "% chance")
    found = Kept(context.services().data).find(session, view)
    if found is not None:
        return _ready(film, until, found, title, unit)
    if hide:
        return None
    at_work = background()
    if progress := at_work.progress(session.id, view):
        return Chances(title, unit, "waiting", progress=progress)
    if why := at_work.failed(session.id, view):
        return Chances(title, unit, "failed", why=why)
    return Chances(title, unit, "none", _how(film, size_of(film.game)))


def turning(film: Playback, step: int, hide: bool = False) -> list[tuple[int, str]]:
    """Return the turning points that a track shows at a step, with what is said of them.

    :param hide: none behind the step.
    """
    found = chances(film, step if hide else film.last, hide)
    return (
        [(turn.told.step, f"turning point, {film.text(turn.told)}") for turn in found.turns]
        if (found)
        else []
    )


def _ready(film: Playback, until: int, found: Evaluated, title: str, unit: str) -> Chances:
    seats, gaps = range(len(film.names)), [step for step in found.missing if step <= until]
    scale = 1 if len(seats) == 1 else 100
    stands = [stand for stand in found.stands if stand.step <= until]
    nothing: tuple[None, ...] = (None,) * len(seats)
    rows: list[Row] = []
    ranges: list[tuple[Span | None, ...]] = []
    for stand in by_step(stands, gaps, until):
        if stand is None:
            rows.append(nothing)
            ranges.append(nothing)
            continue
        worth = stand.worth
        rows.append(tuple(round(scale * chance, 1) for chance in worth.chances))
        spans = (worth.range(seat) for seat in seats)
        ranges.append(tuple((round(scale * low, 1), round(scale * high, 1)) for low, high in spans))
    swings = turning_points(stands, gaps)
    told = tuple(_told(film, swing, rows, ranges) for swing in swings)
    about = " ".join([_how(film, found.games), *_missing(found, until)])
    return Chances(title, unit, "ready", about, tuple(rows), tuple(ranges), told)


def _told(
    film: Playback,
    swing: Swing,
    rows: Sequence[Row],
    ranges: Sequence[Sequence[Span | None]],
) -> Turn:
    """Tell a swing by the step of the seat that it changed most, or by its last one."""
    within = film.rows[swing.first : swing.step + 1]
    moved = [row for row in within if row.seat is not None]
    told = max(moved, key=lambda row: abs(swing.changes[row.seat or 0]), default=within[-1])
    ends = swing.first - 1, swing.step
    chances = zip(*(rows[end] for end in ends), strict=True)
    spans = zip(*(ranges[end] for end in ends), strict=True)
    return Turn(
        told,
        swing,
        tuple((a or 0, b or 0) for a, b in chances),
        tuple((a or (0, 0), b or (0, 0)) for a, b in spans),
    )


def _how(film: Playback, games: int) -> str:
    """Say what the numbers rest on."""
    seat = film.knowledge.seat
    known = (
        "everything that was recorded"
        if film.knowledge.whole
        else "what everybody saw then"
        if seat is None
        else f"what {film.names[seat]} saw then"
    )
    each = "where each round begins" if film.game.simultaneous else "after each action"
    return (
        f"{games} games played on {each} from {known}, by greedy bots that take any action "
        f"{round(100 * SLIP)} times of 100."
    )


def _missing(found: Evaluated, until: int) -> list[str]:
    """Say which steps have no value, and why."""
    gaps = [gap for gap in found.gaps if gap.first <= until]
    said = []
    for why in dict.fromkeys(gap.why for gap in gaps):
        ends = [(gap.first, min(gap.last, until)) for gap in gaps if gap.why == why]
        spans = [f"{a} to {b}" if a < b else f"{a}" for a, b in ends]
        many = f"{len(spans)} stretches" if len(spans) > 4 else listed(spans)
        said.append(f"No value at step {many}: {why}.")
    return said
