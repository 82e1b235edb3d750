"""The service, or its database server, is killed at random moments under load: what was
acknowledged is stored, once.

Every client sends one request after the other, each with a key, and sends the one that the kill
left unanswered again when the service is back.
"""

import json
import re
import signal
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPException
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import UUID, uuid4

import pytest

from service.store import Playtests
from tests.conftest import FUZZ
from tests.service.command_line import Mothlog
from tests.service.killing import MOTHLOG, ROOT, wait_for
from tests.service.postgres import Server

KILLS = FUZZ // 5 or 2
CLIENTS = 4
ENDING = """
import os, signal
from service.cli import main
from service.store import Playtests

append = Playtests.append

def end(*told):
    append(*told)
    os.kill(os.getpid(), signal.SIGKILL)

Playtests.append = end
main()
"""
"""The command, killed between its first write and the answer."""
MOST = 25  # writes that are answered between a start and a kill, at most


class Client:
    """Plays one game after the other over HTTP."""

    def __init__(self, number: int) -> None:
        self._rng = Random(number)
        self._tells_version = number % 2 == 0  # others rest on the key alone
        self._session: dict[str, Any] | None = None
        self._pending: tuple[str, dict[str, Any], str] | None = None
        self.acknowledged: list[tuple[str, int, str]] = []  # session, version, name
        self.keys: set[str] = set()
        self.refused: list[dict[str, Any]] = []

    def endure(self, service: str, stop: Event) -> None:
        """Send requests until told to stop, again those that cannot be taken now."""
        while not stop.is_set():
            try:
                self.step(service)
            except HTTPError as error:
                with error:
                    if error.code != 503:
                        raise
                    self.refused.append(json.load(error)["error"])
                sleep(0.1)

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
        seen = {"expected_version": self._session["version"]} if self._tells_version else {}
        return f"{path}/actions", {"actions": [{"action": action}], **seen}


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
def served(
    data: Path, program: Sequence[str] = MOTHLOG
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the service in a process of its own, and leave nothing of it behind."""
    with (
        (data.parent / "served.log").open("a") as log,
        subprocess.Popen(
            [*program, "--data", str(data), "serve", "--port", "0"],
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
    assert_stored_once(command, clients)
    print(f"{database}: {KILLS} kills, {answered(clients)} requests")


def test_what_was_stored_and_not_answered_is_recorded_once(command: Mothlog) -> None:
    client = Client(1)
    for _ in range(2):  # once as it opens a session, once as it moves
        with served(command.data, [*MOTHLOG[:-1], ENDING]) as (process, service):
            client.play(service)
            assert process.wait() == -signal.SIGKILL
    assert len(client.keys) == 1
    with served(command.data) as (_, service):
        client.step(service)
    assert len(client.acknowledged) == 3
    assert_stored_once(command, [client])


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_the_service_goes_on_when_its_database_server_is_back(
    server: Server, database: str, command: Mothlog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTGRES_CONNECT_TIMEOUT", "2")
    rng, stop = Random(), Event()
    clients = [Client(number) for number in range(CLIENTS)]
    with served(command.data) as (process, service):
        threads = [Thread(target=client.endure, args=(service, stop)) for client in clients]
        for thread in threads:
            thread.start()

        def each_has(count: Callable[[Client], int], more: int) -> None:
            """Wait until each client counts so many more."""
            until = [count(client) + more for client in clients]
            counted = zip(clients, until, strict=True)
            pairs = list(counted)
            wait_for(
                lambda: all(count(c) >= n for c, n in pairs) or not all_alive(threads), process
            )
            assert all_alive(threads)

        for _ in range(KILLS):
            each_has(lambda client: len(client.keys), rng.randint(1, MOST // CLIENTS))
            with server.away():
                each_has(lambda client: len(client.refused), 1)
                assert ask(f"{service}/healthz") == {"status": "alive"}
                with pytest.raises(HTTPError, match="503") as caught:
                    ask(f"{service}/readyz")
                assert json.load(caught.value)["why"] == "the store cannot be read"
            each_has(lambda client: len(client.keys), 2)
        wait_for(lambda: is_ready(service), process)
        stop.set()
        for thread in threads:
            thread.join()
        for client in clients:
            client.step(service)
    said = {(told["code"], told["message"]) for client in clients for told in client.refused}
    assert said == {
        ("unavailable", "the event store cannot be used now; what was answered before is stored")
    }
    log = (command.data.parent / "served.log").read_text()
    assert "the database of accounts cannot be used: " in log
    assert not re.search(r"Traceback|\"error\":", log)
    assert_stored_once(command, clients)


def is_ready(service: str) -> bool:
    try:
        return bool(ask(f"{service}/readyz")["status"] == "ready")
    except HTTPError as error:
        error.close()
        return False


def assert_stored_once(command: Mothlog, clients: list[Client]) -> None:
    """What was acknowledged is in the store, nothing else is, and no request is in it twice."""
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
