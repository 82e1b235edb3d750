"""A session of a hundred events rebuilt from the store, with its position."""

import argparse
import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from statistics import median
from uuid import UUID

from service.store import Playtests
from tests.bench.common import FigureRow, folder, plan, rows_of

EVENTS = 100
TIMES = 300


def figures(arguments: argparse.Namespace) -> Iterator[FigureRow]:
    """Yield milliseconds a rebuild."""
    with folder() as data:
        store = Playtests(data)
        session_id = _store_one(store)
        db = sqlite3.connect(data / "events.sqlite")
        rebuilt, bare = [], []
        for _ in range(arguments.rounds):
            rebuilt.append(_median_ms(lambda: store.load(session_id).state))
            bare.append(_median_ms(lambda: _bare(db, session_id)))
        db.close()
        store.close()
    yield (
        f"rebuild of a session of {EVENTS} events",
        min(rebuilt),
        "ms",
        1.0,
        min(bare),
        "select and json.loads",
        True,
    )


def _store_one(store: Playtests) -> UUID:
    """Store a session cut off at exactly the number of events."""
    rows = list(rows_of(plan(seats=2), 25))
    chosen = min(row[0] for row in rows if row[1] == EVENTS)
    store.append_encoded(r for r in rows if r[0] == chosen and r[1] <= EVENTS)
    return UUID(chosen)


def _bare(db: sqlite3.Connection, session_id: UUID) -> list[object]:
    found = db.execute(
        "SELECT state FROM stored_events WHERE originator_id = ? ORDER BY originator_version",
        (session_id.hex,),
    )
    return [json.loads(state) for (state,) in found]


def _median_ms(work: Callable[[], object]) -> float:
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return median(taken) * 1000
