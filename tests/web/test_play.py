"""Playing without scripts: every form answers, and nobody's hand opens by itself."""

from uuid import UUID

import msgspec
from flask import Flask
from flask.testing import FlaskClient

from domain.games import GAMES
from domain.session import Session
from service.web.boards import board_of
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import Element, get, read, submit
from tests.web.table_logs import table


def take_table(client: FlaskClient, session: Session) -> str:
    path = f"/sessions/{session.id}/play"
    submit(client, get(client, path), "/play/here")
    return path


def opened(client: FlaskClient, path: str) -> Element:
    """The table with the acting seat's hand open."""
    page = get(client, path)
    if page.find(class_="pass"):
        page = read(submit(client, page, "/play/open"))
    return page


def buttons(page: Element) -> list[Element]:
    return page.find("button", name="action")


def test_a_device_that_is_not_the_table_sees_no_hand_and_cannot_act(
    client: FlaskClient, each: Tables
) -> None:
    session = each.open("Ada", "Ben")
    page = get(client, f"/sessions/{session.id}/play")
    assert not buttons(page)
    assert not page.find(class_="cards")
    assert "played on another device" in page.one("main").text
    token = page.one("input", name="csrf_token").attrs["value"]
    action = msgspec.json.encode(session.game.legal_actions(session.state)[0]).decode()
    sent = {"csrf_token": token, "action": action, "version": "2"}
    assert client.post(f"/sessions/{session.id}/play/act", data=sent).status_code == 400


def test_the_first_player_presses_before_the_hand_opens(
    client: FlaskClient, tables: Tables
) -> None:
    path = take_table(client, tables.open("Ada", "Ben"))
    page = get(client, path)
    assert page.one("h1").text == "Pass to Ada"
    assert not page.find("input", name="card")
    page = read(submit(client, page, "/play/open"))
    assert page.one("h1").text == "Ada to act"
    assert len(page.find("input", name="card")) == 6  # five cards and "no card"


def test_one_person_at_the_table_needs_no_passing(client: FlaskClient, each: Tables) -> None:
    path = take_table(client, each.open("Ada", "bot 1"))
    assert get(client, path).one("h1").text == "Ada to act"


def test_after_two_actions_the_device_goes_to_the_next_person_with_a_blank_page(
    client: FlaskClient, tables: Tables
) -> None:
    path = take_table(client, tables.open("Ada", "Ben"))
    for _ in range(2):
        page = opened(client, path)
        page = read(submit(client, page, "/act", action=buttons(page)[0].attrs["value"]))
    assert page.one("h1").text == "Pass to Ben"
    assert not page.find("input", name="card")
    assert "Ada draws a card" in page.one(class_="since").text


def test_a_bot_acts_at_once_after_a_person(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "bot 1")
    path = take_table(client, session)
    for _ in range(2):
        page = opened(client, path)
        page = read(submit(client, page, "/act", action=buttons(page)[0].attrs["value"]))
    session = services.store.load(session.id)
    assert session.game.to_act(session.state) == (0,) or session.game.round_of(session.state) > 1
    assert page.one("h1").text == "Ada to act"


def test_a_card_and_a_place_mean_planting_and_a_place_alone_flips_or_lights(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "bot 1")
    path = take_table(client, session)
    page = opened(client, path)
    submit(client, page, "/act", card="", place="b1")
    assert services.store.load(session.id).moves[-1].event.stored_name.endswith("tile_flipped:1")
    page = opened(client, path)
    submit(client, page, "/act", card="", place="b2")
    names = [m.event.stored_name for m in services.store.load(session.id).moves]
    assert any(name.endswith("wick_lit:1") for name in names)


def test_only_places_with_something_to_do_are_buttons(client: FlaskClient, tables: Tables) -> None:
    page = opened(client, take_table(client, tables.open("Ada", "bot 1")))
    pressable = {b.attrs["value"] for b in page.find("button", class_="place")}
    assert pressable == {"b2", "b3", "a2", "c2", "b1"}
    labels = [p.attrs["aria-label"] for p in page.find(class_="place")]
    assert len(labels) == 9
    assert any(label.startswith("a3: face down") for label in labels)


