"""What each seat does, as locust runs it: ``python -m tests.load`` starts this.

A seat has its page open and hears of each new version by server-sent events; then it asks for its
page anew. Where it is to act it thinks, and sends one of the choices that the page offers.
"""

import json
import os
import re
import sys
import time
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import gevent
from gevent import socket
from gevent.event import Event
from locust import FastHttpUser, events, task
from locust.env import Environment
from locust.stats import RequestStats

ASKED = json.loads(os.environ["LOAD"])
"""``host``, ``port``, ``tables`` (seats and game of each), ``think`` (two ends, in seconds),
``seconds``, ``settle`` (seconds that do not count), ``report`` (a file)."""

CSRF = re.compile(r'name="csrf_token" value="([^"]+)"')
VERSION = re.compile(r'data-version="(\d+)"')
ACTION = re.compile(r'name="action" value="([^"]+)"')
DEALS = ("move", "page")
PLAYED = '<body class="playing">'
"""On the page of a seat while its game goes on; behind its end everybody gets up."""


class Board:
    """A table at which one session after the other is played."""

    def __init__(self, game: str, seats: int) -> None:
        self.game, self.seats = game, seats
        self.session = ""
        self.opened = Event()
        self.free = list(range(seats))


BOARDS = [Board(game, seats) for game, seats in ASKED["tables"]]
ACKNOWLEDGED: list[str] = []
CONFLICTS: list[str] = []
"""The keys of moves that others came before."""


class Seat(FastHttpUser):
    """Somebody in one seat."""

    host = f"http://{ASKED['host']}:{ASKED['port']}"
    network_timeout = connection_timeout = 60.0

    def on_start(self) -> None:
        """Take a seat and let the first one open the session."""
        self.board = next(board for board in BOARDS if board.free)
        self.seat = self.board.free.pop(0)
        self.rng = Random(f"{BOARDS.index(self.board)} {self.seat}")
        self.session = ""
        self.news = Event()
        self.listening: Any = None

    @task
    def look(self) -> None:
        """Look at the page; act if it is this seat's turn, else wait for news."""
        if not self.session and not self._sit_down():
            return
        self.news.clear()
        page = self._page()
        if "data-follow" in page:
            gevent.sleep(self.rng.uniform(*ASKED["think"]))
            self._act(page)
        elif PLAYED in page:
            self.news.wait(30)
        else:
            self._get_up()

    def _sit_down(self) -> bool:
        """Open the next session, or wait until it is open; then take this seat's window."""
        if self.seat == 0:
            players = [{"name": f"Seat {n}"} for n in range(self.board.seats)]
            body = {"game": self.board.game, "mode": "digital", "players": players}
            opened = self.client.post("/api/sessions", json=body, name="open").json()
            self.board.session = opened["session"]["id"]
            self.board.opened.set()
        elif not self.board.opened.wait(30):
            return False
        self.session = self.board.session
        form = {"csrf_token": self._token(self._get("", "sit down"))}
        self._post("here", form, "sit down")
        self._post("window", form | {"seat": str(self.seat)}, "sit down")
        self.listening = gevent.spawn(self._listen, self.session)
        return True

    def _get_up(self) -> None:
        if self.seat == 0:
            self.board.opened.clear()
        else:
            gevent.sleep(1)
        self.session = ""
        if self.listening is not None:
            self.listening.kill()

    def _act(self, page: str) -> None:
        actions = ACTION.findall(page)
        key = uuid4().hex
        form = {
            "csrf_token": self._token(page),
            "action": unescape(self.rng.choice(actions)),
            "version": VERSION.findall(page)[0],
            "key": key,
            "seat": str(self.seat),
        }
        taken = self._post("act", form, "move")
        (ACKNOWLEDGED if taken else CONFLICTS).append(key)

    def _page(self) -> str:
        return self._get(f"?seat={self.seat}", "page")

    def _get(self, query: str, name: str) -> str:
        return str(self.client.get(f"/sessions/{self.session}/play{query}", name=name).text)

    def _post(self, what: str, form: dict[str, str], name: str) -> bool:
        """Send a form; return whether it was taken, or not, as somebody came first."""
        path = f"/sessions/{self.session}/play/{what}"
        with self.client.post(
            path, data=form, name=name, allow_redirects=False, catch_response=True
        ) as answer:
            if answer.status_code in (303, 409):
                answer.success()
            else:
                answer.failure(f"{what}: {answer.status_code}")
            return answer.status_code == 303

    def _token(self, page: str) -> str:
        found = CSRF.search(page)
        return found[1] if found else ""

    def _listen(self, session: str) -> None:
        """Hear of versions until the seat is left; a stream that ends is opened anew."""
        where = (ASKED["host"], ASKED["port"])
        while session == self.session:
            try:
                with socket.create_connection(where) as stream:
                    head = f"GET /sessions/{session}/events HTTP/1.1\r\nHost: {where[0]}\r\n\r\n"
                    stream.sendall(head.encode())
                    while said := stream.recv(4096):
                        if b"event: version" in said:
                            self.news.set()
            except OSError:
                gevent.sleep(0.5)


def main() -> None:
    """Play, then write the report."""
    environment = Environment(user_classes=[Seat], events=events, stop_timeout=5)
    runner = environment.create_local_runner()
    seats = sum(board.seats for board in BOARDS)
    runner.start(seats, spawn_rate=seats / ASKED["settle"])
    gevent.sleep(ASKED["settle"])
    runner.stats.reset_all()
    began, spent = time.monotonic(), time.process_time()
    gevent.sleep(ASKED["seconds"])
    took, spent = time.monotonic() - began, time.process_time() - spent
    found = {name: _times(runner.stats, name) for name in DEALS}
    errors = [f"{error.name}: {error.error}" for error in runner.errors.values()]
    failures = runner.stats.total.num_failures
    runner.quit()
    report = {
        "seats": seats,
        "seconds": took,
        "generator_cpu": spent,
        "times": found,
        "failures": failures,
        "errors": errors,
        "conflicts": len(CONFLICTS),
        "acknowledged": ACKNOWLEDGED,
    }
    Path(ASKED["report"]).write_text(json.dumps(report))


def _times(stats: RequestStats, name: str) -> dict[str, float]:
    """Return number and percentiles in ms of what was asked under a name."""
    entries = [entry for (found, _), entry in stats.entries.items() if found == name]
    if not entries:
        return {"count": 0}
    entry = entries[0]
    parts = {f"p{p}": entry.get_response_time_percentile(p / 100) for p in (50, 95, 99)}
    return {"count": entry.num_requests, **parts, "max": entry.max_response_time}


if __name__ == "__main__":
    sys.exit(main())
