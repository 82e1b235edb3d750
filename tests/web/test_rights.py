"""Every address has a right, and each role gets what its rights say and nothing else."""

from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from service.accounts import Role
from service.accounts.kinds import ROLES
from service.api.routing import ROUTES
from service.web.rights import RIGHTS, Right
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.signed import NAMES, browser, with_people

ALL: tuple[Right, ...] = (
    "anyone", "account", "look", "watch", "note", "open", "seat", "host", "record", "ask", "design",
)  # fmt: skip
GETS: dict[Role | None, set[str]] = {
    None: {"anyone"},
    "watcher": {"anyone", "account", "look", "watch"},
    "player": {"anyone", "account", "look", "watch", "note", "open"},
    "recorder": {*ALL} - {"design"},
    "designer": {*ALL},
}
"""What each gets in sessions of others."""

SCOPES: dict[str, set[str]] = {
    "read": {"anyone", "look", "watch"},
    "record": {*ALL} - {"account", "ask", "design"},
    "everything": {*ALL} - {"account"},
}
SESSION = UUID(int=5)
ARGUMENTS: dict[str, Any] = {
    "session_id": SESSION, "step": 1, "seat": 0, "item": 1, "id_": 1, "form": "txt",
}  # fmt: skip


@pytest.fixture
def stubbed(app: Flask, services: Services) -> Flask:
    """The application with accounts, whose views do nothing: what is answered is the guard's."""
    with_people(services)
    app.config["WTF_CSRF_ENABLED"] = False
    for endpoint in app.view_functions:
        if endpoint != "sign_in.submit":
            app.view_functions[endpoint] = lambda **_: "let in"
    return app


def asked(app: Flask, client: FlaskClient, rule: Rule, **headers: str) -> int:
    """Ask an address as a program that wants a page; return the status."""
    given = {name: ARGUMENTS.get(name, "x") for name in rule.arguments}
    if rule.endpoint == "share.picture":
        given["form"] = "svg"
    with app.test_request_context():
        path = app.url_map.bind("localhost").build(rule.endpoint, given)
    method = next((m for m in ("POST", "DELETE") if m in (rule.methods or ())), "GET")
    body: dict[str, Any] = {"json": {"mode": "digital"}} if path.startswith("/api") else {}
    if method != "POST":
        body = {}
    return client.open(path, method=method, headers=headers, **body).status_code


def rules(app: Flask) -> list[Rule]:
    """Return a rule of each endpoint."""
    one = {rule.endpoint: rule for rule in app.url_map.iter_rules()}
    return [rule for endpoint, rule in one.items() if endpoint != "sign_in.submit"]


def test_every_address_and_operation_has_a_right(app: Flask) -> None:
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert endpoints - RIGHTS.keys() == set()
    assert {f"api.{route.name}" for route in ROUTES} <= RIGHTS.keys()
    assert {*RIGHTS.values()} == {*ALL}


@pytest.mark.parametrize("role", [None, *ROLES])
def test_a_role_gets_exactly_what_its_rights_say(stubbed: Flask, role: Role | None) -> None:
    client = browser(stubbed, role)
    for rule in rules(stubbed):
        allowed = RIGHTS[rule.endpoint] in GETS[role]
        status = asked(stubbed, client, rule)
        if allowed:
            assert status == 200, rule.endpoint
        elif role is not None:
            assert status == 403, rule.endpoint
        else:
            asks_page = "GET" in rule.methods and not rule.rule.startswith("/api")
            assert status == (302 if asks_page and ".json" not in rule.rule else 401), rule.endpoint


def test_a_player_gets_everything_of_sessions_that_they_opened(
    stubbed: Flask, services: Services
) -> None:
    client = browser(stubbed, "player")
    services.accounts.set_host(SESSION, services.accounts.named(NAMES["player"]))
    for rule in rules(stubbed):
        if RIGHTS[rule.endpoint] in ("host", "seat"):
            assert asked(stubbed, client, rule) == 200, rule.endpoint
    services.accounts.set_role(services.accounts.named("Pia").id, "watcher", "setup")
    for rule in rules(stubbed):
        if RIGHTS[rule.endpoint] in ("host", "seat"):
            assert asked(stubbed, client, rule) == 403, rule.endpoint


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("role", ["designer", "watcher"])
def test_a_token_does_what_scope_and_role_both_allow_and_only_in_the_api(
    stubbed: Flask, services: Services, role: Role, scope: Any
) -> None:
    _, secret = services.accounts.make_token(services.accounts.named(NAMES[role]), "t", scope)
    bearer = {"Authorization": f"Bearer {secret}"}
    client = stubbed.test_client()
    for rule in rules(stubbed):
        right = RIGHTS[rule.endpoint]
        status = asked(stubbed, client, rule, **bearer)
        if rule.endpoint.startswith("api."):
            allowed = right in GETS[role] & SCOPES[scope]
            assert status == (200 if allowed else 403), rule.endpoint
        elif right != "anyone":
            assert status in (302, 401), rule.endpoint


def test_an_address_without_an_entry_is_for_designers(
    stubbed: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(RIGHTS, "sessions.index")
    assert browser(stubbed, "recorder").get("/").status_code == 403
    assert browser(stubbed, "designer").get("/").status_code == 200


@pytest.mark.parametrize("role", ROLES)
def test_a_page_shows_each_role_no_way_that_is_closed_to_it(
    app: Flask, services: Services, tables: Tables, role: Role
) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    with_people(services)
    page = browser(app, role).get("/").text
    for endpoint, path in (("new_session.form", "/sessions/new"), ("sql.show", "/sql"),
                           ("people.show", "/people"), ("rules.index", "/rules")):  # fmt: skip
        assert (f'href="{path}"' in page) == (RIGHTS[endpoint] in GETS[role])
    assert NAMES[role] in page


@pytest.mark.parametrize(
    ("comes_from", "headers", "let_in"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("203.0.113.9", {}, False),
        ("", {}, False),  # a socket that a proxy asks through
        ("127.0.0.1", {"X-Forwarded-For": "203.0.113.9"}, False),
    ],
)
def test_without_accounts_everything_is_open_at_this_machine_and_to_nobody_elsewhere(
    client: FlaskClient, comes_from: str, headers: dict[str, str], let_in: bool
) -> None:
    client.environ_base["REMOTE_ADDR"] = comes_from
    for path in ("/", "/people", "/sql", "/api/sessions"):
        assert client.get(path, headers=headers).status_code == (200 if let_in else 403), path
    written = client.post("/api/sessions", json={}, headers=headers)
    assert written.status_code == (400 if let_in else 403)
    assert "people add" in written.text or let_in
    assert client.get("/healthz", headers=headers).status_code == 200