def test_refused_places_are_shown_with_reason_and_clause(
    client: FlaskClient, tables: Tables
) -> None:
    page = opened(client, take_table(client, tables.open("Ada", "bot 1")))
    refused = page.find("p", class_="no")
    assert "no face-up tile lies beside them turn.flip.adjacent" in " ".join(
        r.text for r in refused
    )
    assert all(b.attrs.get("aria-disabled") == "true" for r in refused for b in r.find("button"))


def test_a_forged_action_is_refused_with_reason_and_clause_and_changes_nothing(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "bot 1")
    page = opened(client, take_table(client, session))
    answer = submit(client, page, "/act", action='{"type":"light","seat":0,"tile":"a3"}')
    assert answer.status_code == 422
    said = read(answer).one(class_="notice").text
    assert "Light a3 is refused:" in said
    assert "face down" in said
    assert "turn.light.face-up" in said
    assert services.store.load(session.id).version == session.version


def test_the_log_of_a_real_table_is_not_played(app: Flask, services: Services) -> None:
    """Its next card lies on the table, and cannot be dealt here."""
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    for game in GAMES.values():
        session = table(services, game, "Ada", "Ben")
        play = f"/sessions/{session.id}/play"
        client.post(f"{play}/here")
        for action in game.legal_actions(session.state):
            form = {"action": msgspec.json.encode(action), "version": session.version}
            assert client.post(f"{play}/act", data=form).status_code == 422
        for what in ("open", "window", "take-back", "answer"):
            assert client.post(f"{play}/{what}", data={"seat": 0}).status_code == 422
        assert services.store.load(session.id).version == session.version


def test_what_is_no_action_is_a_bad_request(client: FlaskClient, tables: Tables) -> None:
    page = opened(client, take_table(client, tables.open("Ada", "bot 1")))
    for nonsense in ("", "{", '{"type":"fly"}', "9" * 5000, '{"type":"draw","seat":"x"}'):
        assert submit(client, page, "/act", action=nonsense).status_code == 400
    draw = '{"type":"draw","seat":0}'
    assert submit(client, page, "/act", action=draw, version="x").status_code == 400
    assert submit(client, page, "/act", action=draw, key="k" * 101).status_code == 400


def test_the_same_form_sent_twice_moves_once(
    client: FlaskClient, services: Services, each: Tables
) -> None:
    session = each.open("Ada", "Ben")
    page = opened(client, take_table(client, session))
    draw = buttons(page)[0].attrs["value"]
    assert submit(client, page, "/act", action=draw).status_code == 200
    once = services.store.load(session.id).version
    assert submit(client, page, "/act", action=draw).status_code == 200
    assert services.store.load(session.id).version == once


def test_of_two_tabs_the_second_is_told_what_happened_and_sees_the_new_table(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "Ben")
    path = take_table(client, session)
    first, second = opened(client, path), opened(client, path)
    draw = buttons(first)[0].attrs["value"]
    submit(client, first, "/act", action=draw)
    answer = submit(client, second, "/act", action='{"type":"flip","seat":0,"tile":"b1"}')
    assert answer.status_code == 409
    page = read(answer)
    assert "Somebody else moved first." in page.one(class_="notice").text
    assert len(page.find("input", name="card")) == 7
    assert services.store.load(session.id).last_step == 1


def test_take_back_goes_to_the_last_choice_of_a_person_before_what_bots_did(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "bot 1")
    path = take_table(client, session)
    for _ in range(2):
        page = opened(client, path)
        submit(client, page, "/act", action=buttons(page)[0].attrs["value"])
    page = opened(client, path)
    submit(client, page, "/take-back")
    after = services.store.load(session.id)
    assert after.last_step == 1
    assert after.game.to_act(after.state) == (0,)


