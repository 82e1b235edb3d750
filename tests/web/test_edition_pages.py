"""Editions on pages: pictures and values, looking one through, adding it and playing with it."""

from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.games import GAMES, find
from service import editions, seeds
from service.wiring import Services
from tests.web.reading import Element, get, read, submit

HOUSE = seeds.seed("nocturnis", "edition.toml").read_text(encoding="utf-8")
NAMED = f'name = "{seeds.edition(find("nocturnis")).name}"'
CHANGED = HOUSE.replace(NAMED, 'name = "Two left"').replace(
    "[display]\nvalue = 3", "[display]\nvalue = 2"
)


def upload(client: FlaskClient, text: str, game: str = "nocturnis") -> TestResponse:
    page = get(client, f"/editions/{game}")
    token = page.one("input", name="csrf_token").attrs["value"]
    sent = {"csrf_token": token, "file": (BytesIO(text.encode()), "box.toml")}
    return client.post(f"/editions/{game}/check", data=sent)


def add(client: FlaskClient, page: Element) -> TestResponse:
    form = next(f for f in page.find("form") if f.attrs["action"].endswith("/add"))
    text = next(str(c) for c in form.one("textarea").children)
    token = form.one("input", name="csrf_token").attrs["value"]
    sent = {"csrf_token": token, "text": text.removeprefix("\n")}
    return client.post(form.attrs["action"], data=sent, follow_redirects=True)


@pytest.mark.parametrize("name", GAMES)
def test_every_value_is_listed_as_printed_or_assumed_below_pictures_of_the_parts(
    client: FlaskClient, name: str
) -> None:
    game = find(name)
    edition = seeds.edition(game)
    page = get(client, f"/editions/{game.command_name}")
    rows = page.one("table", class_="tbl").one("tbody").find("tr")
    sourced = [f for f in edition.__struct_fields__ if hasattr(getattr(edition, f), "printed")]
    assert [row.one("th").text for row in rows] == [f.replace("_", " ") for f in sourced]
    for row, field in zip(rows, sourced, strict=True):
        printed = getattr(edition, field).printed is not None
        assert row.one(class_="chip").text == ("printed" if printed else "assumed")
    assert page.one(class_="lying").find("svg", role="img") + page.find(class_="card")


def test_nocturnis_shows_both_sides_every_shape_and_every_card(client: FlaskClient) -> None:
    edition = seeds.edition(find("nocturnis"))
    page = get(client, "/editions/nocturnis")
    assert len(page.find(class_="garden-sheet")) == 2
    assert len(page.one(class_="kinds").find("li")) == len(edition.shapes.value)  # type: ignore[attr-defined]
    assert len(page.one(class_="species").find(class_="copies")) == len(edition.cards.value)  # type: ignore[attr-defined]


def test_the_text_of_an_edition_can_be_fetched_to_write_another(client: FlaskClient) -> None:
    answer = client.get(f"/editions/nocturnis/{editions.shipped(find('nocturnis')).slug}.toml")
    assert answer.mimetype == "text/plain"
    assert answer.get_data(as_text=True) == HOUSE
    assert client.get("/editions/nocturnis/nothing.toml").status_code == 404


def test_a_broken_edition_lists_each_error_with_its_line_and_keeps_nothing(
    client: FlaskClient, services: Services
) -> None:
    broken = CHANGED.replace("[hand_limit]\nvalue = 5", "[hand_limit]\nvalue = 0").replace(
        "[exchanges]\nvalue = 2", "[exchanges]\nvalue = 'two'"
    )
    answer = upload(client, broken)
    assert answer.status_code == 422
    page = read(answer)
    assert page.one("h1").text == "2 errors; nothing was kept"
    faults = page.one(class_="faults").find("li")
    lines = broken.split("\n")
    for fault, path, text in zip(
        faults, ("hand_limit.value", "exchanges.value"), ("value = 0", "value = 'two'"), strict=True
    ):
        assert fault.one("code").text == path
        assert fault.one("pre").text == text
        assert fault.one(class_="chip").text == f"line {lines.index(text) + 1}"
    assert len(editions.editions_of(find("nocturnis"), services.data)) == 1
    mended = submit(client, page, "/check", text=CHANGED)
    assert "Two left can be played" in read(mended).one("h1").text


