"""Signing in and out, tokens, and links to seats, as browsers and programs use them."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.session import Session
from service.web import guard, limits
from service.web.app import create_app
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import read
from tests.web.signed import NAMES, PASSWORD, browser, with_people

LANTERN = {"game": "lantern-moths", "players": [{"name": "Ada"}, {"name": "Ben"}]}
DIGITAL = LANTERN | {"mode": "digital"}
HAND = "<bdi>Ada</bdi> chooses"


@pytest.fixture(autouse=True)
def people(app: Flask, services: Services) -> None:
    """Accounts, and forms that need no token unless a test is about them."""
    app.config["WTF_CSRF_ENABLED"] = False
    with_people(services)


def sign_in(client: FlaskClient, name: str, password: str = PASSWORD, **more: str) -> Any:
    """Send the form."""
    return client.post("/sign-in", data={"name": name, "password": password, **more})


def act(client: FlaskClient, session: Session, seat: int, version: int, **more: Any) -> int:
    """Choose a seat's first legal action; return the status."""
    action = session.game.legal_actions(session.state, seat)[0]
    whole = msgspec.json.encode(action).decode()
    form = {"seat": seat, "version": version, "action": whole} | more
    return client.post(f"/sessions/{session.id}/play/act", data=form).status_code


def plain(text: str) -> str:
    """Return a page without what is new each time that it is asked for."""
    return re.sub(r'name="(csrf_token|key)" value="[^"]*"', "", text)


def test_a_sign_in_leads_on_within_this_service_alone(app: Flask) -> None:
    client = app.test_client()
    asked = client.get("/statistics/lantern-moths?by=bots")
    assert asked.headers["Location"] == "/sign-in?next=/statistics/lantern-moths?by%3Dbots"
    form = read(client.get(asked.headers["Location"]))
    assert form.one("input", name="next").attrs["value"] == "/statistics/lantern-moths?by=bots"
    assert sign_in(client, "wim", next="/rules/lantern-moths").headers["Location"] == (
        "/rules/lantern-moths"
    )
    for elsewhere in ("//evil.example", "https://evil.example", "/\\evil.example", "/x\\..\\", "x",
                      "/\t/evil.example", "javascript:alert(1)"):  # fmt: skip
        assert sign_in(client, "wim", next=elsewhere).headers["Location"] == "/"