def test_nothing_can_be_taken_back_before_the_first_action(
    client: FlaskClient, each: Tables
) -> None:
    session = each.open("Ada", "bot 1")
    page = opened(client, take_table(client, session))
    assert not [f for f in page.find("form") if f.attrs.get("action", "").endswith("/take-back")]
    token = page.one("input", name="csrf_token").attrs["value"]
    sent = {"csrf_token": token, "version": page.one("main").attrs["data-version"]}
    assert client.post(f"/sessions/{session.id}/play/take-back", data=sent).status_code == 422


def test_a_person_plays_to_the_end_without_scripts_sees_why_and_closes(
    client: FlaskClient, services: Services, each: Tables
) -> None:
    session = each.open("Ada", "bot 1")
    path = take_table(client, session)
    for turn in range(400):
        page = opened(client, path)
        choices = buttons(page)
        if not choices:
            break
        submit(client, page, "/act", action=choices[turn * 7 % len(choices)].attrs["value"])
    outcome = page.one(class_="outcome")
    assert board_of(session.game).why_over(services.store.load(session.id).state).rstrip(".")[
        1:
    ] in (outcome.text)
    assert services.store.load(session.id).status == "finished"
    page = read(submit(client, page, "/close"))
    assert services.store.load(session.id).status == "closed"
    assert not [
        f for f in get(client, path).find("form") if f.attrs.get("action", "").endswith("/close")
    ]


def test_a_session_can_be_abandoned_with_a_reason(
    client: FlaskClient, services: Services, each: Tables
) -> None:
    session = each.open("Ada", "bot 1")
    page = opened(client, take_table(client, session))
    page = read(submit(client, page, "/abandon", reason="The last tram leaves"))
    assert services.store.load(session.id).status == "abandoned"
    assert "The last tram leaves" in page.one(class_="head").text


def test_a_note_is_written_at_the_current_step_and_stays_on_the_table(
    client: FlaskClient, services: Services, each: Tables
) -> None:
    session = each.open("Ada", "bot 1")
    page = opened(client, take_table(client, session))
    step = services.store.load(session.id).last_step
    answer = submit(client, page, "/notes", text="Long look at <b2>", author="Ada")
    assert answer.request.path.endswith("/play")
    assert "Ada Long look at <b2>" in read(answer).one(class_="last").text
    (note,) = services.store.load(session.id).notes
    assert (note.event.step, note.event.author) == (step, "Ada")  # type: ignore[attr-defined]


def test_forms_without_their_token_are_refused(app: Flask, tables: Tables) -> None:
    session = tables.open("Ada", "bot 1")
    for path in (
        "play/act",
        "play/here",
        "play/open",
        "play/take-back",
        "notes",
        "close",
        "abandon",
    ):
        answer = app.test_client().post(f"/sessions/{session.id}/{path}", data={"text": "x"})
        assert answer.status_code == 400
        assert "no longer valid" in read(answer).one("main").text


def test_a_session_that_does_not_exist_answers_404_everywhere(client: FlaskClient) -> None:
    nowhere = UUID(int=5)
    for path in ("", "/play", "/steps/0", ".json"):
        assert client.get(f"/sessions/{nowhere}{path}").status_code == 404
        assert client.get(f"/sessions/not-an-id{path}").status_code == 404


def test_a_form_sent_again_with_other_words_counts_as_a_new_one(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "bot 1")
    page = opened(client, take_table(client, session))
    for text in ("once", "once", "twice"):
        submit(client, page, "/notes", text=text)
    notes = [n.event.text for n in services.store.load(session.id).notes]  # type: ignore[attr-defined]
    assert notes == ["once", "twice"]


def test_a_bot_that_was_interrupted_can_be_told_to_go_on(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("bot 0", "Ada")
    path = take_table(client, session)
    assert services.store.load(session.id).last_step >= 2
    services.recorder.take_back(session.id, 0)
    page = get(client, path)
    assert "bot 0 has not acted yet" in page.one("main").text
    assert read(submit(client, page, "/play/here")).one("h1").text == "Ada to act"
