"""Keeps the statistics up to date with the store, in the background or on demand."""

import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, Thread
from uuid import UUID

from analytics.projection import catch_up
from analytics.warehouse import DuckDBError, Warehouse, WarehouseBusy, WarehouseDamaged, remove
from service.store import Playtests, StoreError

PAUSE = 0.5  # seconds between looks at the store when nobody calls
REST = 10  # times as long as it took it rests, as a batch of one event costs near as much as of ten
LONGEST_REST = 1.0  # seconds
SLOTS = 8
WORKERS = os.cpu_count() or 1

log = logging.getLogger("mothlog.projector")


class Projector:
    """Owns one warehouse file and moves it on.

    DuckDB lets one process open a file for writing. A second process on the same data folder
    (a command beside a running service) follows the store into a file of its own; each is a
    view and knows the position it has reached.
    """

    def __init__(self, store: Playtests, data: Path) -> None:
        self._store = store
        self._data = data
        self._opening = Lock()
        self._following = Lock()
        self._wake = Event()
        self._stop = Event()
        self._thread: Thread | None = None
        self._warehouse: Warehouse | None = None
        self._failed = 0  # times in a row that the file could not be followed
        self.whole_at = time.monotonic()  # when nothing was missing last

    @property
    def warehouse(self) -> Warehouse:
        """The warehouse, opened at its first use."""
        with self._opening:
            if self._warehouse is None:
                self._warehouse = self._open()
            return self._warehouse

    def catch_up(self) -> int:
        """Project everything that is stored by now; return the number of events."""
        warehouse = self.warehouse
        with self._following:
            done = catch_up(
                warehouse,
                self._store.read,
                self._history,
                workers=WORKERS,
                stopped=self._stop.is_set,
            )
            if not self._stop.is_set():
                self.whole_at = time.monotonic()
            return done

    def reached(self) -> int:
        """Return the position of the newest event in the statistics, 0 before they are opened."""
        if self._warehouse is None:
            return 0
        row = self._warehouse.cursor().execute("SELECT reached FROM position").fetchone()
        return int(row[0]) if row else 0

    def rebuild(self) -> int:
        """Drop the statistics and project the whole store again."""
        path = self.warehouse.path
        with self._opening, self._following:
            assert self._warehouse is not None
            self._warehouse.close()
            remove(path)
            warehouse = self._warehouse = Warehouse(path)
            return catch_up(warehouse, self._store.read, self._history, workers=WORKERS)

    @contextmanager
    def still(self) -> Iterator[Warehouse]:
        """Lend the warehouse while nothing moves it on."""
        warehouse = self.warehouse
        with self._following:
            yield self._warehouse or warehouse

    def start(self) -> None:
        """Follow the store in the background until :meth:`close`."""
        self._thread = Thread(target=self._follow, name="projector", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Say that something was stored."""
        self._wake.set()

    def close(self) -> None:
        """Stop following behind the batch in hand and close the warehouse."""
        self._stop.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
        with self._following:
            if self._warehouse is not None:
                self._warehouse.close()

    def _follow(self) -> None:
        while not self._stop.is_set():
            self._wake.clear()
            try:
                began = time.monotonic()
                if self.catch_up():
                    took = time.monotonic() - began
                    self._stop.wait(min(REST * took, LONGEST_REST))
                self._failed = 0
            except DuckDBError as error:
                self._heal(error)
            except (StoreError, sqlite3.Error) as error:
                log.error("the store cannot be read (%s); trying again", error)
            except Exception:
                log.exception("the statistics could not be brought up to date; trying again")
            self._wake.wait(PAUSE)

    def _heal(self, error: DuckDBError) -> None:
        """Make a file anew that fails twice in a row; once, until it could be followed again."""
        self._failed += 1
        if self._failed != 2 or "No space left" in str(error):
            log.error("the statistics could not be brought up to date (%s); trying again", error)
            return
        log.warning("the statistics fail (%s); making them anew from the stored events", error)
        try:
            self.rebuild()
        except Exception:
            log.exception("the statistics could not be made anew; `mothlog rebuild` does")

    def _history(self, session_id: str, up_to: int) -> list[tuple[int, str, bytes]]:
        events = self._store.recorder.select_events(UUID(session_id), lte=up_to)
        return [(e.originator_version, e.topic, e.state) for e in events]

    def _open(self) -> Warehouse:
        for path in self._files():
            try:
                return Warehouse(path)
            except WarehouseBusy:
                continue
            except WarehouseDamaged as error:
                log.warning("%s; making it anew from the stored events", error)
                return Warehouse.anew(path)
        raise WarehouseBusy(f"{SLOTS} processes use the statistics in {self._data} already")

    def _files(self) -> Iterator[Path]:
        yield self._data / "statistics.duckdb"
        for slot in range(2, SLOTS + 1):
            yield self._data / f"statistics-{slot}.duckdb"
