"""What Lepidoptery's tables should hold, counted from the events alone.

Hands are counted up and down and columns are stacked here once more; no position is looked at.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameSetUp,
    HandReplenished,
    Passed,
)
from domain.session import Session
from tests.analytics.recount import Recount, Row

COLUMNS = ("run3", "run2", "single", "pair", "triple")


class Seen(NamedTuple):
    """One event and what was counted up to it."""

    step: int
    event: Any
    climb: int
    length: int  # combinations in the climb so far
    hands: tuple[int, int]
    decks: tuple[int, int]
    columns: dict[str, list[int]]
    last: int  # who played last


def kind(ranks: tuple[int, ...]) -> str:
    """Name a combination."""
    if len(ranks) == 1:
        return "single"
    if ranks[0] == ranks[1]:
        return "pair" if len(ranks) == 2 else "triple"
    return "run2" if len(ranks) == 2 else "run3"


def seen(s: Session) -> Iterator[Seen]:
    """Count along a session's events."""
    climb, length, last = 1, 0, 0
    hands, decks = [0, 0], [38, 38]
    columns: dict[str, list[int]] = {name: [] for name in COLUMNS}
    for step, move in enumerate(s.moves):
        event: Any = move.event
        if isinstance(event, CombinationPlayed) and length < 0:
            climb, length = climb + 1, 0
        if isinstance(event, Passed) and length < 0:
            climb, length = climb + 1, 0
        stacked = {name: list(tokens) for name, tokens in columns.items()}
        held = (hands[0], hands[1]), (decks[0], decks[1])
        yield Seen(step, event, climb, length, *held, stacked, last)
        if isinstance(event, GameSetUp):
            hands = [len(hand) for hand in event.hands]
            decks = [38 - cards for cards in hands]
        elif isinstance(event, CombinationPlayed):
            hands[event.seat] -= len(event.ranks) - (event.joker is not None)
            columns[kind(event.ranks)].append(event.seat)
            length, last = length + 1, event.seat
        elif isinstance(event, ColumnsCleared):
            for name in event.columns:
                columns[name] = []
        elif isinstance(event, Passed):
            length = -1
        elif isinstance(event, HandReplenished):
            hands[event.seat] += len(event.cards)
            decks[event.seat] -= len(event.cards)


def plays(number: int, s: Session) -> Iterator[Row]:
    """One row a combination."""
    for at in seen(s):
        event = at.event
        if isinstance(event, CombinationPlayed):
            name = kind(event.ranks)
            row = (number, at.step, event.seat, at.climb, at.length + 1, name, min(event.ranks))
            held = at.hands[event.seat], at.decks[event.seat]
            yield (*row, event.joker, len(at.columns[name]) + 1, *held)


def passes(number: int, s: Session) -> Iterator[Row]:
    """One row a pass; nothing is hidden in a session that was played here."""
    for at in seen(s):
        if isinstance(at.event, Passed):
            seat = at.event.seat
            row = (number, at.step, seat, at.climb, at.length, True, at.event.unchecked)
            yield (*row, at.hands[seat], at.decks[seat])


def draws(number: int, s: Session) -> Iterator[Row]:
    """One row a seat that drew."""
    for at in seen(s):
        if isinstance(at.event, HandReplenished):
            yield number, at.step, at.event.seat, at.climb, len(at.event.cards)


def clears(number: int, s: Session) -> Iterator[Row]:
    """One row a cleared column."""
    for at in seen(s):
        for name in at.event.columns if isinstance(at.event, ColumnsCleared) else ():
            own = sum(seat == at.last for seat in at.columns[name])
            other = len(at.columns[name]) - own
            yield number, at.step, at.last, at.climb, name, own, other


def games(number: int, s: Session) -> Iterator[Row]:
    """One row a session: lines are looked for in the whole board at its end."""
    *_, end = seen(s)
    won = end.event.stored_name.endswith(".game_won:1")
    board = (number, list(COLUMNS), [6] * 5, 38)
    if not won:
        yield (*board, None, None, None)
        return
    found = list(lines(end.columns, end.last))
    cells = sorted({cell for _, line in found for cell in line})
    shed = end.hands[end.last] + end.decks[end.last] == 0
    yield (*board, sorted(way for way, _ in found), cells, shed)


def lines(columns: dict[str, list[int]], seat: int) -> Iterator[tuple[str, list[str]]]:
    """Find a seat's lines: maximal rows of four or more neighbours."""
    own = {
        (x, y)
        for x, name in enumerate(COLUMNS)
        for y, token in enumerate(columns[name])
        if token == seat
    }
    ways = (("vertical", 0, 1), ("horizontal", 1, 0), ("diagonal", 1, 1), ("diagonal", 1, -1))
    for way, dx, dy in ways:
        for x, y in own:
            if (x - dx, y - dy) in own:
                continue
            line = []
            while (x, y) in own:
                line.append(f"{'abcde'[x]}{y + 1}")
                x, y = x + dx, y + dy
            if len(line) >= 4:
                yield way, line


def climbs(number: int, s: Session) -> Iterator[Row]:
    """One row a climb that has begun."""
    leader: dict[int, int] = {}
    lengths: dict[int, int] = {}
    passed: dict[int, tuple[int, int, bool]] = {}
    befores = [before for before, _, _ in s.history()]
    for at in seen(s):
        if isinstance(at.event, CombinationPlayed | Passed):
            leader.setdefault(at.climb, at.event.seat)
            lengths.setdefault(at.climb, 0)
        if isinstance(at.event, CombinationPlayed):
            lengths[at.climb] += 1
        if isinstance(at.event, Passed):
            forced = len(s.game.legal_actions(befores[at.step])) == 1
            passed[at.climb] = at.step, at.event.seat, forced
    for climb, seat in leader.items():
        step, passer, forced_ = passed.get(climb, (None, None, None))
        yield number, climb, step, lengths[climb], seat, passer, forced_


TABLES: dict[str, tuple[tuple[str, ...], Recount]] = {
    "lep_plays": (
        (
            *("session", "step", "seat", "climb", "nth", "kind", "low", "joker", "height"),
            *("hand", "deck"),
        ),
        plays,
    ),
    "lep_passes": (
        (
            *("session", "step", "seat", "climb", "length", "seen", "unchecked"),
            *("hand", "deck"),
        ),
        passes,
    ),
    "lep_draws": (("session", "step", "seat", "climb", "cards"), draws),
    "lep_clears": (("session", "step", "seat", "climb", "kind", "own", "other"), clears),
    "lep_games": (
        ("session", "columns", "heights", "cards", "lines", "cells", "shed"),
        games,
    ),
}
"""For each table its columns and what it should hold for a session."""

CLIMBS = ("session", "climb", "pass_step", "length", "leader", "passer", "forced")
"""The columns of the view ``lep_climbs``, which :func:`climbs` recounts."""
