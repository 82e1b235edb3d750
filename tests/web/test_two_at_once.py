"""Two posts at the same moment: one wins, the other is told and shown the table as it stands."""

from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from typing import Any
from uuid import UUID

import msgspec
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from domain.games import NOCTURNIS
from domain.games.nocturnis.actions import Draw
from domain.session import Session
from service.recorder import Answer, Recorder, new_id
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import read

Post = Callable[[], TestResponse]


@pytest.fixture(autouse=True)
def no_tokens(app: Flask) -> None:
    """Forms need no token here."""
    app.config["WTF_CSRF_ENABLED"] = False


def at_once(*posts: Post) -> list[TestResponse]:
    """Send everything at the same moment; return the answers in order."""
    together, answers = Barrier(len(posts)), dict[int, TestResponse]()

    def send(nth: int, post: Post) -> None:
        together.wait()
        answers[nth] = post()

    threads = [Thread(target=send, args=each) for each in enumerate(posts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answers[nth] for nth in range(len(posts))]


def pressed(app: Flask, session: Session, seat: int, action: Any) -> Post:
    """Open a seat's window on a device of its own; return the press of an action there."""
    client, path = app.test_client(), f"/sessions/{session.id}/play"
    for to in ("here", "window"):
        assert client.post(f"{path}/{to}", data={"seat": seat}).status_code == 303
    page = read(client.get(f"{path}?seat={seat}"))
    version = page.one("input", name="version").attrs["value"]
    form = {"seat": seat, "version": version, "key": new_id().hex}
    form["action"] = msgspec.json.encode(action).decode()
    return lambda: client.post(f"{path}/act", data=form)


def sent(app: Flask, session: Session, action: Any) -> Post:
    """Return a program's request for an action in the session as it saw it."""
    body = {
        "expected_version": session.version,
        "actions": [{"action": msgspec.to_builtins(action)}],
    }
    client = app.test_client()
    return lambda: client.post(f"/api/sessions/{session.id}/actions", json=body)


def choices(session: Session) -> tuple[int, Sequence[Any]]:
    """Return a seat that is to act and two of its choices."""
    seat = session.game.to_act(session.state)[0]
    legal = session.game.legal_actions(session.state, seat)
    return seat, (legal[0], legal[-1])


def opened(tables: Tables) -> Session:
    names = ("Ada", "Ben", "Cleo")
    return tables.open(*names[: tables.game.seats[-1]])


def of_both(session: Session, services: Services, pair: Sequence[Any]) -> list[Any]:
    """Return which of two choices were recorded."""
    return [a for _, a in services.store.load(session.id).actions if a in pair]


def test_of_two_tabs_one_wins_and_the_other_is_shown_the_new_table(
    app: Flask, services: Services, each: Tables
) -> None:
    session = opened(each)
    seat, pair = choices(session)
    answers = at_once(*(pressed(app, session, seat, action) for action in pair))
    assert sorted(answer.status_code for answer in answers) == [303, 409]
    won, lost = sorted(answers, key=lambda answer: answer.status_code)
    assert of_both(session, services, pair) == [pair[answers.index(won)]]
    page, after = read(lost), services.store.load(session.id)
    assert "Somebody else moved first." in page.one(class_="notice").text
    shown = int(page.one("main").attrs["data-version"])
    assert session.version < shown <= after.version  # a press may carry out two things
    step = sum(move.version <= shown for move in after.moves) - 1
    assert f"as it stands now, at step {step}:" in page.one(class_="notice").text


def test_of_two_programs_one_wins_and_the_other_is_told_the_version(
    app: Flask, services: Services, each: Tables
) -> None:
    session = opened(each)
    _, pair = choices(session)
    answers = at_once(*(sent(app, session, action) for action in pair))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    won, lost = sorted(answers, key=lambda answer: answer.status_code)
    assert of_both(session, services, pair) == [pair[answers.index(won)]]
    error = lost.get_json()["error"]
    assert error["code"] == "conflict"
    assert error["version"] == services.store.load(session.id).version


def test_of_a_page_and_a_program_one_wins(app: Flask, services: Services, each: Tables) -> None:
    session = opened(each)
    seat, pair = choices(session)
    page, program = at_once(pressed(app, session, seat, pair[0]), sent(app, session, pair[1]))
    assert (page.status_code, program.status_code) in ((303, 409), (409, 201))
    assert of_both(session, services, pair) == [pair[page.status_code != 303]]


def test_a_choice_that_is_stale_is_refused_though_it_is_still_legal(
    app: Flask, services: Services, each: Tables
) -> None:
    session = opened(each)
    seat, (one, _) = choices(session)
    again = [
        pressed(app, session, seat, a) for a in session.game.legal_actions(session.state, seat)
    ]
    late = sent(app, session, one)
    after = services.recorder.act(session.id, one).session
    still = session.game.legal_actions(after.state, seat)
    before = session.game.legal_actions(session.state, seat)
    stale = [post for post, action in zip(again, before, strict=True) if action in still]
    assert stale or each.game.name == "lepidoptery"  # whose turn is over with each action
    for post in (*stale[:1], late):
        assert post().status_code == 409
    assert services.store.load(session.id).version == after.version


def test_whoever_is_overtaken_on_the_way_sees_what_overtook_them(
    app: Flask, services: Services, each: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = opened(each)
    seat, (first, late) = choices(session)
    post, act = pressed(app, session, seat, late), Recorder.act

    def overtaken(recorder: Recorder, session_id: UUID, action: Any, **how: Any) -> Answer:
        act(recorder, session_id, first)
        return act(recorder, session_id, action, **how)

    monkeypatch.setattr(Recorder, "act", overtaken)
    answer = post()
    assert answer.status_code == 409
    now = services.store.load(session.id)
    assert [action for _, action in now.actions] == [first]
    assert read(answer).one("main").attrs["data-version"] == str(now.version)
    assert f"as it stands now, at step {now.last_step}:" in read(answer).one(class_="notice").text


class Three:
    """Three seats of Nocturnis, who act at the same time."""

    def __init__(self, services: Services) -> None:
        self.session = opened(Tables(services, NOCTURNIS))
        state = self.session.state
        self.first = [NOCTURNIS.legal_actions(state, seat)[0] for seat in range(3)]


def test_seats_that_act_at_the_same_time_all_win(app: Flask, services: Services) -> None:
    three = Three(services)
    session = three.session
    posts = [pressed(app, session, seat, three.first[seat]) for seat in (0, 1)]
    answers = at_once(*posts, sent(app, session, three.first[2]))
    assert [answer.status_code for answer in answers] == [303, 303, 201]
    done = [action for _, action in services.store.load(session.id).actions]
    assert all(done.count(action) == 1 for action in three.first)


def test_a_choice_of_an_earlier_round_is_told_and_shown_the_new_one(
    app: Flask, services: Services
) -> None:
    three = Three(services)
    session = now = three.session
    stale = pressed(app, session, 2, three.first[2])
    program = sent(app, session, three.first[2])
    while NOCTURNIS.round_of(now.state) == NOCTURNIS.round_of(session.state):
        seat = NOCTURNIS.to_act(now.state)[0]
        action = NOCTURNIS.legal_actions(now.state, seat)[-1]
        now = services.recorder.act(session.id, action).session
    assert program().status_code == 409
    answer = stale()
    assert answer.status_code == 409
    assert "Somebody else moved first." in read(answer).one(class_="notice").text
    assert read(answer).one("main").attrs["data-version"] == str(now.version)
    assert services.store.load(session.id).version == now.version


def test_who_has_acted_looks_again_once_there_is_a_new_round(
    app: Flask, services: Services
) -> None:
    acted = Three(services).session
    while 0 in NOCTURNIS.to_act(acted.state):
        action = NOCTURNIS.legal_actions(acted.state, 0)[-1]
        acted = services.recorder.act(acted.id, action).session
    now = acted
    while NOCTURNIS.round_of(now.state) == NOCTURNIS.round_of(acted.state):
        seat = NOCTURNIS.to_act(now.state)[0]
        action = NOCTURNIS.legal_actions(now.state, seat)[-1]
        now = services.recorder.act(now.id, action).session
    assert all(action.seat != 0 for _, action in now.actions[len(acted.actions) :])
    possible = NOCTURNIS.legal_actions(now.state, 0)[0]
    assert sent(app, acted, possible)().status_code == 409
    assert sent(app, now, possible)().status_code == 201


def test_what_another_seat_made_impossible_is_a_conflict_that_tells_why(
    app: Flask, services: Services
) -> None:
    session = Three(services).session
    late = pressed(app, session, 1, Draw(1))
    program = sent(app, session, Draw(2))
    after = services.recorder.act(session.id, Draw(0)).session  # draws are taken one at a time
    assert program().status_code == 409
    answer = late()
    assert answer.status_code == 409
    moved_on, refused = read(answer).find(class_="notice")
    assert "Somebody else moved first." in moved_on.text
    assert "Ada has begun to draw" in refused.text
    assert "draw.one-at-a-time" in refused.text
    assert services.store.load(session.id).version == after.version


def test_what_was_impossible_on_the_page_itself_is_refused(app: Flask, services: Services) -> None:
    three = Three(services)
    late = pressed(app, three.session, 1, Draw(1, "no such card"))
    program = sent(app, three.session, Draw(2, "no such card"))
    services.recorder.act(three.session.id, three.first[0])
    assert (late().status_code, program().status_code) == (422, 422)
