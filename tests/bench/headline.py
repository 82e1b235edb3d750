"""Games simulated, every event committed, projected and one figure drawn, by the commands alone.

``python -m tests.bench --only headline --games 100000`` measures what is promised; fewer games are
given their share of the time, and a while for the two commands to begin.
"""

import argparse
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil

from service.simulating import EVENTS_A_TRANSACTION
from service.store import Playtests
from tests.bench.common import FigureRow, folder

GAMES, SECONDS, MEBIBYTES = 100_000, 180.0, 1024
BEGIN = 5.0  # seconds for the commands to begin, of which 180 s hold some too
LOOK = 0.1  # seconds between looks at the memory
REPORT = "length"

COMMAND = [sys.executable, "-c", "from service.cli import main; main()"]


def figures(arguments: argparse.Namespace) -> Iterator[FigureRow]:
    """Yield seconds, and mebibytes of all processes together at the worst moment. One run."""
    games = arguments.games
    with folder() as data:
        game, mothlog = "lantern-moths", [*COMMAND, "--data", str(data)]
        asked = ["--games", str(games), "--players", "2", "--seed", "headline"]
        workers = ["--workers", str(arguments.workers)]
        began = time.perf_counter()
        played = _most([*mothlog, "simulate", game, *asked, *workers])
        simulated = time.perf_counter() - began
        figure = ["--by", "bots", "--format", "svg", "--out", str(data / "figure.svg")]
        counted = _most([*mothlog, "stats", game, REPORT, *figure])
        taken = time.perf_counter() - began
        assert (data / "figure.svg").stat().st_size
        bare = _bare(data)
    target = SECONDS if games >= GAMES else SECONDS * games / GAMES + BEGIN
    many = f"{games:,} Lantern Moths games, 2 seats"
    did = f"{many}: simulated ({simulated:,.0f} s), committed, projected, charted"
    yield did, taken, "s", target, bare, "their rows by bare sqlite3", True
    worst = max(played, counted)
    which = f"memory of all processes (simulate {played:,.0f}, stats {counted:,.0f})"
    yield which, worst, "MiB", MEBIBYTES, _idle(mothlog), "one idle command", True


def _most(command: list[str]) -> float:
    """Run a command and return the most memory that its processes held at once, in MiB.

    Pages that several of them share are counted once, where the system tells (PSS).
    """
    most = 0.0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            most = max(most, _held(process.pid))
            time.sleep(LOOK)
    assert process.returncode == 0, command
    return most


def _held(pid: int) -> float:
    held = 0
    with suppress(psutil.NoSuchProcess):
        first = psutil.Process(pid)
        for one in (first, *first.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                told = one.memory_full_info()
                held += getattr(told, "pss", told.rss)
    return held / 2**20


def _idle(mothlog: list[str]) -> float:
    """Return the memory of a command that has next to nothing to do."""
    return _most([*mothlog, "sessions", "--limit", "1"])


def _bare(data: Path) -> float:
    """Return the seconds in which nothing but sqlite3 inserts the same rows."""
    store, taken, after = Playtests(data), 0.0, 0
    db = sqlite3.connect(data / "bare.sqlite", isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute(
        "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, "
        "state BLOB, PRIMARY KEY (originator_id, originator_version))"
    )
    while found := store.read(after, EVENTS_A_TRANSACTION):
        after, rows = found[-1][0], [row[1:] for row in found]
        began = time.perf_counter()
        db.execute("BEGIN")
        db.executemany("INSERT INTO stored_events VALUES (?,?,?,?)", rows)
        db.execute("COMMIT")
        taken += time.perf_counter() - began
    db.close()
    store.close()
    return taken
