"""Stepping through a session by links alone, and what each address answers."""

import re

from flask.testing import FlaskClient

from domain.session import Session
from domain.words import describe_all
from service.web.moment import PARTS
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import Element, fields, get, read, submit


def at(client: FlaskClient, session: Session, query: str = "") -> Element:
    return get(client, f"/sessions/{session.id}{query}")


def rows(page: Element) -> list[Element]:
    return [row for row in page.find("a", class_="ev") if "data-step" in row.attrs]


def test_a_finished_session_begins_at_the_set_up(client: FlaskClient, tables: Tables) -> None:
    page = at(client, session := tables.finished())
    assert page.one(class_="say").text.startswith("Set-up The table is set: bot 0 starts")
    assert page.one(class_="pos").text.startswith(f"0 of {session.last_step}")
    assert len(rows(page)) == session.last_step + 1


def test_game_and_day_are_said_once(client: FlaskClient, tables: Tables) -> None:
    named, untitled = tables.open("Ada", "Ben", title="The long one"), tables.open("Ada", "Ben")
    for session, title, facts in (
        (named, "The long one", ["Lantern Moths", "2 seats"]),
        (untitled, "Lantern Moths", ["2 seats"]),
    ):
        page = get(client, f"/sessions/{session.id}")
        assert title in page.one("h1").text
        said = page.one(class_="eyebrow").find("span")[0].text.split(", ")
        assert said[: len(facts)] == facts
        year = str(session.log[0].at.year)
        assert (year in page.one("h1").text) == (len(said) == 1)


def test_every_step_can_be_reached_by_following_links(client: FlaskClient, each: Tables) -> None:
    page, steps = at(client, session := each.stopped(12)), 0
    while "href" in (on := page.one("a", data_go="on")).attrs:
        page, steps = get(client, on.attrs["href"]), steps + 1
        (current,) = page.find("a", aria_current="step")
        assert current.attrs["data-step"] == str(steps)
    assert steps == session.last_step


