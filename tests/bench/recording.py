"""Games simulated, recorded and committed; and bulk appends beside bare SQLite."""

import argparse
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from analytics.simulation import Row
from domain.game import Game
from domain.games import LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS
from service.simulating import EVENTS_A_TRANSACTION
from service.store import Playtests
from tests.bench.common import FigureRow, folder, plan, record_games, rows_of, seconds

TARGETS = ((LANTERN_MOTHS, 3, 1000), (LEPIDOPTERY, 2, 1500), (NOCTURNIS, 3, 100))
"""Game, seats, and how many random games a second are asked for on two cores."""


def figures(arguments: argparse.Namespace) -> Iterator[FigureRow]:
    """Yield games a second of each game, and the share of bare SQLite that the store reaches."""
    for game, seats, target in TARGETS:
        yield from _figures(arguments, game, seats, target)


def _figures(
    arguments: argparse.Namespace, game: Game, seats: int, target: int
) -> Iterator[FigureRow]:
    games, workers = arguments.games, arguments.workers
    best_games, best_append, best_bare = 0.0, 0.0, 0.0
    chosen = plan(seats, game=game)
    rows = list(rows_of(chosen, games))
    for nth in range(arguments.rounds):
        with folder() as data:
            store = Playtests(data)
            chosen = plan(seats, f"bench {nth}", game)
            taken = seconds(lambda: record_games(store, chosen, games, workers))  # noqa: B023
            store.close()
            best_games = max(best_games, games / taken)
        with folder() as data:
            store = Playtests(data)
            taken = seconds(lambda: _append(store, rows))  # noqa: B023
            store.close()
            best_append = max(best_append, len(rows) / taken)
        with folder() as data:
            taken = seconds(lambda: _bare(data / "bare.sqlite", rows))
            best_bare = max(best_bare, len(rows) / taken)
    in_games = best_bare / (len(rows) / games)
    yield (
        f"random {game.title} games simulated, recorded, committed ({workers} workers)",
        best_games,
        "games/s",
        target,
        in_games,
        "their rows by bare sqlite3",
    )
    yield (
        f"bulk append, {game.title}",
        best_append,
        "events/s",
        0.5 * best_bare,
        best_bare,
        "bare sqlite3, same rows",
    )


def _append(store: Playtests, rows: list[Row]) -> None:
    for at in range(0, len(rows), EVENTS_A_TRANSACTION):
        store.append_encoded(rows[at : at + EVENTS_A_TRANSACTION])


def _bare(path: Path, rows: list[Row]) -> None:
    """Insert the same rows with nothing but sqlite3, with the same settings and batches."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute(
        "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, "
        "state BLOB, PRIMARY KEY (originator_id, originator_version))"
    )
    for at in range(0, len(rows), EVENTS_A_TRANSACTION):
        db.execute("BEGIN")
        db.executemany(
            "INSERT INTO stored_events VALUES (?,?,?,?)", rows[at : at + EVENTS_A_TRANSACTION]
        )
        db.execute("COMMIT")
    db.close()
