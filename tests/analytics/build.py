"""Stores in memory for tests: sessions as people and bots play them, damage as disks do it."""

import tomllib
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from msgspec.structs import replace

from analytics.progress import Stored
from analytics.projection import catch_up
from analytics.warehouse import Warehouse
from domain.chance import Shuffled, Told
from domain.edition import EditionBase, Sourced, parse_edition
from domain.events import Event, Recorded
from domain.game import Game
from domain.games import LANTERN_MOTHS as GAME
from domain.games.lantern_moths.edition import Edition
from domain.session import CODEC, Session, fold
from domain.session.amend import amend
from domain.session.commands import (
    Table,
    abandon,
    act,
    add_note,
    close,
    open_session,
    take_back,
)
from domain.session.events import Mode, Player

SEEDS = Path(__file__).parents[2] / "seeds"
START = datetime(2026, 5, 1, 19, 0, tzinfo=UTC)
NAMES = ("Ada", "Ben", "Cleo", "Dev", "Eve", "Finn", "Gus", "Hana")


def printed(game: Game) -> Any:
    """Return a game's edition in seeds/."""
    text = (SEEDS / game.name / "edition.toml").read_text(encoding="utf-8")
    return parse_edition(tomllib.loads(text), game.edition)


def edition(**changed: Any) -> Edition:
    """Return Lantern Moths' edition in seeds/, with some values changed for the test's sake."""
    return replace(
        printed(GAME), **{k: Sourced(v, assumed="for a test") for k, v in changed.items()}
    )


class Request(NamedTuple):
    """What one command stored: events that share a time."""

    at: datetime
    events: list[Event]


def people(seats: int) -> tuple[Player, ...]:
    """Seat Ada, Ben and so on."""
    return tuple(Player(name) for name in NAMES[:seats])


def bots(seats: int) -> tuple[Player, ...]:
    """Seat bots that play at random."""
    return tuple(Player(f"Random {seat + 1}", "random") for seat in range(seats))


def play(
    seed: object,
    players: Sequence[Player] = people(2),
    *,
    game: Game = GAME,
    start: int | None = None,
    choose: Callable[[Any, Sequence[Any]], Any] | None = None,
    mode: Mode = "digital",
    options: dict[str, str] | None = None,
    box: EditionBase | None = None,
    moves: int = 10_000,
    take_backs: float = 0,
    notes: float = 0,
    end: str = "closed",
    seconds: Sequence[float] = (5, 9, 20, 41),
    **table: Any,
) -> list[Request]:
    """Play a session through its commands, up to so many moves.

    ``choose(position, legal)`` chooses; without it, chance does, as it does who starts.
    ``take_backs`` and ``notes`` are chances a move; ``seconds`` what a choice can take; ``end``
    says how it stops: closed, finished, abandoned or live.
    """
    rng = Random(f"test/{seed}")
    chance = Shuffled(rng)
    laid = Table(
        game=game,
        rules="v4",
        edition=box or printed(game),
        players=tuple(players),
        options=options or {},
        mode=mode,
        start=rng.randrange(len(players)) if start is None else start,
        **table,
    )
    at = START + timedelta(minutes=rng.randrange(10_000))
    requests = [Request(at, open_session(laid, chance))]
    session = replayed(requests)

    def record(events: list[Event]) -> None:
        nonlocal session
        requests.append(Request(at, events))
        first = session.version + 1
        more = [Recorded(session.id, v, at, e) for v, e in enumerate(events, first)]
        moved = fold(more, session)
        assert moved is not None
        session = moved

    while session.status == "live" and moves > 0:
        moves -= 1
        at += timedelta(seconds=rng.choice(seconds))
        legal = game.legal_actions(session.state)
        record(act(session, choose(session.state, legal) if choose else rng.choice(legal), chance))
        if rng.random() < notes:
            record(add_note(session, session.last_step, "A note", "Ada"))
        if session.status == "live" and rng.random() < take_backs:
            choices = [s for s in range(session.last_step) if game.to_act(session.state_at(s))]
            at += timedelta(seconds=3)
            record(take_back(session, rng.choice(choices)))
    at += timedelta(seconds=30)
    if end == "closed" and session.status == "finished":
        record(close(session))
    elif end == "abandoned" and session.status == "live":
        record(abandon(session))
    return requests


