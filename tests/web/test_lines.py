"""Lines beside the replay, as JSON and as tables: each reader's own, none of what is hidden."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.session import Session
from domain.session.commands import note_feeling
from service.wiring import Services
from tests.web.conftest import Tables


def got(client: FlaskClient, session: Session, query: str = "") -> dict[str, Any]:
    """Fetch a session's lines."""
    answer = client.get(f"/sessions/{session.id}/lines.json?{query}")
    assert answer.status_code == 200
    assert answer.content_type == "application/json"
    found: dict[str, Any] = answer.get_json()
    return found


def numbers(found: dict[str, Any]) -> dict[str, list[list[Any]]]:
    """Return the numbers of each line, a list a seat."""
    return {one["name"]: [t["y"] for t in one["figure"]["data"]] for one in found["lines"]}


def test_every_game_has_its_lines(client: FlaskClient, each: Tables) -> None:
    session = each.finished(2)
    found = got(client, session)
    assert {"lead", "options", "hands"} <= {one["name"] for one in found["lines"]}
    assert found["until"] == session.last_step
    for series in numbers(found).values():
        assert series
        assert {len(values) for values in series} == {session.last_step + 1}


def test_a_view_counts_only_what_it_sees(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished()
    whole, own, public = (got(client, session, f"view={view}") for view in ("all", "0", "public"))
    traces = {
        found["view"]: {one["name"]: one for one in found["lines"]}
        for found in (whole, own, public)
    }
    assert traces["all"]["options"]["most"] == []
    assert traces["0"]["options"]["most"] == [1, 2]
    assert "score" not in traces["public"]
    assert traces["public"]["options"]["most"] == [0, 1, 2]
    labels = [trace["name"] for trace in traces["0"]["options"]["figure"]["data"]]
    assert labels == ["bot 0", "bot 1, at most", "bot 2, at most"]


def test_while_what_comes_next_is_hidden_nothing_later_and_no_length_is_sent(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.finished()
    answer = client.get(f"/sessions/{session.id}/lines.json?hide=1&step=9&view=0")
    found = answer.get_json()
    assert found["until"] == 9
    for one in found["lines"]:
        assert all(len(trace["y"]) == 10 for trace in one["figure"]["data"])
        assert one["figure"]["layout"]["xaxis"]["range"] == [-0.5, 21.5]
        assert all(shape["x1"] <= 9 for shape in one["figure"]["layout"]["shapes"])
    page = client.get(f"/sessions/{session.id}/lines?hide=1&step=9&view=0").text
    assert max(map(int, re.findall(r'data-step="(\d+)"', page))) <= 9
    assert "step=10" not in page


def test_what_is_hidden_ahead_says_the_same_wherever_the_session_went(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished()
    before = got(client, session, "hide=1&step=12&view=public")
    services.recorder.take_back(session.id, 12)
    assert got(client, services.store.load(session.id), "view=public")["view"] == "public"
    after = got(client, services.store.load(session.id), "hide=1&step=12&view=public")
    assert before == after


def test_feelings_are_sent_where_all_that_was_logged_may_be_seen(
    client: FlaskClient, tables: Tables, services: Services
) -> None:
    session = tables.finished()
    services.recorder.run(session.id, lambda s: note_feeling(s, 4, 1, "fun"))
    assert got(client, session)["felt"] == [{"step": 4, "seat": 1, "feeling": "fun"}]
    assert got(client, session, "view=1")["felt"] == []
    assert got(client, session, "hide=1&step=9")["felt"] == []


def test_a_live_session_shows_only_the_public_lines(client: FlaskClient, tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    for view in ("all", "0", "1"):
        assert got(client, session, f"view={view}")["view"] == "public"


def test_the_table_has_a_link_to_every_step_at_which_a_number_changes(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.finished()
    hands = numbers(got(client, session, "view=1"))["hands"]
    rows = list(zip(*hands, strict=True))
    changes = [at for at, row in enumerate(rows) if not at or row != rows[at - 1]]
    page = client.get(f"/sessions/{session.id}/lines?line=hands&view=1").text
    assert [int(at) for at in re.findall(r'data-step="(\d+)"', page)] == changes
    assert f"/sessions/{session.id}?view=1&amp;step={changes[1]}" in page


def test_lines_and_steps_that_are_not_there_are_refused(
    client: FlaskClient, tables: Tables
) -> None:
    at = f"/sessions/{tables.finished().id}"
    missing = client.get(f"{at}/lines?line=luck")
    assert missing.status_code == 404
    assert "luck" in missing.text
    assert client.get(f"{at}/lines.json?view=9").status_code == 400
    assert client.get(f"{at}/lines.json?hide=1&step=x").status_code == 400
    assert client.get(f"{at}/lines.json?hide=1&step=99999").status_code == 404


@pytest.mark.parametrize("path", ["lines", "lines.json"])
def test_a_session_that_is_not_there_has_none(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/sessions/00000000-0000-7000-8000-000000000000/{path}")
    assert answer.status_code == 404
