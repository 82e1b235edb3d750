"""Stored events projected into the statistics, facts included."""

import argparse
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import duckdb
import pyarrow as pa

from analytics.projection import catch_up
from analytics.warehouse import Warehouse
from service.store import Playtests
from tests.bench.common import FigureRow, folder, plan, record_games, seconds

BATCH = 10_000
TARGET = 100_000
TWICE = 2  # the games of the other benches: processes take over only where many events are due


def figures(arguments: argparse.Namespace) -> Iterator[FigureRow]:
    """Yield events a second in one process and shared by several, beside copying the stored rows
    into DuckDB as they are.
    """
    with folder() as data:
        store = Playtests(data)
        record_games(store, plan(), TWICE * arguments.games, arguments.workers)
        events = store.last_position()
        best, bare = {1: 0.0, arguments.workers: 0.0}, 0.0
        for nth in range(arguments.rounds):
            for workers in best:
                warehouse = Warehouse(data / f"warehouse-{nth}-{workers}")
                taken = seconds(lambda: _projected(warehouse, store, workers))  # noqa: B023
                best[workers] = max(best[workers], events / taken)
                warehouse.close()
            target = data / f"bare-{nth}.duckdb"
            copied = seconds(lambda: _bare(data / "events.sqlite", target))  # noqa: B023
            bare = max(bare, events / copied)
        store.close()
    for workers, reached in best.items():
        name = "projection, facts included"
        name += f", {workers} workers" if workers > 1 else ", one process"
        yield name, reached, "events/s", TARGET, bare, "rows copied undecoded"


def _projected(warehouse: Warehouse, store: Playtests, workers: int) -> None:
    def history(session_id: str, version: int) -> list[tuple[int, str, bytes]]:
        found = store.recorder.select_events(UUID(session_id), lte=version)
        return [(e.originator_version, e.topic, e.state) for e in found]

    catch_up(warehouse, store.read, history, workers=workers)


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