def set_right(requests: list[Request], step: int = 1) -> list[Request]:
    """Let an action of a table's log be amended to what it was, which changes nothing else."""
    session = replayed(requests)
    told = Told(session.game.answers(session.moves[step].event))
    amended = amend(session, step, dict(session.actions)[step], told)
    return [*requests, Request(requests[-1].at + timedelta(seconds=9), [amended.event])]


def replayed(requests: Iterable[Request]) -> Session:
    """Fold requests into a session."""
    stored = [(request.at, event) for request in requests for event in request.events]
    entries = [Recorded(UUID(int=1), v, at, event) for v, (at, event) in enumerate(stored, 1)]
    session = fold(entries)
    assert session is not None
    return session


class Log:
    """A store in memory; ``rows`` are in order of position, which may have gaps."""

    def __init__(self, rows: Iterable[Stored] = ()) -> None:
        self.rows = list(rows)
        self._versions = Counter(row[1] for row in self.rows)
        self._folded: tuple[list[Stored], dict[int, Session]] | None = None

    def add(self, nth: int, request: Request) -> None:
        """Store a request of the session with that number."""
        session_id = UUID(int=(nth + 1) << 64).hex
        for event in request.events:
            self._versions[session_id] += 1
            name, state = CODEC.encode(request.at, event)
            self.rows.append((self.end + 1, session_id, self._versions[session_id], name, state))

    @property
    def end(self) -> int:
        """The newest position."""
        return self.rows[-1][0] if self.rows else 0

    def up_to(self, position: int) -> "Log":
        """Return a store that ends there."""
        return Log(row for row in self.rows if row[0] <= position)

    def without(self, session_id: str) -> "Log":
        """Return a store that never heard of a session."""
        return Log(row for row in self.rows if row[1] != session_id)

    def source(self, after: int, limit: int) -> list[Stored]:
        """Return up to so many rows behind a position."""
        first = bisect_right(self.rows, after, key=lambda row: row[0])
        return self.rows[first : first + limit]

    def history(self, session_id: str, version: int) -> list[tuple[int, str, bytes]]:
        """Return a session's rows up to a version."""
        return [row[2:] for row in self.rows if row[1] == session_id and row[2] <= version]

    def sessions(self) -> dict[int, Session]:
        """Fold every session, by the position of its first event; nothing here is projected.
        Folded once for all who ask, until a row changes.
        """
        if self._folded is None or self._folded[0] != self.rows:
            self._folded = [*self.rows], self._fold()
        return dict(self._folded[1])

    def _fold(self) -> dict[int, Session]:
        entries: dict[str, list[Recorded]] = {}
        firsts: dict[str, int] = {}
        for position, session_id, version, name, state in self.rows:
            recorded = CODEC.decode(UUID(session_id), version, name, state)
            entries.setdefault(session_id, []).append(recorded)
            firsts.setdefault(session_id, position)
        folded = {firsts[session_id]: fold(log) for session_id, log in entries.items()}
        return {number: session for number, session in folded.items() if session is not None}

    def follow(self, warehouse: Warehouse, batch: int = 10_000) -> int:
        """Bring a warehouse up to date with this store."""
        return catch_up(warehouse, self.source, self.history, batch)


def one_after_the_other(sessions: Iterable[list[Request]]) -> Log:
    """Store whole sessions, each behind the one before it."""
    log = Log()
    for nth, requests in enumerate(sessions):
        for request in requests:
            log.add(nth, request)
    return log


def interleaved(sessions: Iterable[list[Request]], seed: object = 0) -> Log:
    """Store sessions that are played at the same time."""
    rng, log = Random(f"test/order/{seed}"), Log()
    waiting = [(nth, list(requests)) for nth, requests in enumerate(sessions)]
    while waiting:
        nth, requests = waiting[rng.randrange(len(waiting))]
        log.add(nth, requests.pop(0))
        waiting = [pair for pair in waiting if pair[1]]
    return log


def dump(warehouse: Warehouse) -> dict[str, list[tuple[Any, ...]]]:
    """Return every table's rows, sorted; of the position, what it is at."""
    cursor = warehouse.cursor()
    tables = {
        name: cursor.execute(f'FROM "{name}" ORDER BY ALL').fetchall() for name in warehouse.columns
    }
    return {name: [tuple(map(repr, row)) for row in rows] for name, rows in tables.items()}