def test_a_sign_in_begins_a_new_cookie(app: Flask, tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    client = app.test_client()
    with client.session_transaction() as cookie:
        cookie["tables"] = {session.id.hex: 0}
        cookie["csrf_token"] = "planted"
    sign_in(client, "Pia")
    with client.session_transaction() as cookie:
        assert "tables" not in cookie
        assert cookie.get("csrf_token") != "planted"


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(app: Flask) -> None:
    answers = [sign_in(app.test_client(), name, "not the password") for name in ("Pia", "Nobody")]
    texts = [re.sub(r"Pia|Nobody", "X", plain(answer.text)) for answer in answers]
    assert [answer.status_code for answer in answers] == [401, 401]
    assert texts[0] == texts[1]


def test_five_failures_close_a_name_for_an_address_and_no_other(app: Flask) -> None:
    client = app.test_client()
    for _ in range(5):
        assert sign_in(client, "Pia", "wrong").status_code == 401
    refused = sign_in(client, "pia ")
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 300
    assert "wait" in refused.text
    assert sign_in(client, "Wim").status_code == 303
    other = app.test_client()
    other.environ_base["REMOTE_ADDR"] = "10.0.0.9"
    assert sign_in(other, "Pia").status_code == 303


def test_passwords_are_tried_a_few_at_a_time_and_no_more_of_them_than_one_after_the_other(
    app: Flask, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, most, begun = [0], [0], Barrier(2, timeout=60)

    def slow(*_: str) -> None:
        now[0] += 1
        most[0] = max(most[0], now[0])
        if len(tried) < 2:
            tried.append(1)
            begun.wait()
        now[0] -= 1

    tried: list[int] = []
    monkeypatch.setattr(services.accounts, "sign_in", slow)
    with ThreadPoolExecutor(40) as pool:
        asked = [pool.submit(sign_in, app.test_client(), f"nobody {n}") for n in range(40)]
        said = Counter(one.result().status_code for one in asked)
    assert most[0] == limits.AT_ONCE
    assert said[401] <= 20 + limits.AT_ONCE - 1
    assert said[401] + said[429] == 40


def test_writes_have_a_limit_of_their_own_for_each_caller(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.web.limits.WRITES", "3 per minute")
    app = create_app(services)
    app.config["WTF_CSRF_ENABLED"] = False
    rik, dora = browser(app, "recorder"), browser(app, "designer")
    statuses = [rik.post("/api/sessions", json={}).status_code for _ in range(4)]
    assert statuses == [400, 400, 400, 429]
    last = rik.post("/api/sessions", json={})
    assert last.get_json()["error"]["code"] == "too_many"
    assert int(last.headers["Retry-After"]) >= 1
    assert rik.get("/api/sessions").status_code == 200
    assert dora.post("/api/sessions", json={}).status_code == 400


def test_a_new_password_ends_the_other_sign_ins(app: Flask) -> None:
    here, there = browser(app, "player"), browser(app, "player")
    form = {"old": PASSWORD, "new": "quite another one"}
    assert here.post("/account/password", data=form | {"old": "wrong"}).status_code == 422
    assert there.get("/account").status_code == 200
    assert here.post("/account/password", data=form).status_code == 303
    assert here.get("/account").status_code == 200
    assert there.get("/account").status_code == 302
    assert sign_in(there, "Pia", "quite another one").status_code == 303
    here.post("/account/sign-out-everywhere")
    assert there.get("/account").status_code == here.get("/account").status_code == 302


def test_who_has_signed_out_or_was_removed_is_nobody(app: Flask, services: Services) -> None:
    client = browser(app, "watcher")
    client.post("/sign-out")
    assert client.get("/").status_code == 302
    client = browser(app, "watcher")
    services.accounts.remove(services.accounts.named("Wim").id, "Dora")
    assert client.get("/").status_code == 302
    log = [(e.what, e.who) for e in services.accounts.entries()]
    assert ("signed out", "Wim") in log


def test_every_form_needs_its_token_and_so_does_a_page_that_uses_the_api(app: Flask) -> None:
    client = browser(app, "designer")
    app.config["WTF_CSRF_ENABLED"] = True
    for path in ("/account/tokens", "/people/invitations", "/sign-out", "/sign-in"):
        assert client.post(path, data={}).status_code == 400, path
    assert client.post("/api/sessions", json=DIGITAL).status_code == 400
    token = read(client.get("/account")).find("input", name="csrf_token")[0].attrs["value"]
    headers = {guard.CSRF_HEADER: token}
    assert client.post("/api/sessions", json=DIGITAL, headers=headers).status_code == 201


def test_a_token_needs_no_form_and_is_shown_once(app: Flask) -> None:
    client = browser(app, "recorder")
    made = client.post("/account/tokens", data={"name": "tablet", "scope": "record", "days": "30"})
    found = re.search(r'value="(moth_[\w-]{27})"', made.text)
    assert found is not None
    assert found[1] not in client.get("/account").text
    app.config["WTF_CSRF_ENABLED"] = True
    program = app.test_client()
    bearer = {"Authorization": f"Bearer {found[1]}"}
    assert program.post("/api/sessions", json=DIGITAL, headers=bearer).status_code == 201
    assert program.get("/", headers=bearer).status_code == 302
    id_ = re.search(r"/account/tokens/(\d+)/revoke", made.text)
    assert id_ is not None
    app.config["WTF_CSRF_ENABLED"] = False
    assert browser(app, "designer").post(id_[0]).status_code == 404
    assert client.post(id_[0]).status_code == 303
    ended = program.get("/api/sessions", headers=bearer)
    assert ended.status_code == 401
    assert ended.headers["WWW-Authenticate"].startswith("Bearer")
    assert ended.get_json()["error"]["code"] == "sign_in_needed"


def test_tokens_and_invitations_end_after_the_days_that_were_chosen(
    app: Flask, services: Services
) -> None:
    dora = browser(app, "designer")
    dora.post("/account/tokens", data={"name": "t", "scope": "read", "days": "30"})
    dora.post("/people/invitations", data={"role": "watcher", "days": "3"})
    (token,) = services.accounts.tokens(services.accounts.named("Dora"))
    (link,) = services.accounts.invitations()
    for one, days in ((token, 30), (link, 3)):
        assert one.until is not None
        assert abs(one.until - one.made - timedelta(days=days)) < timedelta(minutes=1)


@pytest.mark.parametrize(
    "form", [{"scope": "king"}, {"name": ""}, {"days": "0"}, {"days": "9" * 5000}, {"days": "²"}]
)
def test_a_token_that_makes_no_sense_is_not_made(
    app: Flask, services: Services, form: dict[str, str]
) -> None:
    client = browser(app, "recorder")
    good = {"name": "t", "scope": "read", "days": "30"}
    assert client.post("/account/tokens", data=good | form).status_code == 422
    assert services.accounts.tokens(services.accounts.named("Rik")) == []


def test_a_player_hosts_what_they_opened_and_opens_no_log(app: Flask, services: Services) -> None:
    client = browser(app, "player")
    assert client.post("/api/sessions", json=LANTERN).status_code == 403
    assert client.post("/sessions/new", data={"mode": "table"}).status_code == 403
    form = {"game": "lantern_moths", "who-0": "person", "name-0": "Ada", "who-1": "person",
            "name-1": "Ben", "start": "0"}  # fmt: skip
    made = client.post("/sessions/new", data=form)
    assert made.status_code == 303, made.text
    (own,) = services.store.session_ids()
    path = f"/sessions/{own}/play"
    assert client.post(f"{path}/open", data={"seat": 0}).status_code == 303
    assert HAND in client.get(path).text
    other = client.post("/api/sessions", json=DIGITAL)
    assert other.status_code == 201
    services.accounts.add("Ole", "player", PASSWORD, "Dora")
    ole = app.test_client()
    sign_in(ole, "Ole")
    for what in ("here", "open", "window", "act", "take-back"):
        assert ole.post(f"{path}/{what}", data={"seat": 0}).status_code == 403, what
    body = {"actions": [{"action": {"type": "draw", "seat": 0}}]}
    assert ole.post(f"/api/sessions/{own}/actions", json=body).status_code == 403
    assert HAND not in ole.get(path).text


@pytest.fixture
def played(tables: Tables) -> Session:
    """A session of two people."""
    return tables.open("Ada", "Ben", title="Online")


def joined(app: Flask, secret: str) -> FlaskClient:
    """Return a browser in which a link was used."""
    client = app.test_client()
    assert client.post(f"/join/{secret}").status_code == 303
    return client


def test_a_link_is_used_by_pressing_a_button_and_told_to_nobody(
    app: Flask, services: Services, played: Session
) -> None:
    made = services.accounts.invite_seat(played.id, 0, "Dora")
    client = app.test_client()
    page = client.get(f"/join/{made.secret}")
    assert page.status_code == 200
    assert "Ada" in page.text
    assert page.headers["Referrer-Policy"] == "strict-origin"
    assert "no-store" in page.headers["Cache-Control"]
    assert services.accounts.invitations()[0].used is None
    assert client.get(f"/sessions/{played.id}/play").status_code == 302
    assert client.get("/join/nothing").status_code == 404
    assert made.secret not in app.test_client().get("/join/nothing").text


def test_a_link_to_a_seat_opens_that_seat_and_nothing_else(
    app: Flask, services: Services, tables: Tables, played: Session
) -> None:
    ada = joined(app, services.accounts.invite_seat(played.id, 0, "Dora").secret)
    ben = joined(app, services.accounts.invite_seat(played.id, 1, "Dora").secret)
    other = tables.open("Ida", "Noor")
    path = f"/sessions/{played.id}/play"
    assert ada.get(path).headers["Location"] == f"{path}?seat=0"
    mine, theirs = ada.get(f"{path}?seat=0").text, ben.get(f"{path}?seat=1").text
    assert HAND in mine
    assert HAND not in theirs
    assert HAND not in ben.get(f"{path}?seat=0").text
    version = played.version
    assert act(ben, played, 0, version) == 401
    assert act(ben, played, 0, version, key="k") == 401
    form = {"seat": 1, "version": version, "action": "{}"}
    assert ben.post(f"{path}/act?seat=0", data=form).status_code == 401
    assert ben.post(f"{path}/take-back?seat=0", data=form).status_code == 401
    assert act(ada, played, 0, version) == 303
    assert services.store.load(played.id).version > version
    for closed in ("/", "/sessions/new", f"/sessions/{played.id}", f"/sessions/{played.id}.json",
                   f"/sessions/{other.id}/play", "/api/sessions", "/statistics/lantern-moths",
                   f"/api/sessions/{played.id}/observations/0"):  # fmt: skip
        assert ada.get(closed).status_code in (302, 401), closed
    for closed in ("here", "open", "window", "cover"):
        assert ada.post(f"{path}/{closed}", data={"seat": 0}).status_code == 401, closed
    assert ada.post(f"/sessions/{played.id}/abandon", data={"seat": 0}).status_code == 401


def test_a_link_opens_the_seat_on_several_devices_until_it_is_revoked(
    app: Flask, services: Services, played: Session
) -> None:
    made = services.accounts.invite_seat(played.id, 0, "Dora")
    phone, laptop = joined(app, made.secret), joined(app, made.secret)
    path = f"/sessions/{played.id}/play?seat=0"
    assert HAND in phone.get(path).text
    assert HAND in laptop.get(path).text
    browser(app, "designer").post(f"/people/invitations/{made.invitation.id}/revoke")
    assert phone.get(path).status_code == laptop.get(path).status_code == 302
    assert act(phone, played, 0, played.version) == 401
    assert app.test_client().post(f"/join/{made.secret}").status_code == 404


def test_a_revoked_link_closes_the_hand_for_somebody_with_an_account_too(
    app: Flask, services: Services, played: Session
) -> None:
    made = services.accounts.invite_seat(played.id, 0, "Dora")
    wim = browser(app, "watcher")
    wim.post(f"/join/{made.secret}")
    path = f"/sessions/{played.id}?view=0"
    shown, public = (plain(one.get(path).text) for one in (wim, browser(app, "watcher")))
    assert shown != public
    services.accounts.revoke(made.invitation.id, "Dora")
    assert plain(wim.get(path).text) == public


def test_a_link_to_watch_shows_what_lies_open_in_that_session(
    app: Flask, services: Services, tables: Tables, played: Session
) -> None:
    watching = joined(app, services.accounts.invite_watcher(played.id, "Dora").secret)
    other = tables.open("Ida", "Noor")
    page = watching.get(f"/sessions/{played.id}/play")
    assert page.status_code == 200
    assert HAND not in page.text
    assert watching.get(f"/sessions/{other.id}/play").status_code == 302
    assert act(watching, played, 0, played.version) == 401


def test_a_link_of_a_session_ends_a_day_after_it(
    app: Flask, services: Services, played: Session
) -> None:
    ada = joined(app, services.accounts.invite_seat(played.id, 0, "Dora").secret)
    services.recorder.abandon(played.id)
    path = f"/sessions/{played.id}/play?seat=0"
    assert ada.get(path).status_code == 200
    start = services.accounts.now
    services.accounts.now = lambda: start() + timedelta(days=1)  # type: ignore[method-assign]
    assert ada.get(path).status_code == 302


def test_an_invited_person_makes_an_account_and_is_signed_in(app: Flask) -> None:
    made = browser(app, "designer").post("/people/invitations", data={"role": "watcher"})
    found = re.search(r"http://localhost(/join/[\w-]{27})", made.text)
    assert found is not None
    client = app.test_client()
    assert "as a watcher" in client.get(found[1]).text
    taken = client.post(found[1], data={"name": NAMES["player"], "password": PASSWORD})
    assert taken.status_code == 422
    assert "already, choose another" in taken.text
    assert client.post(found[1], data={"name": "Uli", "password": PASSWORD}).status_code == 303
    assert "Uli" in client.get("/account").text
    assert client.get("/sql").status_code == 403
    assert app.test_client().get(found[1]).status_code == 404


def test_a_designer_changes_roles_and_reads_what_was_done(app: Flask, services: Services) -> None:
    dora, wim = browser(app, "designer"), services.accounts.named("Wim")
    assert dora.post(f"/people/{wim.id}/role", data={"role": "king"}).status_code == 422
    assert dora.post(f"/people/{wim.id}/role", data={"role": "player"}).status_code == 303
    assert dora.post(f"/people/{wim.id}/password", data={"password": "short"}).status_code == 422
    me = services.accounts.named("Dora").id
    assert "last designer" in dora.post(f"/people/{me}/remove").text
    assert dora.post(f"/people/{wim.id}/remove").status_code == 303
    assert dora.post(f"/people/{wim.id}/remove").status_code == 404
    log = dora.get("/people/audit").text
    for what in ("role changed to player", "person removed", "signed in", "127.0.0.1"):
        assert what in log


def test_a_watcher_does_not_see_the_log_of_a_table_while_it_is_written(
    app: Flask, services: Services
) -> None:
    rik = browser(app, "recorder")
    body = LANTERN | {"mode": "table", "answers": ["B"]}
    made = rik.post("/api/sessions", json=body)
    assert made.status_code == 201, made.text
    path = f"/api/sessions/{made.get_json()['session']['id']}/state"
    assert rik.get(f"{path}?view=all").status_code == 200
    for role in ("watcher", "player"):
        assert browser(app, role).get(f"{path}?view=all").status_code == 403
        assert browser(app, role).get(path).status_code == 200


def test_behind_https_cookies_go_no_other_way(services: Services) -> None:
    app = create_app(services, https=True)
    app.config["WTF_CSRF_ENABLED"] = False
    signed = app.test_client().post(
        "/sign-in", data={"name": "Wim", "password": PASSWORD}, base_url="https://localhost"
    )
    (cookie,) = signed.headers.getlist("Set-Cookie")
    assert all(part in cookie for part in ("; Secure", "; HttpOnly", "; SameSite=Lax"))
    assert signed.headers["Strict-Transport-Security"].startswith("max-age=")


def test_pages_of_accounts_need_no_script_or_style_of_their_own(
    app: Flask, services: Services, played: Session
) -> None:
    dora = browser(app, "designer")
    seat = services.accounts.invite_seat(played.id, 0, "Dora").secret
    person = services.accounts.invite_person("player", "Dora").secret
    for path in ("/sign-in", "/account", "/people", "/people/audit", f"/join/{seat}",
                 f"/join/{person}"):  # fmt: skip
        answer = dora.get(path)
        assert answer.status_code == 200, path
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        page = read(answer)
        assert not page.find("style")
        assert all("src" in script.attrs for script in page.find("script"))
        assert all("style" not in element.attrs for element in page.find())
        ids = [e.attrs["id"] for e in page.find() if "id" in e.attrs]
        assert sorted(ids) == sorted(set(ids)), path
        assert len([form for form in page.find("form") if form.attrs.get("method") == "post"]) == (
            len(page.find("input", name="csrf_token"))
        )


def test_who_only_looks_is_offered_nothing_else(
    app: Flask, services: Services, tables: Tables, played: Session
) -> None:
    finished = tables.finished(2)
    services.accounts.set_host(played.id, services.accounts.named(NAMES["player"]))
    wim, pia = browser(app, "watcher"), browser(app, "player")
    for path, offered in (
        (f"/sessions/{finished.id}", ("/notes", "/branch")),
        ("/editions/lantern-moths", ("/sessions/new",)),
        (f"/sessions/{played.id}/play", ("/play/here",)),
    ):
        for what in offered:
            pattern = re.compile(f'(?:href|action)="[^"]*{what}["?]')
            assert pattern.search(pia.get(path).text), (path, what)
            assert not pattern.search(wim.get(path).text), (path, what)
    assert "Log it at the table" not in pia.get("/sessions/new").text
    assert "Log it at the table" in browser(app, "recorder").get("/sessions/new").text


def test_who_has_an_account_and_a_link_to_a_seat_is_led_to_it_but_not_a_host(
    app: Flask, services: Services, played: Session
) -> None:
    path = f"/sessions/{played.id}/play"
    for role, led in (("player", f"{path}?seat=1"), ("recorder", None)):
        client = browser(app, role)
        assert ">Watch</a>" in client.get("/").text or led is None
        client.post(f"/join/{services.accounts.invite_seat(played.id, 1, 'Dora').secret}")
        assert client.get(path).headers.get("Location") == led
        assert ">Continue</a>" in client.get("/").text
