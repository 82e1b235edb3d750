"""Why not? Asked about places and cards, in every game, as each reader may know."""

import html
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.session import Session
from service import seeds
from service.web.boards.asking import asking_of
from service.web.knowledge import EVERYTHING, PUBLIC, as_seat
from service.web.playback import Playback
from service.web.why import ask
from tests.web.conftest import Tables

AHEAD = 23  # the steps asked about: every so many


def why(client: FlaskClient, session: Session, step: int, **query: str | int) -> TestResponse:
    """Ask about a step, as the page's script does."""
    return client.get(f"/sessions/{session.id}/steps/{step}/why", query_string=query)


def text(answer: TestResponse) -> str:
    """Return an answer's words."""
    assert answer.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", answer.text)).split())


def test_what_can_be_asked_about_is_answered_at_every_step(each: Tables) -> None:
    session = each.finished(2)
    book = seeds.rulebook(session.game)
    for knowledge in (EVERYTHING, PUBLIC, as_seat(session, 0)):
        film = Playback(session, knowledge)
        for step in range(0, film.last + 1, AHEAD):
            for seat in (0, 1):
                question = ask(film, step, seat)
                assert question.places
                for about in [*list(question.places)[:6], *question.cards[:4]]:
                    asked = ask(film, step, seat, about)
                    assert asked.could or asked.barriers or seat in film.game.to_act(asked.state)
                    for no in asked.barriers:
                        assert no.tried
                        assert no.reason
                        assert no.clauses
                        assert all(book[clause.id] is clause for clause in no.clauses)


def test_legal_actions_are_found_under_each_place_and_card_that_they_touch(each: Tables) -> None:
    session = each.finished(2)
    game, film = session.game, Playback(session, EVERYTHING)
    touches, found = asking_of(game).touches, 0
    for step in range(0, film.last, AHEAD):
        state = film.states[step]
        for seat in game.to_act(state):
            question = ask(film, step, seat)
            for about in (*question.places, *question.cards):
                asked = ask(film, step, seat, about)
                legal = [a for a in game.legal_actions(state, seat) if touches(state, a, about)]
                assert asked.could == [game.tell_action(state, action) for action in legal]
                found += len(legal)
    assert found


def test_a_tile_that_lies_face_down_says_so_with_its_clauses(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.finished()
    game = session.game
    step, state = next(
        (at, state)
        for at, (_, _, state) in enumerate(session.history())
        if game.to_act(state) and None in state.faces
    )
    seat = game.to_act(state)[0]
    names = list(asking_of(game).places(state, seat))
    down = names[state.faces.index(None)]
    said = text(why(client, session, step, about=down, seat=seat))
    assert f"{down} is face down" in said
    assert "turn.plant.face-up" in said
    assert seeds.rulebook(game)["turn.plant.face-up"].text in said


def test_a_hidden_hand_says_could_and_none_of_its_cards(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.finished()
    game = session.game
    step = next(
        at
        for at, (_, _, state) in enumerate(session.history())
        if game.to_act(state) == (1,) and len(set(state.hands[1].known)) > 2
    )
    place = next(iter(asking_of(game).places(session.state_at(step), 1)))
    for about in (place, *("E1", "V2", "G2")):
        whole = why(client, session, step, about=about, seat=1, view="all")
        public = why(client, session, step, about=about, seat=1, view="public")
        own = why(client, session, step, about=about, seat=1, view="1")
        assert text(own).split("Possible")[-1] == text(whole).split("Possible")[-1]
        assert "Possible" not in text(public)
    listed = re.findall(
        r"<option>(\w+)</option>", why(client, session, step, seat=1, view="0").text
    )
    assert set(listed) > set(session.state_at(step).hands[1].known)


def test_what_another_hand_holds_changes_nothing_that_a_stranger_is_told(tables: Tables) -> None:
    session = tables.finished()
    game = session.game
    film = Playback(session, PUBLIC)
    for step in range(1, film.last, AHEAD):
        for about in ("b2", "E1"):
            asked = ask(film, step, 1, about)
            state = game.observe(session.state_at(step), None)
            assert asked.state == state
            assert state.hands[1].known == ()
            assert [(b.tried, b.reason) for b in asked.barriers] == [
                (b.tried, b.reason.replace("seat A", film.names[0]).replace("seat B", film.names[1])
                 .replace("seat C", film.names[2]))
                for b in game.why_not(state, 1, about)
            ]  # fmt: skip


def test_a_live_session_answers_as_everybody_sees_it(client: FlaskClient, tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    seen = {
        view: text(why(client, session, 0, about="E1", view=view)) for view in ("all", "0", "1")
    }
    assert len(set(seen.values())) == 1
    assert "Cards that it could hold" in why(client, session, 0, about="E1", view="0").text


def test_while_what_comes_next_is_hidden_the_answer_is_that_of_its_step(
    client: FlaskClient, tables: Tables
) -> None:
    session = tables.finished()
    answer = why(client, session, 9, about="b2", hide=1, view="0")
    assert "after step 9" in text(answer)
    assert 'name="hide" value="1"' in answer.text
    assert str(session.last_step) not in re.findall(r"step=(\d+)", answer.text)


def test_the_page_asks_and_answers_without_scripts(client: FlaskClient, each: Tables) -> None:
    session = each.finished(2)
    replay = client.get(f"/sessions/{session.id}?step=4").text
    form = re.search(r'<form class="ask".*?</form>', replay, re.DOTALL)
    assert form
    assert f'action="/sessions/{session.id}/why"' in form[0]
    about = re.findall(r'<option value="(\w+)">', form[0])[0]
    page = client.get(f"/sessions/{session.id}/why?step=4&about={about}&seat=1")
    assert page.status_code == 200
    assert "after step 4" in text(page)
    assert f"/sessions/{session.id}?step=4" in page.text


def test_places_say_where_the_board_draws_them(client: FlaskClient, each: Tables) -> None:
    session = each.finished(2)
    found = re.search(r'data-drawn="([^"]*)"', why(client, session, 0).text)
    assert found
    drawn: dict[str, Any] = json.loads(html.unescape(found[1]))
    places = asking_of(session.game).places(session.state_at(0), 0)
    assert {place for place, _, _ in drawn["areas"]} == set(places)


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ({"about": "z9"}, 422, "no place and no card &#39;z9&#39;"),
        ({"about": "b2", "seat": "7"}, 422, "There is no seat 7"),
        ({"about": "b2", "seat": "x"}, 400, "A seat is a number"),
        ({"about": "b2", "view": "9"}, 400, "There is no view"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    client: FlaskClient, tables: Tables, query: dict[str, str], status: int, said: str
) -> None:
    answer = why(client, tables.finished(), 3, **query)
    assert answer.status_code == status
    assert said in answer.text


def test_what_is_no_place_and_no_card_is_refused_at_every_step(
    client: FlaskClient, each: Tables
) -> None:
    session = each.finished(2)
    for step in range(0, session.last_step, AHEAD):
        for about in ("/x", "a-1", "1e", "\u0663"):
            assert why(client, session, step, about=about, seat=0).status_code == 422


def test_a_step_that_is_not_there_has_no_answer(client: FlaskClient, tables: Tables) -> None:
    assert why(client, tables.finished(), 99999, about="b2").status_code == 404
