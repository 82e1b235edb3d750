"""Starts the service on a folder of its own and lets seats play on it."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psutil

from domain.games import GAMES

ROOT = Path(__file__).parents[2]
SETTLE = 10.0  # seconds in which everybody sits down; they do not count


@dataclass(frozen=True)
class Found:
    """What came of a run.

    :ivar report: what the seats saw.
    :ivar memory: the server's resident memory in bytes, at even distances from start to end.
    :ivar server_cpu: seconds that the server's threads worked while it was measured.
    :ivar lost: moves that were acknowledged and are not stored.
    :ivar logged: what the server's log says of faults.
    """

    report: dict[str, Any]
    memory: list[int]
    server_cpu: float
    lost: int
    logged: list[str]


def tables(seats: int, sessions: int) -> list[tuple[str, int]]:
    """Spread seats over sessions of all games, two to four at each.

    >>> tables(10, 4)
    [('lantern-moths', 3), ('lepidoptery', 2), ('nocturnis', 3), ('lantern-moths', 2)]
    """
    names = cycle(game.command_name for game in GAMES.values())
    room = cycle(game.seats for game in GAMES.values())
    taken: list[tuple[str, int]] = []
    left = seats
    for n, (name, most) in enumerate(islice(zip(names, room, strict=True), sessions)):
        here = max(2, min(most[-1], 4, -(-left // (sessions - n))))
        taken.append((name, here))
        left -= here
    return taken


def run(
    folder: Path, seats: int, sessions: int, seconds: float, think: tuple[float, float]
) -> Found:
    """Play on a server of its own for some seconds behind the settling.

    :raises RuntimeError: the server or the seats ended before.
    """
    with server(folder, threads=seats + 50) as (process, port):
        asked = {
            "host": "127.0.0.1",
            "port": port,
            "tables": tables(seats, sessions),
            "think": think,
            "seconds": seconds,
            "settle": SETTLE,
            "report": str(folder / "report.json"),
        }
        playing = subprocess.Popen(
            [sys.executable, "-m", "tests.load.seats"],
            cwd=ROOT,
            env={**os.environ, "LOAD": json.dumps(asked)},
        )
        try:
            memory, cpu = watch(process, playing, seconds)
            if playing.wait(120):
                raise RuntimeError("the seats ended with an error")
        finally:
            playing.kill()
            playing.wait()
    report = json.loads((folder / "report.json").read_text())
    stored = keys(folder / "data" / "events.sqlite")
    lost = sum(key not in stored for key in report.pop("acknowledged"))
    log = (folder / "server.log").read_text().splitlines()
    logged = [line for line in log if '"level":"info"' not in line and line.startswith("{")]
    return Found(report, memory, cpu, lost, logged)


@contextmanager
def server(folder: Path, threads: int) -> Iterator[tuple[psutil.Process, int]]:
    """Start the service, and stop it gracefully."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [sys.executable, "-c", "from service.cli import main; main()"]
    command += ["--data", str(folder / "data"), "serve", "--port", str(port)]
    command += ["--threads", str(threads)]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
    try:
        _wait_until_ready(process, port)
        yield psutil.Process(process.pid), port
        process.send_signal(signal.SIGTERM)
        if process.wait(60):
            raise RuntimeError("the server ended with an error")
    finally:
        process.kill()
        process.wait()


def watch(
    process: psutil.Process, playing: subprocess.Popen[bytes], seconds: float, looks: int = 6
) -> tuple[list[int], float]:
    """Look at the server's memory and processor time while seats play."""
    time.sleep(SETTLE)
    before = process.cpu_times()
    memory = [process.memory_info().rss]
    for _ in range(looks):
        time.sleep(seconds / looks)
        if playing.poll():
            raise RuntimeError("the seats ended with an error")
        memory.append(process.memory_info().rss)
    after = process.cpu_times()
    return memory, after.user + after.system - before.user - before.system


def keys(store: Path) -> set[str]:
    """Read what forms gave as keys; the service adds a fingerprint of the form to each."""
    with sqlite3.connect(store) as db:
        found = db.execute("SELECT DISTINCT json_extract(state, '$.key') FROM stored_events")
        return {key.partition("-")[0] for (key,) in found if key}


def _wait_until_ready(process: subprocess.Popen[bytes], port: int) -> None:
    for _ in range(1200):
        if process.poll() is not None:
            raise RuntimeError("the server did not start")
        try:
            with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not become ready")
