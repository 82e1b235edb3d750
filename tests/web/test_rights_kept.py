"""What a device has open stays open for those alone who may still have it."""

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from domain.session import Session
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.signed import NAMES, browser, with_people

HAND = "<bdi>Ada</bdi> chooses"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(autouse=True)
def people(app: Flask, services: Services) -> None:
    """Accounts, and forms that need no token."""
    app.config["WTF_CSRF_ENABLED"] = False
    with_people(services)


@pytest.fixture
def played(tables: Tables) -> Session:
    """A session of two people."""
    return tables.open("Ada", "Ben", title="Online")


def test_a_token_opens_no_hand_that_a_revoked_link_once_opened(
    app: Flask, services: Services, played: Session
) -> None:
    made = services.accounts.invite_seat(played.id, 0, "Dora")
    device = app.test_client()
    device.post(f"/join/{made.secret}")
    token = services.accounts.make_token(services.accounts.named("Wim"), "t", "read")[1]
    services.accounts.revoke(made.invitation.id, "Dora")
    bearer = {"Authorization": f"Bearer {token}"}
    path = f"/api/sessions/{played.id}/state?view=0"
    assert device.get(path, headers=bearer).status_code == 403
    assert app.test_client().get(path, headers=bearer).status_code == 403


def test_who_may_host_no_more_has_no_hand_open_of_what_they_opened(
    app: Flask, services: Services, played: Session
) -> None:
    pia = services.accounts.named(NAMES["player"])
    services.accounts.set_host(played.id, pia)
    client = browser(app, "player")
    path = f"/sessions/{played.id}"
    client.post(f"{path}/play/here")
    client.post(f"{path}/play/window", data={"seat": 0})
    assert HAND in client.get(f"{path}/play?seat=0").text
    assert client.get(f"/api{path}/state?view=0").status_code == 200
    services.accounts.set_role(pia.id, "watcher", "Dora")
    assert HAND not in client.get(f"{path}/play?seat=0").text
    assert client.get(f"/api{path}/state?view=0").status_code == 403


def test_a_log_that_is_written_has_no_branches_for_whoever_may_not_read_it(
    app: Flask, services: Services
) -> None:
    names = [{"name": "Ada"}, {"name": "Ben"}]
    body = {"game": "lantern-moths", "mode": "table", "answers": ["B"], "players": names}
    rik, pia = browser(app, "recorder"), browser(app, "player")
    session = rik.post("/api/sessions", json=body).get_json()["session"]
    api, page = f"/api/sessions/{session['id']}", f"/sessions/{session['id']}/branch"
    draw = {"actions": [{"action": {"type": "draw", "seat": 0}, "answers": ["E1"]}]}
    assert rik.post(f"{api}/actions", json=draw).status_code == 201
    before = services.store.session_ids()
    assert pia.post(f"{api}/branches", json={"step": 1}).status_code == 422
    into_a_log = {"step": 1, "mode": "table"}
    assert pia.post(f"{api}/branches", json=into_a_log).status_code == 403
    form = {"step": "1", "name-0": "Ada", "name-1": "Ben"}
    refused = pia.post(page, data=form)
    assert refused.status_code == 422
    assert "a branch would show the hands" in refused.text
    assert pia.post(page, data=form | {"way": "table"}).status_code == 403
    assert services.store.session_ids() == before
    assert rik.post(f"{api}/branches", json={"step": 1}).status_code == 201


def test_a_session_whose_host_could_not_be_written_has_one_when_it_is_sent_again(
    app: Flask, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    pia = browser(app, "player")
    body = {"game": "lantern-moths", "mode": "digital", "players": [{"name": "A"}, {"name": "B"}]}
    sent = {"json": body, "headers": {"Idempotency-Key": "one"}}
    with monkeypatch.context() as broken:
        broken.setattr(services.accounts, "set_host", full)
        assert pia.post("/api/sessions", **sent).status_code == 503
    assert pia.post("/api/sessions", **sent).status_code == 201
    (made,) = services.store.session_ids()
    assert services.accounts.hosted(services.accounts.named(NAMES["player"]), [made]) == {made}


@pytest.mark.parametrize("to", ["/api/sessions", "/api/sessions/{}/branches"])
def test_a_body_without_end_is_no_fault_of_ours(app: Flask, played: Session, to: str) -> None:
    answer = browser(app, "player").post(to.format(played.id), data="[" * 100_000, headers=JSON)
    assert answer.status_code in (400, 403)
