"""Links to a live session: who makes them, what they open, how they end."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.session import Session
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import get, read
from tests.web.signed import browser, with_people

HAND = "<bdi>Ben</bdi> waits"


@pytest.fixture
def session(app: Flask, services: Services, tables: Tables) -> Session:
    """A session of two people, in a service with accounts."""
    app.config["WTF_CSRF_ENABLED"] = False
    with_people(services)
    return tables.open("Ada", "Ben")


def link_to(client: FlaskClient, session: Session, whom: str) -> str:
    """Make a link; return its path."""
    answer = client.post(f"/sessions/{session.id}/invite", data={"whom": whom})
    assert answer.status_code == 200
    page = read(answer)
    assert page.one("svg", class_="qr")
    link = page.one("input", readonly="").attrs["value"]
    assert link is not None
    return link.removeprefix("http://localhost")


def test_a_link_to_a_seat_is_shown_once_opens_it_and_can_be_revoked(
    app: Flask, session: Session
) -> None:
    host, phone = browser(app, "designer"), app.test_client()
    link = link_to(host, session, "1")
    assert link not in host.get(f"/sessions/{session.id}/invite").text
    path = f"/sessions/{session.id}/play?seat=1"
    assert phone.get(path).status_code == 302
    assert phone.post(link).headers["Location"] == path
    assert HAND in phone.get(path).text
    assert phone.get(f"/sessions/{session.id}/events", buffered=False).status_code == 200
    (listed,) = get(host, f"/sessions/{session.id}/invite").find("li")
    assert listed.text.startswith("Ben")
    revoke = listed.one("form").attrs["action"]
    assert revoke is not None
    assert host.post(revoke).status_code == 200
    assert phone.get(path).status_code == 302
    assert phone.get(f"/sessions/{session.id}/events").status_code == 302
    assert phone.post(link).status_code == 404


def test_a_link_to_watch_shows_the_table_and_no_hand(app: Flask, session: Session) -> None:
    link, friend = link_to(browser(app, "designer"), session, "watch"), app.test_client()
    assert friend.post(link).status_code == 303
    path = f"/sessions/{session.id}/play"
    for seat in ("", "?seat=0", "?seat=1"):
        page = get(friend, path + seat)
        assert "watching" in (page.one("body").attrs["class"] or "")
    assert friend.post(f"{path}/here").status_code == 401


def test_only_whoever_hosts_a_session_invites_to_it(
    app: Flask, services: Services, session: Session
) -> None:
    path = f"/sessions/{session.id}/invite"
    player = browser(app, "player")
    for method in ("GET", "POST"):
        assert player.open(path, method=method, data={"whom": "0"}).status_code == 403
    services.accounts.set_host(session.id, services.accounts.named("Pia"))
    assert player.get(path).status_code == 200


def test_links_are_for_people_and_for_this_session_alone(
    app: Flask, services: Services, session: Session, tables: Tables
) -> None:
    host = browser(app, "designer")
    other = tables.open("Ida", "bot 1")
    for whom in ("", "7", "1"):
        data = {"whom": whom}
        assert host.post(f"/sessions/{other.id}/invite", data=data).status_code == 400, whom
    made = services.accounts.invite_seat(session.id, 0, "Dora").invitation
    assert host.post(f"/sessions/{other.id}/invite/{made.id}/revoke").status_code == 404
    assert services.accounts.invitations(session.id)[0].revoked is None


def test_without_accounts_the_page_says_why_there_are_no_links(
    client: FlaskClient, tables: Tables
) -> None:
    path = f"/sessions/{tables.open('Ada', 'Ben').id}/invite"
    assert "nobody has to sign in" in get(client, path).one("main").text


def test_a_host_who_plays_in_a_window_invites_from_there_and_a_guest_does_not(
    app: Flask, session: Session
) -> None:
    host, phone = browser(app, "designer"), app.test_client()
    phone.post(link_to(host, session, "0"))
    window = f"/sessions/{session.id}/play?seat=0"
    host.post(f"/sessions/{session.id}/play/here")
    host.post(f"/sessions/{session.id}/play/window", data={"seat": "0"})
    way = f"/sessions/{session.id}/invite"
    assert get(host, window).one("a", href=way).text.strip() == "Invite"
    assert get(phone, window).find("a", href=way) == []
    assert get(host, "/people").one("a", href=way).text == "a session"


def test_whoever_does_not_host_is_told_who_does(
    app: Flask, services: Services, session: Session
) -> None:
    pia, path = services.accounts.named("Pia"), f"/api/sessions/{session.id}/actions"
    said = {}
    for scope in ("read", "record"):
        token = services.accounts.make_token(pia, "t", scope)[1]
        answer = app.test_client().post(path, json={}, headers={"Authorization": f"Bearer {token}"})
        said[scope] = answer.status_code, answer.json["error"]["message"]  # type: ignore[index]
    assert said == {
        "read": (403, "that needs another token than one to read"),
        "record": (403, "that is for whoever opened the session, recorders and designers"),
    }
