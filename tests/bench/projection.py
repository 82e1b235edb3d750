"""Stored events projected into the statistics, facts included."""

import argparse
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow as pa

from service.projector import Projector
from service.store import Playtests
from tests.bench.common import FigureRow, folder, plan, record_games, seconds

BATCH = 10_000


def figures(arguments: argparse.Namespace) -> Iterator[FigureRow]:
    """Yield events a second, beside copying the stored rows into DuckDB as they are."""
    with folder() as data:
        store = Playtests(data)
        record_games(store, plan(), arguments.games, arguments.workers)
        events = store.last_position()
        best, bare = 0.0, 0.0
        for nth in range(arguments.rounds):
            projector = Projector(store, data / f"warehouse-{nth}")
            projector.warehouse.cursor()
            best = max(best, events / seconds(projector.catch_up))
            projector.close()
            target = data / f"bare-{nth}.duckdb"
            copied = seconds(lambda: _bare(data / "events.sqlite", target))  # noqa: B023
            bare = max(bare, events / copied)
        store.close()
    yield ("projection, facts included", best, "events/s", 100_000, bare, "rows copied undecoded")


def _bare(source: Path, target: Path) -> None:
    db = sqlite3.connect(source)
    warehouse = duckdb.connect(str(target))
    warehouse.execute("CREATE TABLE copy (id TEXT, version INT, topic TEXT, state BLOB)")
    found = db.execute("SELECT originator_id, originator_version, topic, state FROM stored_events")
    while rows := found.fetchmany(BATCH):
        names = ["id", "version", "topic", "state"]
        batch = pa.table([pa.array(column) for column in zip(*rows, strict=True)], names=names)
        warehouse.register("batch", batch)
        warehouse.execute("INSERT INTO copy SELECT * FROM batch")
        warehouse.unregister("batch")
    warehouse.close()
    db.close()
