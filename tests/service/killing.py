"""The command in a process of its own, stopped and killed; and what its store holds then."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from analytics.farm import Here
from service.simulating import record
from service.store import Playtests
from tests.bench.common import plan, run_of

ROOT = Path(__file__).parents[2]
MOTHLOG = [sys.executable, "-c", "from service.cli import main; main()"]
STEPWISE = [
    sys.executable,
    "-c",
    """
import sys
from analytics import runs
from service import simulating
from service.cli import main

runs.LARGEST = 5
simulating.EVENTS_A_TRANSACTION, simulating.SECONDS_A_TRANSACTION = 6_000, float("inf")
commit = simulating.Recording.commit

def commit_and_wait(recording):
    commit(recording)
    sys.stdin.readline()

simulating.Recording.commit = commit_and_wait
main()
""",
]
"""The command, which stores few games at once and then waits for a line, or for the end of all."""

SECONDS = 120

Games = list[list[tuple[int, str, Any]]]
"""Games in the order of their ids: version, stored name and content of each event."""


@contextmanager
def running(data: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run the command in steps, in a group of its own, and leave nothing of it behind."""
    process = subprocess.Popen(
        [*STEPWISE, "--data", str(data), *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def let_on(process: subprocess.Popen[str]) -> None:
    """Let a command that waits store the next games."""
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def wait_for(happened: Callable[[], Any], process: subprocess.Popen[str] | None = None) -> Any:
    """Return what a look finds once it finds something."""
    until = time.monotonic() + SECONDS
    while not (found := happened()):
        assert time.monotonic() < until
        assert process is None or process.poll() is None, process.communicate()
        time.sleep(0.01)
    return found


def workers(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Return the processes that play for one."""
    found = psutil.Process(process.pid).children()
    return [one for one in found if "spawn_main" in _told(one)]


def _told(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:  # it has just ended
        return ""


def stored(data: Path) -> int:
    """Count the games that are stored to their end."""
    try:
        with sqlite3.connect(f"file:{data / 'events.sqlite'}?mode=ro", uri=True) as db:
            query = "SELECT count(*) FROM stored_events WHERE topic = 'session.closed:1'"
            return int(db.execute(query).fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def games(data: Path) -> Games:
    """Read all games."""
    found: dict[str, list[tuple[int, str, Any]]] = {}
    with sqlite3.connect(data / "events.sqlite") as db:
        query = "SELECT * FROM stored_events ORDER BY originator_id, originator_version"
        for id_, version, name, state in db.execute(query):
            found.setdefault(id_, []).append((version, name, json.loads(state)["event"]))
    return list(found.values())


def undisturbed(data: Path, count: int, seed: str) -> Games:
    """Play the games of a seed in this process and read them."""
    store = Playtests(data)
    assert record(store, run_of(plan(2, seed), count), Here())[0] == count
    store.close()
    return games(data)
