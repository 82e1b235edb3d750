"""The games of a question, chunk by chunk, in worker processes where there are several."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from functools import partial
from hashlib import blake2b
from uuid import UUID

import msgspec

from analytics.experiments.measures import Values
from analytics.experiments.measuring import Measured, measure
from analytics.experiments.playing import openings, play
from analytics.experiments.question import Question
from analytics.farm import Here, Processes, Stop
from analytics.simulation import Row
from domain.session import CODEC, Session
from domain.session.ids import TAIL, uuid7_of

CHUNK = 10  # pairs a task: a fraction of a second where games are quick
TAG = "experiment"


class Side(msgspec.Struct, array_like=True):
    """What a chunk found on one side: values a game, sessions if they are stored, and counts of
    games by clause and by why they ended.
    """

    values: list[Values] = []
    sessions: list[str] = []
    clauses: dict[str, int] = {}
    ends: dict[str, int] = {}

    def add(self, measured: Measured) -> None:
        """Count a game."""
        self.values.append(measured.values)
        for clause in measured.clauses:
            self.clauses[clause] = self.clauses.get(clause, 0) + 1
        if measured.ended_by is not None:
            self.ends[measured.ended_by] = self.ends.get(measured.ended_by, 0) + 1

    def join(self, other: "Side") -> None:
        """Add what a later chunk found."""
        self.values += other.values
        self.sessions += other.sessions
        self.clauses = dict(Counter(self.clauses) + Counter(other.clauses))
        self.ends = dict(Counter(self.ends) + Counter(other.ends))


class Chunk(msgspec.Struct, array_like=True):
    """The games from one number to before another, on every side, in the order of the arms. A
    side that was recorded has none here.
    """

    first: int
    end: int
    sides: list[Side]


class Recording(msgspec.Struct, frozen=True):
    """Says that games are to be stored, and the time that they carry."""

    at: datetime


def tags_of(question: Question) -> tuple[str, ...]:
    """Return the tags of a question's stored games; each also has its side's label."""
    return (TAG, question.key)


def session_id(question: Question, arm: int, number: int, at: datetime) -> UUID:
    """Return the id of a stored game: the same one whenever it is played again.

    It is a version 7 one (RFC 9562): its time, then the game's number, so that games lie in the
    store in the order in which they were played.
    """
    name = f"{question.key}/{arm}/{number}".encode()
    rest = int.from_bytes(blake2b(name, digest_size=8).digest()) >> 14
    tail = ((number << 4 | arm) << 50 | rest) & (1 << TAIL) - 1
    return uuid7_of(int(at.timestamp() * 1000), tail)


def run(
    question: Question,
    workers: int = 0,
    done: Collection[int] = (),
    recording: Recording | None = None,
    stop: Stop = lambda: False,
    nice: int = 0,
) -> Iterator[tuple[Chunk, list[Row]]]:
    """Yield chunks in order, each with the rows of its games if they are to be stored.

    :param workers: processes beside this one; with 0 the games are played here.
    :param done: first numbers of chunks that are not wanted again.
    :param stop: asked between chunks, and with workers all the time.
    :param nice: how far the workers step back behind other processes.
    :raises FarmError: the workers cannot go on.
    """
    wanted = (first for first in range(0, question.games, CHUNK) if first not in done)
    work = partial(some, question, recording)
    backend = Processes(workers, nice=nice) if workers else Here()
    yield from backend.results(work, wanted, stop)


def some(question: Question, recording: Recording | None, first: int) -> tuple[Chunk, list[Row]]:
    """Play one chunk."""
    end = min(first + CHUNK, question.games)
    chunk, rows = Chunk(first, end, [Side() for _ in question.arms]), list[Row]()
    opened = openings(question, tags_of(question) if recording else ())
    for number in range(first, end):
        for nth, (arm, side) in enumerate(zip(question.arms, chunk.sides, strict=True)):
            if arm.recorded is not None:
                continue
            played = play(question, arm, opened[arm.label], number)
            side.add(played.measured)
            if recording:
                id_ = session_id(question, nth, number, recording.at).hex
                side.sessions.append(id_)
                encoded = CODEC.encode_all(recording.at, played.log)
                rows += [(id_, v, name, state) for v, (name, state) in enumerate(encoded, 1)]
    return chunk, rows


def recorded(sessions: Iterable[Session]) -> Side:
    """Measure finished sessions; others are passed over."""
    side = Side()
    for session in sessions:
        if session.status in ("finished", "closed"):
            events = [move.event for move in session.moves]
            choices, seats = len(session.actions), len(session.players)
            side.add(measure(session.game, session.rules, events, choices, seats))
            side.sessions.append(session.id.hex)
    return side


def joined(question: Question, chunks: Iterable[Chunk]) -> list[Side]:
    """Put chunks together, in order of their games."""
    sides = [Side() for _ in question.arms]
    for chunk in sorted(chunks, key=lambda chunk: chunk.first):
        for side, more in zip(sides, chunk.sides, strict=True):
            side.join(more)
    return sides
