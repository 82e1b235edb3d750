"""Positions as pictures: they stand by themselves, look as asked, and show only what is open."""

import re
from xml.etree import ElementTree

import pytest
import resvg_py
from flask import Flask
from flask.testing import FlaskClient

from domain.games import find
from domain.session import Session
from service.web.pictures.raster import SANS, SERIF, fonts
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.hiding import AT, ID, others, recorded
from tests.web.test_nocturnis_play import window
from tests.web.test_play import take_table

SVG = "{http://www.w3.org/2000/svg}"
PNG = b"\x89PNG\r\n\x1a\n"


def fetch(client: FlaskClient, session: Session, step: int, query: str = "") -> str:
    answer = client.get(f"/sessions/{session.id}/steps/{step}.svg{query}")
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert answer.mimetype == "image/svg+xml"
    return answer.get_data(as_text=True)


def test_a_picture_needs_no_style_sheet_and_nothing_from_elsewhere(
    client: FlaskClient, each: Tables
) -> None:
    session = each.finished()
    for step in (0, session.last_step // 2, session.last_step):
        drawing = fetch(client, session, step)
        root = ElementTree.fromstring(drawing)
        assert root.tag == f"{SVG}svg"
        assert not re.search(r"class=|style=|<style|var\(|color-mix|@import", drawing)
        ids = {e.get("id") for e in root.iter()}
        used = re.findall(r'(?:url\(|xlink:href=")#([^")]+)', drawing)
        assert set(used) <= ids
        assert "http" not in drawing.replace("http://www.w3.org/", "")


def test_every_shape_of_a_picture_has_a_colour_of_its_own(
    client: FlaskClient, each: Tables
) -> None:
    session = each.finished()
    root = ElementTree.fromstring(fetch(client, session, session.last_step // 2))
    paints = {e.get("fill") for e in root.iter() if e.get("fill")}
    assert len(paints) > 3
    assert all(re.fullmatch(r"#[0-9a-f]{6}|none|currentColor|url\(#\w+\)", p or "") for p in paints)


def test_a_picture_tells_title_step_and_sentence(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished(title="Thursday garden")
    root = ElementTree.fromstring(fetch(client, session, 0))
    said = [e.text or "" for e in root.iter(f"{SVG}text")]
    assert said[:2] == ["Thursday garden", f"Step 0 of {session.last_step}. Set-up"]
    assert said[2].startswith("The table is set: bot 0 starts")
    assert root.findtext(f"{SVG}title") == "Thursday garden, step 0"
    assert "Set-up. The table is set" in (root.findtext(f"{SVG}desc") or "")


def test_what_people_wrote_is_no_markup(client: FlaskClient, tables: Tables) -> None:
    session = tables.open("<b>Ada</b> & \x0b co", "Ben", title="<svg/onload=x> \x01&", early=True)
    root = ElementTree.fromstring(fetch(client, session, 0))
    words = " ".join(root.itertext())
    assert "<b>Ada</b> &" in words
    assert "<svg/onload=x>" in words


def test_night_and_day_differ_and_a_width_is_kept(client: FlaskClient, each: Tables) -> None:
    session = each.finished()
    night, day = (fetch(client, session, 3, f"?theme={t}&width=500") for t in ("night", "day"))
    assert "#141c1f" in night
    assert "#f7f8f4" in day
    assert ElementTree.fromstring(day).get("width") == "500"
    png = client.get(f"/sessions/{session.id}/steps/3.png?width=500").data
    assert png.startswith(PNG)
    assert int.from_bytes(png[16:20], "big") == 500


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("width=99999", "expected a number of pixels from 160 to 2000"),
        ("width=-3", "expected a number of pixels"),
        ("theme=dusk", "expected night or day"),
        ("seat=9", "expected 0 to 2, or all"),
        ("seat=x", "expected 0 to 2, or all"),
    ],
)
def test_a_picture_that_cannot_be_says_what_was_expected(
    client: FlaskClient, tables: Tables, query: str, said: str
) -> None:
    answer = client.get(f"/sessions/{tables.finished().id}/steps/3.png?{query}")
    assert answer.status_code == 422
    assert said in answer.get_data(as_text=True)


def test_a_step_that_is_none_has_no_picture(client: FlaskClient, tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    assert client.get(f"/sessions/{session.id}/steps/7.svg").status_code == 404


def test_sheets_of_several_seats_stand_side_by_side(
    client: FlaskClient, services: Services
) -> None:
    session = Tables(services, find("nocturnis")).finished()
    one, every = (fetch(client, session, 9, query) for query in ("?seat=1", "?seat=all"))
    assert every.count("<svg") > one.count("<svg")
    assert every.count(">bot 2<") == one.count(">bot 2<") + 1


def test_letters_are_drawn_on_a_machine_without_fonts() -> None:
    for family in (SANS, SERIF):
        drawing = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="30">'
            f'<text y="20" font-family="\'{family}\'" font-weight="600">%s</text></svg>'
        )
        blank, written = (
            resvg_py.svg_to_bytes(
                svg_string=drawing % text, skip_system_fonts=True, font_files=fonts()
            )
            for text in ("", "Ada")
        )
        assert bytes(blank) != bytes(written)


def test_an_unchanged_picture_is_not_sent_again(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished()
    address = f"/sessions/{session.id}/steps/3.svg"
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304


def test_a_live_picture_shows_what_the_table_shows(
    client: FlaskClient, each: Tables, services: Services
) -> None:
    """The hidden cards are others; no view of a live session tells them apart."""
    events = recorded(each.game, 14)
    services.store.append(ID, 0, events, AT)
    other = ID.__class__(int=ID.int + 1)
    services.store.append(other, 0, others(events), AT)
    last = services.store.load(ID).last_step
    for step in range(0, last + 1, 4):
        for view in ("", "?view=all", "?view=0", "?seat=all"):
            one, two = (
                client.get(f"/sessions/{i}/steps/{step}.svg{view}").data for i in (ID, other)
            )
            assert one == two


def test_a_picture_of_a_seats_view_is_not_handed_to_others(
    app: Flask, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "Ben")
    ada, ben = app.test_client(), app.test_client()
    window(ada, take_table(ada, session), 0)
    seen = "?view=0&seat=all"
    own, other = fetch(ada, session, 0, seen), fetch(ben, session, 0, seen)
    assert own != other
    assert other == fetch(ben, session, 0, "?view=public&seat=all")
    assert own == fetch(ada, session, 0, seen)
