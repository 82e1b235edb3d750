"""What is logged: a line for each request, and in none of them anything hidden."""

import json
import logging
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from flask import Flask

from domain.session import Session
from service import logs
from service.wiring import Services
from tests.contract.cards import lying
from tests.web.conftest import Tables
from tests.web.signed import PASSWORD, browser, with_people

WRONG = "not-the-passphrase-of-Dora"


@pytest.fixture
def logged(capsys: pytest.CaptureFixture[str]) -> Iterator[Any]:
    """Return a function that reads the lines that were logged since it was asked last."""
    logs.begin("requests")
    yield lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    logs.end()


def test_a_request_is_a_line(app: Flask, logged: Any) -> None:
    app.test_client().get("/sessions/0f0e0d0c-0000-7000-8000-000000000000/play?seat=1")
    (line,) = logged()
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])
    assert line["ms"] >= 0
    assert re.fullmatch(r"[0-9a-f]{16}", line["request"])
    assert {name: line[name] for name in ("method", "route", "status", "who", "event")} == {
        "method": "GET",
        "route": "/sessions/<uuid:session_id>/play",
        "status": 404,
        "who": None,
        "event": "request",
    }


def test_a_fault_is_logged_with_its_place_and_without_its_message(app: Flask, logged: Any) -> None:
    def broken() -> str:
        raise ValueError("the hand of Ada holds Luna")

    app.add_url_rule("/broken/<secret>", "sessions.broken", lambda secret: broken())
    answer = app.test_client().get("/broken/swordfish")
    assert answer.status_code == 500
    fault, request = logged()
    assert fault["error"]["type"] == "ValueError"
    assert fault["error"]["at"][-1].endswith(" broken")
    assert fault["request"] == request["request"] == answer.headers["X-Request-Id"]
    assert "Luna" not in json.dumps([fault, request])
    assert "swordfish" not in json.dumps([fault, request])


@pytest.mark.parametrize("whole", [False, True])
def test_a_traceback_is_there_for_whoever_looks_for_a_fault(
    capsys: pytest.CaptureFixture[str], whole: bool
) -> None:
    logs.begin("requests", whole)
    try:
        raise ValueError("the hand of Ada holds Luna")
    except ValueError:
        logging.getLogger("mothlog.web").exception("broken")
    logs.end()
    line = json.loads(capsys.readouterr().err)
    assert line["event"] == "broken"
    assert ("Luna" in line.get("traceback", "")) is whole


def test_what_a_library_says_of_an_address_is_left_out(logged: Any) -> None:
    logging.getLogger("waitress").error("Exception while serving /join/swordfish")
    (line,) = logged()
    assert line["event"] == "Exception while serving /…"


@pytest.mark.parametrize("mode", ["events", "off"])
def test_less_can_be_logged(
    app: Flask, logged: Any, capsys: pytest.CaptureFixture[str], mode: logs.Mode
) -> None:
    logs.begin(mode)
    app.test_client().get("/healthz")
    logs.event("stopping")
    assert [line["event"] for line in logged()] == (["stopping"] if mode == "events" else [])


def test_no_line_has_a_hidden_card_or_a_secret(
    app: Flask, services: Services, each: Tables, logged: Any
) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    with_people(services)
    accounts = services.accounts
    session = each.open("Ada", "Ben")
    link = accounts.invite_seat(session.id, 0, "Dora")
    seen = accounts.invite_watcher(session.id, "Dora")
    _, token = accounts.make_token(accounts.named("Dora"), "a program", "everything")
    secrets = [PASSWORD, WRONG, link.secret, seen.secret, token, "Ada", "Ben", "Dora"]

    for role in ("designer", "player", "watcher"):
        one = browser(app, role)
        one.get(f"/sessions/{session.id}/play?seat=0&key={link.secret}")
        one.get(f"/join/{link.secret}")
        secrets += [cookie.value for cookie in one._cookies.values()]
    guest = app.test_client()
    assert guest.post("/sign-in", data={"name": "Dora", "password": WRONG}).status_code == 401
    assert guest.post("/sign-in", data={"name": WRONG, "password": WRONG}).status_code == 401
    guest.get(f"/{link.secret}")
    guest.post(f"/join/{seen.secret}")
    guest.post(f"/join/{link.secret}")
    guest.get(f"/sessions/{session.id}/play", query_string={"seat": 0})
    secrets += [cookie.value for cookie in guest._cookies.values()]
    bearer = {"Authorization": f"Bearer {token}"}
    path, rng = f"/api/sessions/{session.id}", Random(3)
    for _ in range(20):
        action = rng.choice(each.game.legal_actions(session.state))
        body = {"actions": [{"action": msgspec.to_builtins(action)}]}
        assert guest.post(f"{path}/actions", json=body, headers=bearer).status_code == 201
        again = guest.post(f"{path}/actions", json=body, headers=bearer)
        assert again.status_code in (201, 422)
        guest.get(f"/sessions/{session.id}/play", query_string={"seat": 0})
        guest.get(f"{path}?seat=1", headers={"Authorization": f"Bearer {token}x"})
        session = services.store.load(session.id)

    lines = logged()
    assert len(lines) > 80
    assert {"token:1", "link:1"} <= {part for line in lines for part in (line["who"] or "").split()}
    assert {name for line in lines for name in line} == {
        *("time", "level", "logger", "event", "method", "route", "status", "ms", "who", "request")
    }
    everything = json.dumps(lines)
    assert [secret for secret in secrets if secret in everything] == []
    assert cards(session) & {word for line in lines for word in words(line)} == set()


def cards(session: Session) -> set[str]:
    """Name every card of the game that is not a number."""
    found: set[str] = set()
    for state in (session.state_at(0), session.state):
        for card in lying(session.game.name, state):
            name = card[1] if isinstance(card, tuple) else card
            found |= {name} if isinstance(name, str) and not name.isdecimal() else set()
    return found


def words(line: dict[str, Any]) -> set[str]:
    """Split all that a line says but its time and number."""
    said = json.dumps({name: line[name] for name in line if name not in ("time", "request")})
    return set(re.findall(r"\w+", said))
