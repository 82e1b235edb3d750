"""Errors in the house's look, headers, cookies, and what other sites cannot do."""

import re
import sqlite3
import stat
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.games import find
from domain.games.lantern_moths.events import CardDrawn
from service.web.app import create_app, secret_key
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.hiding import AT, ID, recorded
from tests.web.reading import get, read

PAGES = ("/", "/sessions/new", "/statistics/lantern-moths", "/rules/lantern-moths",
         "/editions/lantern-moths", "/nowhere")  # fmt: skip
TEMPLATES = Path(__file__).parents[2] / "service" / "web" / "templates"


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    for part in ("frame-ancestors", "form-action", "connect-src"):
        assert policy[part] == "'self'"
    assert policy["base-uri"] == "'none'"
    assert ("'unsafe-inline'" in policy["style-src"]) == path.startswith("/statistics")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["Cache-Control"] == "no-store"
    assert "Strict-Transport-Security" not in headers  # it comes by http here


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.stem)
def test_no_template_holds_a_script_or_a_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert all(" src=" in tag for tag in re.findall(r"<script\b[^>]*>", text))
    assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", text)


@pytest.mark.parametrize("path", PAGES)
def test_no_page_needs_inline_scripts_or_styles_or_anything_from_elsewhere(
    client: FlaskClient, tables: Tables, path: str
) -> None:
    session = tables.finished()
    for each in (path, f"/sessions/{session.id}?step=30", f"/sessions/{session.id}/play"):
        page = read(client.get(each))
        for element in page.find():
            assert "style" not in element.attrs
            assert not [name for name in element.attrs if name.startswith("on")]
            for name in ("src", "href", "action"):
                assert not element.attrs.get(name, "").startswith(("http", "//"))
        assert all("src" in script.attrs for script in page.find("script"))
        assert not page.find("style")


@pytest.mark.parametrize("path", PAGES)
def test_every_link_on_a_page_leads_somewhere(
    client: FlaskClient, tables: Tables, path: str
) -> None:
    tables.finished()
    links = read(client.get(path)).find("a")
    for href in dict.fromkeys(link.attrs.get("href", "#") for link in links):
        if not href.startswith("#"):
            assert client.get(href, follow_redirects=True).status_code == 200, href


def test_ids_are_used_once_on_a_page(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished()
    for path in (*PAGES, f"/sessions/{session.id}?step=9&taken=1", f"/sessions/{session.id}/play"):
        ids = [e.attrs["id"] for e in read(client.get(path)).find() if "id" in e.attrs]
        assert sorted(ids) == sorted(set(ids)), path


def test_an_unknown_address_says_so(client: FlaskClient) -> None:
    page = get(client, "/nowhere", 404)
    assert page.one("h1").text == "There is nothing here"
    assert client.get("/nowhere.json").get_json()["error"]["code"] == "not_found"
    page = get(client, "/rules/chess", 404)
    assert "expected one of: lantern-moths" in page.one("main").text
    assert client.get("/statistics/chess").status_code == 404
    assert client.get("/editions/chess").status_code == 404


def test_a_wrong_method_and_a_body_too_large_say_so(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished()
    assert client.get(f"/sessions/{session.id}/notes").status_code == 405
    assert client.post("/rules/lantern-moths").status_code in (400, 405)
    answer = client.post(f"/sessions/{session.id}/notes", data={"text": "x" * 300_000})
    assert answer.status_code == 413
    assert read(answer).one("h1").text == "That is too much at once"


def test_a_fault_of_ours_shows_no_traceback(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr("service.web.pages.sessions.search", broken)
    client = app.test_client()
    answer = client.get("/")
    assert answer.status_code == 500
    assert "secret detail" not in answer.get_data(as_text=True)
    assert "Traceback" not in answer.get_data(as_text=True)
    assert "a secret detail" in caplog.text


def test_pages_answer_only_to_the_names_of_this_machine(client: FlaskClient) -> None:
    assert client.get("/", headers={"Host": "localhost:8765"}).status_code == 200
    assert client.get("/", headers={"Host": "127.0.0.1:9000"}).status_code == 200
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_the_key_that_signs_cookies_is_made_once_and_private(
    app: Flask, services: Services
) -> None:
    path = services.data / "secret.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert secret_key(path) == app.secret_key
    assert create_app(services).secret_key == app.secret_key


def test_the_theme_is_in_the_page_from_the_first_byte(client: FlaskClient) -> None:
    assert "data-theme" not in get(client, "/").one("html").attrs
    client.set_cookie("theme", "day")
    assert get(client, "/").one("html").attrs["data-theme"] == "day"
    client.set_cookie("theme", '"><script>')
    assert "data-theme" not in get(client, "/").one("html").attrs


def test_static_files_are_kept_for_good_under_the_hash_of_their_content(
    client: FlaskClient,
) -> None:
    page = get(client, "/statistics/lantern-moths")
    sheets = [link.attrs["href"] for link in page.find("link", rel="stylesheet")]
    scripts = [script.attrs["src"] for script in page.find("script")]
    for path in sheets + scripts:
        answer = client.get(path)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert "?v=" in path
        answer.close()
    assert any("plotly" in path for path in scripts)


def test_plotly_comes_from_the_installed_package_and_packed_if_wanted(client: FlaskClient) -> None:
    plain = client.get("/static/vendor/plotly.min.js")
    packed = client.get("/static/vendor/plotly.min.js", headers={"Accept-Encoding": "gzip"})
    assert b"plotly.js v" in plain.data[:300]
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data) / 2


@pytest.mark.parametrize("left", [b"", b"x"])
def test_a_key_that_a_full_disk_cut_short_is_made_anew(tmp_path: Path, left: bytes) -> None:
    path = tmp_path / "secret.key"
    path.write_bytes(left)
    key = secret_key(path)
    assert len(key) == 32
    assert secret_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]


def test_a_device_that_does_not_play_a_session_cannot_stop_it(
    app: Flask, client: FlaskClient, tables: Tables, services: Services
) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    session = tables.open("Ada", "Ben")
    assert (
        client.post(f"/sessions/{session.id}/abandon", data={"reason": "mine"}).status_code == 400
    )
    assert services.store.load(session.id).status == "live"


def test_a_session_without_its_set_up_hides_no_other(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    whole, cut = tables.open("Ada", "Ben", title="Whole"), tables.open("Ida", "Noor", title="Cut")
    services.projector.catch_up()
    with sqlite3.connect(services.data / "events.sqlite") as db:
        query = "DELETE FROM stored_events WHERE originator_version > 1 AND originator_id = ?"
        db.execute(query, (cut.id.hex,))
    answer = client.get("/")
    assert answer.status_code == 200
    assert whole.opened.title in answer.text


def test_what_does_not_fit_in_a_damaged_session_is_not_said_to_the_reader(
    client: FlaskClient, services: Services
) -> None:
    events = recorded(find("lantern_moths"), 5)
    drawn = CardDrawn(0, "Z9")
    services.store.append(ID, 0, [*events, drawn], AT)
    for path in (f"/sessions/{ID}", f"/api/sessions/{ID}"):
        answer = client.get(path)
        assert answer.status_code == 500
        assert f"ession {ID}, version {len(events) + 1} is damaged." in answer.text
        assert "Z9" not in answer.text
        assert "does not fit" not in answer.text
