"""What each role may do, by the addresses themselves: the table of docs/accounts.md, row by row."""

from typing import Any

import pytest
from flask import Flask

from service.accounts.kinds import ROLES, Role
from service.wiring import Services
from tests.web.signed import browser, with_people

S = "/sessions/00000000-0000-0000-0000-000000000005"
DIGITAL = {"mode": "digital"}
ROWS: tuple[tuple[Role, tuple[tuple[str, str], ...]], ...] = (
    ("watcher", (
        ("GET", "/"), ("GET", S), ("GET", f"{S}.json"), ("GET", f"{S}/play"),
        ("GET", "/statistics/lantern-moths"), ("GET", "/experiments/lantern-moths"),
        ("GET", "/rules/lantern-moths"), ("GET", "/editions/lantern-moths"),
        ("GET", "/account"), ("POST", "/account/tokens"), ("POST", "/account/password"),
        ("GET", "/api/sessions"), ("GET", f"/api{S}/state"), ("GET", f"/api{S}/events"),
    )),
    ("player", (
        ("POST", f"{S}/notes"), ("GET", f"{S}/blind"), ("POST", f"/api{S}/notes"),
        ("POST", f"/api{S}/feedback"), ("POST", f"/api{S}/guesses"),
        ("GET", "/sessions/new"), ("POST", "/sessions/new"), ("POST", f"{S}/branch"),
        ("POST", "/api/sessions"), ("POST", f"/api{S}/branches"),
    )),
    ("recorder", (
        ("GET", f"{S}/invite"), ("POST", f"{S}/invite"), ("POST", f"{S}/play/here"),
        ("POST", f"{S}/play/open"), ("POST", f"{S}/play/act"), ("POST", f"{S}/play/take-back"),
        ("POST", f"{S}/close"), ("POST", f"{S}/abandon"),
        ("POST", f"/api{S}/actions"), ("POST", f"/api{S}/take-back"), ("POST", f"/api{S}/close"),
        ("GET", f"{S}/table"), ("POST", f"{S}/table/act"), ("POST", f"{S}/table/take-back"),
        ("POST", f"/api{S}/amendments"), ("POST", f"/api{S}/attempts"), ("POST", f"/api{S}/talk"),
        ("GET", "/sql"), ("POST", "/sql"), ("POST", "/sql/download"), ("POST", "/sql/save"),
        ("POST", "/editions/lantern-moths/check"),
        ("POST", "/experiments/about/lantern-moths"), ("POST", "/api/experiments"),
    )),
    ("designer", (
        ("POST", "/editions/lantern-moths/add"), ("GET", "/people"), ("GET", "/people/audit"),
        ("POST", "/people/invitations"), ("POST", "/people/invitations/1/revoke"),
        ("POST", "/people/1/role"), ("POST", "/people/1/password"), ("POST", "/people/1/remove"),
    )),
)  # fmt: skip
"""The least role that may ask each address, of a session that somebody else opened."""


@pytest.mark.parametrize(("least", "ways"), ROWS, ids=[least for least, _ in ROWS])
def test_each_role_may_ask_what_is_its_own_and_the_ones_below_it_may_not(
    app: Flask, services: Services, least: Role, ways: tuple[tuple[str, str], ...]
) -> None:
    with_people(services)
    app.config["WTF_CSRF_ENABLED"] = False
    clients, stranger = {role: browser(app, role) for role in ROLES}, app.test_client()
    for endpoint in app.view_functions:
        app.view_functions[endpoint] = lambda **_: "let in"
    for method, path in ways:
        body: dict[str, Any] = {"json": DIGITAL} if path.startswith("/api") else {}
        for role, client in clients.items():
            sent = client.open(path, method=method, **(body if method == "POST" else {}))
            may = ROLES.index(role) <= ROLES.index(least)
            assert sent.status_code == (200 if may else 403), (role, method, path)
        assert stranger.open(path, method=method).status_code in (302, 401), (method, path)