def test_an_edition_is_looked_through_added_chosen_and_played(
    client: FlaskClient, services: Services
) -> None:
    page = read(upload(client, CHANGED))
    assert "the rulebook says 3, Game Setup" in page.one(class_="differs").text
    assert NAMED in HOUSE
    assert len(editions.editions_of(find("nocturnis"), services.data)) == 1
    answer = add(client, page)
    assert answer.request.path == "/editions/nocturnis/two-left"
    assert read(answer).one(class_="known").find("a")[1].attrs["aria-current"] == "page"
    page = get(client, "/sessions/new?game=nocturnis&edition=two-left")
    chosen = [i for i in page.find("input", name="edition") if "checked" in i.attrs]
    assert [i.attrs["value"] for i in chosen] == ["two-left"]
    submit(client, page, "/sessions/new", name__0="Mira", who__1="nobody")
    (session_id,) = services.store.session_ids()
    session = services.store.load(session_id)
    assert session.opened.edition["name"] == "Two left"
    assert len(session.state.display) == 2


def test_another_edition_under_a_name_that_is_taken_is_refused_with_the_reason(
    client: FlaskClient, services: Services
) -> None:
    add(client, read(upload(client, CHANGED)))
    other = CHANGED.replace("[opening_hand]\nvalue = 2", "[opening_hand]\nvalue = 3")
    answer = add(client, read(upload(client, other)))
    assert answer.status_code == 422
    assert "other content" in read(answer).one(class_="notice").text
    assert len(editions.editions_of(find("nocturnis"), services.data)) == 2


def test_an_edition_of_another_game_is_shown_as_what_it_is(client: FlaskClient) -> None:
    text = seeds.seed("lepidoptery", "edition.toml").read_text(encoding="utf-8")
    page = read(upload(client, text))
    assert page.one(class_="eyebrow").text == "Lepidoptery, edition looked through"
    assert add(client, page).request.path == "/editions/lepidoptery"


def test_a_session_with_an_edition_that_is_not_there_is_not_opened(
    client: FlaskClient, services: Services
) -> None:
    page = get(client, "/sessions/new?game=nocturnis")
    answer = submit(client, page, "/sessions/new", name__0="Mira", edition="gone")
    assert answer.status_code == 422
    assert "No edition of Nocturnis is called" in answer.get_data(as_text=True)
    assert not list(services.store.session_ids())


def test_too_large_a_file_and_a_form_without_its_token_are_refused(client: FlaskClient) -> None:
    assert upload(client, "#" * 200_000).status_code == 413
    sent = {"file": (BytesIO(HOUSE.encode()), "box.toml")}
    assert client.post("/editions/nocturnis/check", data=sent).status_code == 400


def test_names_and_values_of_an_edition_cannot_become_markup(client: FlaskClient) -> None:
    evil = "<script>alert(1)</script>"
    text = CHANGED.replace('"Two left"', f'"{evil}"').replace('"Ashwing"', f'"{evil}"')
    answer = upload(client, text)
    assert answer.status_code == 200
    assert evil not in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "sent",
    [
        "import pathlib\npathlib.Path({path!r}).touch()\n",
        "!!python/object/apply:pathlib.Path.touch [{path!r}]\n",
        "cpathlib\nPath.touch\n(V{path}\ntR.",
        "<?php touch({path!r}); ?>",
        "name = \"{{{{ cycler.__init__.__globals__.os.system('touch {path}') }}}}\"",
    ],
    ids=["python", "yaml", "pickle", "php", "template"],
)
def test_what_is_sent_as_an_edition_is_read_and_never_run(
    client: FlaskClient, tmp_path: Path, services: Services, sent: str
) -> None:
    made = tmp_path / "run"
    answer = upload(client, sent.format(path=str(made)))
    assert answer.status_code == 422
    assert not made.exists()
    assert not list((services.data / "editions").rglob("*.toml"))
