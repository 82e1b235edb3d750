"""Passwords are tried so often and no more, wherever one can be tried."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.web import limits
from service.web.app import create_app
from service.wiring import Services
from tests.web.signed import PASSWORD, browser, with_people


@pytest.fixture(autouse=True)
def people(app: Flask, services: Services) -> None:
    """Accounts, and forms that need no token."""
    app.config["WTF_CSRF_ENABLED"] = False
    with_people(services)


def tried(client: FlaskClient, name: str, address: str, password: str = "wrong") -> Any:
    """Try to sign in from an address."""
    client.environ_base["REMOTE_ADDR"] = address
    return client.post("/sign-in", data={"name": name, "password": password})


def test_twenty_failures_close_the_address_for_every_name(app: Flask) -> None:
    client = app.test_client()
    for n in range(20):
        assert tried(client, f"nobody {n}", "10.0.0.1").status_code == 401
    refused = tried(client, "Wim", "10.0.0.1", PASSWORD)
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 300
    assert tried(client, "Wim", "10.0.0.2", PASSWORD).status_code == 303


def test_fifty_failures_from_anywhere_close_a_name_for_everywhere(app: Flask) -> None:
    client = app.test_client()
    for n in range(50):
        assert tried(client, "Pia", f"10.0.1.{n}").status_code == 401
    refused = tried(client, "pia", "10.0.2.1", PASSWORD)
    assert refused.status_code == 429
    assert 300 < int(refused.headers["Retry-After"]) <= 3600
    assert tried(client, "Wim", "10.0.2.1", PASSWORD).status_code == 303


def test_whoever_finds_twelve_at_it_is_told_to_come_again(app: Flask) -> None:
    room, _ = app.extensions["mothlog-turns"]
    for _ in range(11):
        assert room.acquire(blocking=False)
    assert tried(app.test_client(), "Wim", "10.0.0.1", PASSWORD).status_code == 303
    assert room.acquire(blocking=False)
    refused = tried(app.test_client(), "Wim", "10.0.0.1", PASSWORD)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "5")


def test_while_a_password_is_tried_one_more_can_be(
    app: Flask, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, turn = app.extensions["mothlog-turns"]
    free: list[int] = []

    def look(*_: str) -> None:
        taken = 0
        while turn.acquire(blocking=False):
            taken += 1
        for _ in range(taken):
            turn.release()
        free.append(taken)

    monkeypatch.setattr(services.accounts, "sign_in", look)
    tried(app.test_client(), "Wim", "10.0.0.1")
    assert free == [1]


def test_the_present_password_is_not_guessed_at_a_device_that_is_signed_in(app: Flask) -> None:
    client = browser(app, "player")
    form = {"old": "wrong", "new": "quite another one"}
    statuses = [client.post("/account/password", data=form).status_code for _ in range(6)]
    assert statuses == [422] * 5 + [429]
    right = client.post("/account/password", data=form | {"old": PASSWORD})
    assert right.status_code == 429


def test_a_link_for_a_person_tells_no_names_without_end(app: Flask, services: Services) -> None:
    secret = services.accounts.invite_person("watcher", "Dora").secret
    client = app.test_client()
    form = {"name": "Pia", "password": PASSWORD}
    statuses = [client.post(f"/join/{secret}", data=form).status_code for _ in range(6)]
    assert statuses == [422] * 5 + [429]


def test_tokens_and_links_have_a_limit_of_writes_each(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.web.limits.WRITES", "2 per minute")
    app = create_app(services)
    rik = services.accounts.named("Rik")
    for _ in range(2):
        secret = services.accounts.make_token(rik, "t", "record")[1]
        sent = {"json": {}, "headers": {"Authorization": f"Bearer {secret}"}}
        asked = [app.test_client().post("/api/sessions", **sent) for _ in range(3)]
        assert [answer.status_code for answer in asked] == [400, 400, 429]


def test_the_numbers_are_those_that_are_said() -> None:
    assert str(limits.WRITES) == "6000 per 1 minute"
    assert (limits.AT_ONCE, limits.WAITING) == (2, 12)
