"""The service is killed at random moments under load: what it acknowledged is stored, once.

Every client sends one request after the other, each with a key, and sends the one that the kill
left unanswered again when the service is back.
"""

import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPException
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import UUID, uuid4

import pytest

from service.store import Playtests
from tests.conftest import FUZZ
from tests.service.command_line import Mothlog
from tests.service.killing import MOTHLOG, ROOT, wait_for

KILLS = FUZZ // 5 or 2
CLIENTS = 4
MOST = 25  # writes that are answered between a start and a kill, at most


class Client:
    """Plays one game after the other over HTTP."""

    def __init__(self, number: int) -> None:
        self._rng = Random(number)
        self._session: dict[str, Any] | None = None
        self._pending: tuple[str, dict[str, Any], str] | None = None
        self.acknowledged: list[tuple[str, int, str]] = []  # session, version, name
        self.keys: set[str] = set()

    def play(self, service: str) -> None:
        """Send requests until nobody answers any more."""
        try:
            while True:
                self.step(service)
        except HTTPError:  # it answers, and should have taken it
            raise
        except (OSError, HTTPException):
            return

    def step(self, service: str) -> None:
        """Send one write, the one that was not answered first."""
        if self._pending is None and (asked := self._next(service)):
            self._pending = (*asked, uuid4().hex)
        if self._pending is None:
            self._session = None
            return
        path, body, key = self._pending
        answer = ask(service + path, body, key)
        session = self._session = answer["session"]
        self.acknowledged += [(session["id"], e["version"], e["name"]) for e in answer["events"]]
        self.keys.add(key)
        self._pending = None

    def _next(self, service: str) -> tuple[str, dict[str, Any]] | None:
        if self._session is None:
            seats = [{"name": "Ada"}, {"name": "Ben"}]
            opening = {"game": "lantern-moths", "mode": "digital", "players": seats}
            return "/api/sessions", opening
        path = f"/api/sessions/{self._session['id']}"
        listed = [one["action"] for one in ask(f"{service}{path}/legal-actions")["actions"]]
        open_to_all = [one for one in listed if one["type"] in ("draw", "flip")]  # no hidden card
        if not open_to_all:
            return None
        action = self._rng.choice(open_to_all)
        seen = self._session["version"]
        return f"{path}/actions", {"actions": [{"action": action}], "expected_version": seen}


def answered(clients: list[Client]) -> int:
    return sum(len(client.keys) for client in clients)


def all_alive(threads: list[Thread]) -> bool:
    return all(thread.is_alive() for thread in threads)


def ask(address: str, body: dict[str, Any] | None = None, key: str = "") -> dict[str, Any]:
    headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, headers)) as answer:
        return dict(json.load(answer))


@contextmanager
def served(data: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the service in a process of its own, and leave nothing of it behind."""
    with (
        (data.parent / "served.log").open("a") as log,
        subprocess.Popen(
            [*MOTHLOG, "--data", str(data), "serve", "--port", "0"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, (data.parent / "served.log").read_text()
            yield process, found[0]
        finally:
            process.kill()


@pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
def test_what_was_acknowledged_survives_every_kill_and_is_there_once(
    tmp_path: Path, database: str, command: Mothlog
) -> None:
    rng = Random()
    clients = [Client(number) for number in range(CLIENTS)]
    for _ in range(KILLS):
        with served(command.data) as (process, service):
            until = answered(clients) + rng.randint(1, MOST)
            threads = [Thread(target=client.play, args=(service,)) for client in clients]
            for thread in threads:
                thread.start()
            wait_for(lambda: answered(clients) >= until or not all_alive(threads), process)  # noqa: B023
            assert all_alive(threads)
            process.kill()
            for thread in threads:
                thread.join()
    with served(command.data) as (_, service):
        for client in clients:
            client.step(service)
    acknowledged = [event for client in clients for event in client.acknowledged]
    keys = {key for client in clients for key in client.keys}
    with closing(Playtests(command.data)) as store:
        log = store.read(0, 1_000_000)
    stored = {(str(UUID(id_)), version, name) for _, id_, version, name, _ in log}
    assert set(acknowledged) <= stored, "something that was acknowledged is lost"
    assert len(acknowledged) == len(set(acknowledged))
    written = defaultdict(set)
    for _, id_, _, _, state in log:
        entry = json.loads(state)
        written[entry["key"]].add((id_, entry["at"]))
    assert all(len(times) == 1 for times in written.values()), "a request was recorded twice"
    assert len(written) == len(keys), "a request was recorded that nobody sent, or got lost"
    assert stored == set(acknowledged)
    assert command("verify").code == 0
    assert f"{len(log)} events" in command("rebuild").out.replace(",", "")
    print(f"{database}: {KILLS} kills, {len(keys)} requests and {len(acknowledged)} events")
