"""All steps of a session at once: the same as step by step, in each view, drawn once."""

import gzip
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.web import frames
from service.web.frames import film_of
from service.web.knowledge import EVERYTHING, PUBLIC
from service.web.playback import Playback
from service.web.shelf import Shelf
from tests.web.conftest import Tables
from tests.web.reading import read


def film(client: FlaskClient, session_id: object, view: str = "all") -> dict[str, Any]:
    answer = client.get(f"/sessions/{session_id}/frames?view={view}")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.get_json()
    return found


def test_a_film_holds_every_step_as_it_is_drawn_by_itself(
    client: FlaskClient, each: Tables
) -> None:
    session = each.finished()
    for view in ("all", "public", "1"):
        data = film(client, session.id, view)
        assert (data["version"], data["view"]) == (session.version, view)
        assert [one["step"] for one in data["frames"]] == [*range(session.last_step + 1)]
        assert [one["end"] for one in data["frames"]].count(True) == 1
        for step in range(0, session.last_step + 1, 7):
            one = data["frames"][step]
            alone = client.get(f"/sessions/{session.id}/steps/{step}?view={view}")
            page = client.get(f"/sessions/{session.id}?step={step}&view={view}").text
            frame = read(alone).one("div")
            assert frame.attrs["data-title"] == one["title"]
            assert frame.attrs["data-say"] == one["say"]
            for name, numbers in one["parts"].items():
                html = "".join(data["pieces"][number] for number in numbers)
                assert "\x02" not in html
                assert html in alone.text
                assert "".join(html.split()) in "".join(page.split()), (name, step)


def test_what_repeats_is_sent_once(client: FlaskClient, each: Tables) -> None:
    session = each.finished()
    data = film(client, session.id)
    assert len(set(data["pieces"])) == len(data["pieces"])
    whole = sum(
        len(data["pieces"][number])
        for one in data["frames"]
        for numbers in one["parts"].values()
        for number in numbers
    )
    assert sum(map(len, data["pieces"])) * 1.5 < whole


def test_a_film_is_sent_packed_and_only_when_it_changed(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.finished()
    path = f"/sessions/{session.id}/frames"
    first = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert first.headers["Content-Encoding"] == "gzip"
    assert msgspec.json.decode(gzip.decompress(first.data)) == film(client, session.id)
    tag = {"If-None-Match": first.headers["ETag"], "Accept-Encoding": "gzip"}
    assert client.get(path, headers=tag).status_code == 304
    assert client.get(f"{path}?view=public", headers=tag).status_code == 200
    tables.services.recorder.add_note(session.id, 3, "a note")
    assert client.get(path, headers=tag).status_code == 200


def test_no_film_of_what_is_hidden_nor_of_a_view_that_there_is_none_of(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.finished()
    path = f"/sessions/{session.id}/frames"
    for query in ("hide=1", "hide=1&view=public", "view=9", "view=nobody"):
        assert client.get(f"{path}?{query}").status_code == 400
    assert client.get("/sessions/00000000-0000-0000-0000-000000000000/frames").status_code == 404


def test_two_who_ask_at_once_get_one_film(
    app: Flask, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tables.finished()
    drawn: list[Playback] = []
    draw = frames.draw

    def counted(film: Playback) -> frames.Frames:
        drawn.append(film)
        return draw(film)

    monkeypatch.setattr(frames, "draw", counted)
    shelf = Shelf()

    def ask(_: int) -> object:
        with app.test_request_context("/"):
            return film_of(shelf.get(session, EVERYTHING))

    with ThreadPoolExecutor(8) as threads:
        found = set(map(id, threads.map(ask, range(8))))
    assert len(drawn) == len(found) == 1
    assert shelf.get(session, PUBLIC) is not drawn[0]


def test_what_a_person_wrote_is_no_mark_and_no_html(app: Flask, tables: Tables) -> None:
    session = tables.open("\x020:\x03", "<i>Ben</i>", early=True)
    with app.test_request_context("/"):
        film = frames.draw(Playback(session, PUBLIC))
    assert all("\x020:\x03" in film.fragment(frame.step) for frame in film.frames)
    assert "<i>" not in "".join(film.pieces)
