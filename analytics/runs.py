"""Runs: a plan, how many of its games are wanted, and when it began; its games as rows to store."""

import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cached_property
from hashlib import blake2b
from itertools import count, repeat
from typing import NamedTuple
from uuid import UUID

import msgspec
from msgspec.structs import replace

from analytics.farm import Backend, Stop
from analytics.simulation import Plan, Row, opening, play_out
from domain.session import CODEC
from domain.session.events import SessionOpened
from domain.session.ids import uuid7_of

MOST_GAMES = 1 << 34  # what the numbers in the ids can count
A_TASK = 0.2  # seconds of play that a task aims at
LARGEST = 100  # games a task

_NUMBER, _KEY = 34, 40  # bits of an id behind its time


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """Games 0 to ``games`` - 1 of a plan, on their way into a store.

    :ivar at: the time that all events carry; the ids of the sessions begin with it.
    :ivar key: 10 hex digits that no other run has; the ids end with them.
    """

    plan: Plan
    games: int
    at: datetime
    key: str


class Batch(NamedTuple):
    """Games that were played in a row: stored names and JSON of all events of each, by version.

    Columns, since rows of their own would make three times the work of a worker's message.

    :ivar seconds: how long they took.
    """

    first: int
    games: tuple[tuple[tuple[str, ...], tuple[bytes, ...]], ...]
    seconds: float

    def rows(self, run: Run) -> Iterator[Row]:
        """Yield the rows to store, game by game."""
        for number, (names, states) in enumerate(self.games, self.first):
            yield from zip(repeat(session_id(run, number).hex), count(1), names, states)


def session_id(run: Run, number: int) -> UUID:
    """Return the id of a game of a run, the same one whenever it is played again.

    It is a version 7 one (RFC 9562): the run's time, then the game's number, so that games lie
    in the store's index in the order of their numbers, then the run's key.
    """
    return uuid7_of(int(run.at.timestamp() * 1000), number << _KEY | int(run.key, 16))


def number_in(tail: str) -> int:
    """Return the game's number in an id of a run.

    :param tail: the 20 hex digits behind the time.

    >>> from uuid import UUID
    >>> at, plan = (
    ...     datetime(2026, 1, 2),
    ...     Plan(game="lepidoptery", rules="", edition={}, options={}, bots=(), seed=""),
    ... )
    >>> run = Run(plan=plan, games=10**7, at=at, key="00000000ff")
    >>> number_in(session_id(run, 7_654_321).hex[12:])
    7654321
    """
    digits = int(tail, 16)
    return ((digits >> 64 & 0xFFF) << 62 | digits & (1 << 62) - 1) >> _KEY


def key_of(plan: Plan, games: int, at: datetime, salt: bytes) -> str:
    """Return a key for a new run.

    :param salt: told apart by it are runs that begin in the same moment.
    """
    said = msgspec.json.encode([plan, games, at]) + salt
    return blake2b(said, digest_size=_KEY // 8).hexdigest()


def missing(games: int, stored: Iterable[int]) -> list[range]:
    """Return what is still to be played.

    :param stored: numbers of games, in ascending order.

    >>> missing(10, [0, 1, 4, 9])
    [range(2, 4), range(5, 9)]
    """
    gaps, begin = [], 0
    for number in stored:
        if number > begin:
            gaps.append(range(begin, number))
        begin = number + 1
    return [*gaps, range(begin, games)] if begin < games else gaps


class Pace:
    """Says how many games a task should have, so that it takes about as long as others do.

    Quick games are sent by the hundred; of games that take seconds, each is a task.
    """

    size = 1

    def note(self, batch: Batch) -> None:
        """Learn from a batch that is played."""
        wanted = A_TASK * len(batch.games) / max(batch.seconds, 1e-6)
        self.size = max(1, min(LARGEST, int(wanted), self.size * 4))


def play(run: Run, gaps: Iterable[range], backend: Backend, stop: Stop) -> Iterator[Batch]:
    """Yield the games of a run that are missing, in order, until somebody stops it.

    :raises FarmError: the workers cannot go on.
    """
    pace = Pace()
    for batch in backend.results(Player(run), _tasks(gaps, pace), stop):
        pace.note(batch)
        yield batch


def _tasks(gaps: Iterable[range], pace: Pace) -> Iterator[range]:
    for gap in gaps:
        first = gap.start
        while first < gap.stop:
            task = range(first, min(first + pace.size, gap.stop))
            yield task
            first = task.stop


class Player:
    """Plays some games of a run. What they share is worked out once in each process."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def __call__(self, numbers: range) -> Batch:
        """Play games and return all their events, encoded."""
        began, plan, opened = time.perf_counter(), self.run.plan, self._opened
        games = []
        for number in numbers:
            mine = replace(opened, seed=f"{plan.seed}/{number}")
            encoded = CODEC.encode_all(self.run.at, play_out(plan, mine, number))
            names, states = zip(*encoded, strict=True)
            games.append((names, states))
        return Batch(numbers.start, tuple(games), time.perf_counter() - began)

    @cached_property
    def _opened(self) -> SessionOpened:
        return opening(self.run.plan)