def test_rounds_ends_and_steps_back_are_links(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished()
    page = at(client, session, "?step=5")
    assert page.one("a", data_go="back").attrs["href"].endswith("?step=4")
    assert page.one("a", data_go="first").attrs["href"].endswith("?step=0")
    assert page.one("a", data_go="last").attrs["href"].endswith(f"?step={session.last_step}")
    onward = get(client, page.one("a", data_go="round-on").attrs["href"])
    assert "starts next" in onward.one(class_="say").text
    assert "href" not in at(client, session).one("a", data_go="back").attrs


def test_without_scripts_a_number_stands_in_for_the_slider(
    client: FlaskClient, each: Tables
) -> None:
    page = at(client, session := each.finished(), "?step=9&view=public")
    assert "hidden" in page.one("input", type="range").attrs
    form = page.one("noscript").one("form")
    number = form.one("input", type="number")
    assert (number.attrs["name"], number.attrs["max"]) == ("step", str(session.last_step))
    assert form.attrs["action"] == f"/sessions/{session.id}"
    assert fields(form) == {"view": "public", "step": "9"}
    assert "max" not in at(client, session, "?step=9&hide=1").one("input", type="number").attrs


def test_a_rounds_header_says_what_its_number_counts(client: FlaskClient, each: Tables) -> None:
    page = at(client, each.finished())
    fold = page.one("details", data_round="1")
    assert fold.one(class_="ct").text == f"{len(rows(fold))} steps"


def test_a_live_replay_says_that_only_the_public_view_is_open(
    client: FlaskClient, each: Tables
) -> None:
    said = "Only what everybody sees is open while the game goes on."
    live = at(client, each.open("Ada", "Ben"))
    assert said in live.one(class_="head").text
    assert (
        live.one("span", aria_label="How much is known").one("a", aria_current="true").text
        == "Public"
    )
    assert said not in at(client, each.finished()).one(class_="head").text


def test_the_last_step_tells_the_outcome_with_its_parts(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.finished()
    page = at(client, session, f"?step={session.last_step}")
    outcome = page.one(class_="outcome")
    result = session.game.outcome(session.state)
    assert [row.find("td")[-1].text for row in outcome.find("tr")[1::2]] == [
        str(score.total) for score in result.scores
    ]
    assert "was the last" in outcome.text


def test_each_step_names_its_clauses_in_our_words_with_a_link(
    client: FlaskClient, each: Tables
) -> None:
    page = at(client, each.finished(), "?step=1")
    why = page.one(id="why")
    clause = why.one("a", class_="cite")
    target = clause.attrs["href"].split("#")
    assert get(client, target[0]).one(id=target[1]).find("dd")


def test_a_step_fragment_holds_the_table_and_the_seats_and_no_log(
    client: FlaskClient, each: Tables
) -> None:
    session = each.finished()
    fragment = get(client, f"/sessions/{session.id}/steps/7")
    frame = fragment.one(data_frame="7")
    assert {e.attrs["data-part"] for e in frame.find("div") if "data-part" in e.attrs} == {*PARTS}
    assert not frame.find(class_="log")
    assert frame.attrs["data-say"].startswith(f"Step 7. {session.game.round_word} ")


def test_hiding_what_comes_next_leaves_no_trace_of_it(client: FlaskClient, each: Tables) -> None:
    session = each.finished()
    page = at(client, session, "?step=20&hide=1")
    assert [int(row.attrs["data-step"]) for row in rows(page)] == list(range(21))
    text = client.get(f"/sessions/{session.id}?step=20&hide=1").get_data(as_text=True)
    assert f"of {session.last_step}" not in text
    assert f"step={session.last_step}" not in text
    assert "minute" not in page.one(class_="head").text
    assert {int(n) for n in re.findall(r"step=(\d+)", text)} <= set(range(22))
    fragment = client.get(f"/sessions/{session.id}/steps/20?hide=1").get_data(as_text=True)
    assert {int(n) for n in re.findall(r'data-step="(\d+)"', fragment)} <= set(range(21))


def test_stepping_beyond_a_hidden_end_stays_at_it(client: FlaskClient, each: Tables) -> None:
    session = each.finished()
    answer = client.get(f"/sessions/{session.id}?step=999&hide=1")
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith(f"hide=1&step={session.last_step}")


def test_a_page_beyond_the_end_leads_to_the_last_step(client: FlaskClient, each: Tables) -> None:
    session = each.finished()
    answer = client.get(f"/sessions/{session.id}?step={session.last_step + 1}&view=0")
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith(f"?view=0&step={session.last_step}")


def test_a_step_that_is_not_there_names_those_that_are(client: FlaskClient, each: Tables) -> None:
    session = each.finished()
    page = get(client, f"/sessions/{session.id}/steps/{session.last_step + 1}", 404)
    assert f"0 to {session.last_step}" in page.one("main").text
    for step in ("x", "-1", "1.5", "9" * 30, "²"):
        assert client.get(f"/sessions/{session.id}?step={step}").status_code == 400
    assert client.get(f"/sessions/{session.id}?view=nobody").status_code == 400


def test_taken_back_moves_are_counted_and_shown_on_request(
    client: FlaskClient, services: Services, each: Tables
) -> None:
    session = each.open("Ada", "Ben")
    action = session.game.legal_actions(session.state)[0]
    services.recorder.act(session.id, action)
    services.recorder.take_back(session.id, 0)
    services.recorder.act(session.id, session.game.legal_actions(session.state)[-1])
    page = at(client, session)
    assert page.one("a", class_="push").text == "1 taken back"
    assert not page.find("li", class_="gone")
    shown = get(client, page.one("a", class_="push").attrs["href"]).one("li", class_="gone")
    assert "Ada " in shown.text


def test_a_note_stands_at_its_step_for_good(
    client: FlaskClient, services: Services, each: Tables
) -> None:
    session = each.finished()
    page = at(client, session, "?step=9")
    back = read(submit(client, page, "/notes", text="Everybody laughed", author="Cleo"))
    assert back.one(class_="pos").text.startswith("9 of")
    assert back.one("li", class_="nt").text == "Cleo Everybody laughed"
    for step, text in (("999", "x"), ("9", " "), ("9", "x" * 4001)):
        token = page.one("input", name="csrf_token").attrs["value"]
        sent = {"csrf_token": token, "step": step, "text": text}
        assert client.post(f"/sessions/{session.id}/notes", data=sent).status_code == 422
    assert len(services.store.load(session.id).notes) == 1


def test_a_form_never_leads_to_another_server(client: FlaskClient, tables: Tables) -> None:
    session = tables.finished()
    for number, back in enumerate(("https://evil.example/", "//evil.example", "/\\evil.example")):
        page = at(client, session)
        sent = {"text": f"note {number}", "back": back}
        answer = submit(client, page, "/notes", follow=False, **sent)
        assert answer.headers["Location"].startswith(f"/sessions/{session.id}")


def test_names_titles_and_notes_are_text_and_never_markup(
    client: FlaskClient, services: Services, each: Tables
) -> None:
    evil = "<script>alert(1)</script>"
    session = each.open(evil, 'b" onload="x', title=evil * 4)
    services.recorder.add_note(session.id, 0, evil, evil)
    for path in (f"/sessions/{session.id}", "/", f"/sessions/{session.id}/play"):
        assert evil not in client.get(path).get_data(as_text=True)
        get(client, path)


def test_a_step_as_json_says_what_the_view_sees(client: FlaskClient, each: Tables) -> None:
    session = each.finished()
    path = f"/sessions/{session.id}.json"
    data = client.get(f"{path}?step=3&view=public").get_json()
    assert (data["step"], data["view"], data["session"]["id"]) == (3, "public", str(session.id))
    assert client.get(path).get_json()["step"] == session.last_step
    error = client.get(f"{path}?step=9999").get_json()["error"]
    assert error["code"] == "not_found"
    assert client.get(f"{path}?view=7").get_json()["error"]["code"] == "bad_request"


# --- what changed, and the log searched ---------------------------------------------------


def test_each_step_says_what_moved_and_the_board_is_a_table_of_words(
    client: FlaskClient, each: Tables
) -> None:
    session = each.finished()
    for step in (1, session.last_step // 2):
        page = at(client, session, f"?step={step}")
        before, event = session.state_at(step - 1), session.moves[step].event
        moved = session.game.tell(before, event).moved
        said = [line.text for line in page.one(class_="changed").find("li")]
        assert said == describe_all(moved, session.names)
        grid = page.one("div", data_part="grid").one("table")
        assert grid.one("caption").text
        assert len(grid.find("th", scope="row")) > 1


def test_the_log_is_searched_by_text_seat_and_kind_without_scripts(
    client: FlaskClient, services: Services, each: Tables
) -> None:
    session = each.finished()
    services.recorder.add_note(session.id, 4, "A quiet Tuesday", "Cleo")
    page = at(client, session, "?step=9&find=tuesday")
    assert [row.attrs["data-step"] for row in shown_rows(page)] == ["4"]
    assert page.one("output").text == "1 step"
    assert "step=4" in page.one("a", data_found="back").attrs["href"]
    assert "href" not in page.one("a", data_found="on").attrs
    (clear,) = (a for a in page.one(class_="found").find("a") if "data-clear" in a.attrs)
    assert "find" not in clear.attrs["href"]
    assert [r.attrs["data-step"] for r in shown_rows(at(client, session, "?kind=notes"))] == ["4"]
    mine = shown_rows(at(client, session, "?seat=0"))
    assert 0 < len(mine) < session.last_step
    for wrong in ("?kind=gossip", "?seat=9", "?seat=x"):
        assert client.get(f"/sessions/{session.id}{wrong}").status_code == 400


def shown_rows(page: Element) -> list[Element]:
    lines = [line for line in page.find("li") if "data-kinds" in line.attrs]
    return [line.one("a", class_="ev") for line in lines if "hidden" not in line.attrs]


def test_a_text_that_is_looked_for_is_text_and_stays_in_every_link(
    client: FlaskClient, each: Tables
) -> None:
    session = each.finished()
    page = at(client, session, "?step=9&find=a%26b%3D%22%3Cx%3E")
    assert page.one("input", name="find").attrs["value"] == 'a&b="<x>'
    assert "find=a%26b" in page.one("a", data_go="on").attrs["href"]
    assert page.one("main").attrs["data-query"].startswith("find=a%26b")


def test_while_the_future_is_hidden_no_pace_and_no_turn_tells_of_it(
    client: FlaskClient, each: Tables
) -> None:
    session = each.finished()
    open_, hidden = at(client, session, "?step=9"), at(client, session, "?step=9&hide=1")
    assert len(open_.one("main").attrs["data-interest"].split()) == session.last_step + 1
    assert not {"data-interest", "data-pace"} & set(hidden.one("main").attrs)
    lines = hidden.one(id="part-log").find("li")
    current = next(n for n, li in enumerate(lines) if li.find("a", aria_current="step"))
    assert lines[current - 1].attrs.get("class") != "tn"


def test_seats_are_a_list_where_there_are_many(client: FlaskClient, tables: Tables) -> None:
    page = at(client, tables.open("Ada", "Ben", "Cleo", "Dan"))
    assert not page.find("select", name="view")
    session = tables.finished(4)
    many = at(client, session, "?step=5").one("select", name="view")
    assert [option.attrs["value"] for option in many.find("option")] == ["0", "1", "2", "3"]
