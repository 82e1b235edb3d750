"""Nothing that can be measured of an answer tells of a hidden card: neither its length and its
headers, nor its parts on the wire, nor the work that it takes, nor the service's own numbers.

Two worlds differ in nothing but cards that the asker may not see.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from domain.events import Event
from domain.game import Game
from tests.web.hiding import ID, clients_of, others, recorded
from tests.web.signed import browser, with_people
from tests.web.test_hidden_walk import LAST, game, short_streams

__all__ = ["game", "short_streams"]

HOME, API = f"/sessions/{ID}", f"/api/sessions/{ID}"
PATHS = (
    f"{HOME}/play", f"{HOME}/play/version", f"{HOME}/events", HOME, f"{HOME}?hide=1&step=3",
    f"{HOME}?taken=1&step=3", f"{HOME}/frames?view=public", f"{HOME}.html?view=public",
    f"{HOME}/why?step=3", f"{HOME}/lines?step=3", f"{HOME}/step/3.svg",
    API, f"{API}/state", f"{API}/events", f"{API}/legal-actions", f"{API}/take-back",
    f"{API}/observations/0", f"{API}/state?view=0", f"{API}/state?view=all", "/healthz",
)  # fmt: skip
LOTS = ("Date", "Set-Cookie")
SAME = 1.002  # calls of functions in one world for each in the other


@pytest.fixture
def watching(tmp_path: Path, game: Game) -> Iterator[list[FlaskClient]]:
    """Somebody without a seat, in two worlds that differ in every hand, and in both again."""
    events = recorded(game, LAST)
    worlds = [events, others(events)]
    with clients_of(tmp_path, *worlds, *worlds) as clients:
        yield [watcher(client) for client in clients]


@pytest.fixture
def seated(tmp_path: Path, game: Game) -> Iterator[list[FlaskClient]]:
    """Somebody with a link to the first seat, in two worlds that differ in all other hands, and in
    both again.
    """
    events = recorded(game, LAST)
    worlds = [events, others(events, seats=(1, 2))]
    with clients_of(tmp_path, *worlds, *worlds) as clients:
        yield [at_seat(client) for client in clients]


def watcher(client: FlaskClient) -> FlaskClient:
    """Sign a watcher in, on the service that a device belongs to."""
    services: Any = client.services  # type: ignore[attr-defined]
    client.application.config["WTF_CSRF_ENABLED"] = False
    with_people(services)
    return browser(client.application, "watcher")


def at_seat(client: FlaskClient) -> FlaskClient:
    """Join by a link to the first seat."""
    services: Any = client.services  # type: ignore[attr-defined]
    watcher(client)
    device = client.application.test_client()
    link = services.accounts.invite_seat(ID, 0, "Dora")
    assert device.post(f"/join/{link.secret}").status_code == 303
    return device


def measured(client: FlaskClient, path: str, **headers: str) -> tuple[Any, ...]:
    """Return all that can be measured of an answer on its way."""
    answer = client.get(path, headers=headers, buffered=False)
    parts = [len(part) for part in answer.iter_encoded()]
    kept = [(k, v) for k, v in answer.headers.items() if k not in LOTS]
    return answer.status_code, sum(parts), len(parts), sorted(kept)


def test_lengths_headers_and_parts_are_the_same_for_whoever_watches(
    watching: list[FlaskClient],
) -> None:
    one, two, *_ = watching
    met = set()
    for path in PATHS:
        for packed in ({}, {"Accept-Encoding": "gzip"}):
            first, second = measured(one, path, **packed), measured(two, path, **packed)
            assert first == second, path
            met.add(first[0])
    assert met <= {200, 403, 404}


def test_lengths_headers_and_parts_are_the_same_at_another_seat(seated: list[FlaskClient]) -> None:
    one, two, *_ = seated
    for path in (f"{HOME}/play?seat=0", f"{HOME}/play/version", f"{HOME}/events"):
        assert measured(one, path) == measured(two, path), path


def work(clients: list[FlaskClient], path: str) -> list[int]:
    """Return how much an answer is in each of two worlds; the same two come first, as some of the
    first answer of a process is done for all.
    """
    one, two, *again = clients
    for client in again:
        client.get(path)
    return [calls(client, path) for client in (one, two)]


def calls(client: FlaskClient, path: str) -> int:
    """Count the functions that an answer calls: its work, whatever else the machine does."""
    count = 0

    def called(_frame: FrameType, what: str, _about: Any) -> None:
        nonlocal count
        count += what == "call"

    sys.setprofile(called)
    try:
        client.get(path)
    finally:
        sys.setprofile(None)
    return count


def test_an_answer_takes_the_same_work_whatever_lies_hidden(watching: list[FlaskClient]) -> None:
    for path in (f"{HOME}/play", HOME, f"{API}/state", f"{API}/legal-actions"):
        told = work(watching, path)
        assert max(told) <= min(told) * SAME, (path, told)


def test_a_seats_page_takes_the_same_work_whatever_others_hold(seated: list[FlaskClient]) -> None:
    told = work(seated, f"{HOME}/play?seat=0")
    assert max(told) <= min(told) * SAME, told


def counted(client: FlaskClient) -> list[str]:
    """Return the service's numbers without how long and how large things were in this process."""
    text = client.get("/metrics").text
    lines = [line for line in text.splitlines() if line.startswith("mothlog_")]
    return [
        line for line in lines if not re.match(r"\w+_(seconds|bytes|created)\w*|mothlog_lag", line)
    ]


def test_the_services_numbers_are_the_same_and_name_no_session(
    watching: list[FlaskClient],
) -> None:
    for client in watching:
        for path in PATHS:
            client.get(path)
        client.post(f"{HOME}/play/act", data={"seat": "0", "version": "1", "action": "{}"})
    first, second, *_ = map(counted, watching)
    assert first == second
    assert any("requests_total" in line for line in first)
    assert ID.hex not in "".join(first).replace("-", "")


def test_ids_and_times_of_events_follow_no_card(watching: list[FlaskClient]) -> None:
    streams = [client.get(f"{HOME}/events", headers={"Last-Event-ID": "3"}).text
               for client in watching]  # fmt: skip
    assert streams[0] == streams[1]
    rows = [msgspec.json.decode(client.get(f"{API}/events").data)["events"] for client in watching]
    assert [(row["version"], row["at"], row["name"]) for row in rows[0]] == [
        (row["version"], row["at"], row["name"]) for row in rows[1]
    ]
    assert all(isinstance(row["data"], dict) and row["name"] for row in rows[0])


def events_of(client: FlaskClient) -> list[Event]:
    """Return what a world's store holds."""
    services: Any = client.application.extensions["mothlog"]
    return [entry.event for entry in services.store.load(ID).log]


def test_the_worlds_do_differ(watching: list[FlaskClient]) -> None:
    first, second, *_ = map(events_of, watching)
    assert first != second
    assert [type(event) for event in first] == [type(event) for event in second]
