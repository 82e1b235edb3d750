"""Nocturnis at the table: a window for each seat, mark and lure in one press, hidden cards."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.chance import Shuffled
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import Draw, Mark
from domain.games.nocturnis.events import HabitatMarked, LureDeclined, MothLured
from domain.games.nocturnis.state import State
from domain.piles import Pile
from domain.session import Session
from service.wiring import Services
from tests.domain.nocturnis.build import edition
from tests.web.conftest import Tables
from tests.web.reading import Element, get, read, submit
from tests.web.test_play import opened, take_table

A, B, C = range(3)
NAMES = ("Mira", "Tom", "Jun")


@pytest.fixture
def tables(services: Services) -> Tables:
    """A way to open sessions of Nocturnis."""
    return Tables(services, GAME)


def window(client: FlaskClient, path: str, seat: int) -> Element:
    """Give a seat a window of its own on a device that is at the table."""
    page = get(client, path)
    form = next(
        f
        for f in page.find("form")
        if f.attrs.get("action", "").endswith("/window")
        and f.one("input", name="seat").attrs["value"] == str(seat)
    )
    token = form.one("input", name="csrf_token").attrs["value"]
    sent = {"csrf_token": token, "seat": str(seat)}
    answer = client.post(form.attrs["action"], data=sent, follow_redirects=True)
    assert parse_qs(urlsplit(answer.request.url).query) == {"seat": [str(seat)]}
    return read(answer)


def now(services: Services, session: Session) -> State:
    state: State = services.store.load(session.id).state
    return state


class Always(Shuffled):
    """Chance that draws the nth of the cards that can come."""

    def __init__(self, nth: int) -> None:
        self.nth = nth

    def draw(self, pile: Pile, *_: Any) -> str:
        return pile.known[self.nth]

    def again(self) -> "Always":
        """Answer an attempt to record."""
        return self


def first_mark(services: Services, session: Session, seat: int) -> Mark:
    legal = GAME.legal_actions(now(services, session), seat)
    return next(action for action in legal if isinstance(action, Mark))


def press(page: Element, client: FlaskClient, mark: Mark, **more: Any) -> Any:
    return submit(client, page, "/act", squares=" ".join(mark.squares), **more)


# --- windows ------------------------------------------------------------------------------


def test_three_windows_of_one_browser_each_show_their_own_hand_and_act_in_any_order(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open(*NAMES, edition=edition())
    path = take_table(client, session)
    pages = [window(client, path, seat) for seat in range(3)]
    for seat, page in enumerate(pages):
        assert page.one("h1").text == f"{NAMES[seat]} to act"
        held = [
            i.attrs.get("data-card", "").split() for i in page.one(class_="cards").find(name="lure")
        ]
        hand = now(services, session).hands[seat].known
        assert {card for cards in held for card in cards} <= {"", *hand}
    for seat in (C, A):  # both pages were laid before the other acted
        mark = first_mark(services, session, seat)
        after = read(press(pages[seat], client, mark, lure=""))
        assert after.one("h1").text == f"{NAMES[seat]} waits"
    assert "Tom to act" in after.one(class_="waits").text
    assert "data-watch" in after.one("main").attrs
    read(press(pages[B], client, first_mark(services, session, B), lure=""))
    assert now(services, session).round == 2
    assert get(client, f"{path}?seat=0").one("h1").text == "Mira to act"


def test_separate_devices_play_a_window_each_and_see_no_other_hand(
    app: Flask, services: Services, tables: Tables
) -> None:
    session = tables.open("Mira", "Tom", edition=edition(opening_hand=4))
    clients = [app.test_client() for _ in range(2)]
    paths = [take_table(client, session) for client in clients]
    for seat, client in enumerate(clients):
        window(client, paths[seat], seat)
        other = get(client, f"{paths[seat]}?seat={1 - seat}")
        assert other.one("h1").text.startswith("Pass to")
    hands = [now(services, session).hands[seat].known for seat in (A, B)]
    for seat, client in enumerate(clients):
        page = get(client, f"{paths[seat]}?seat={seat}")
        for section in page.one(class_="others").find("section"):
            assert section.one(class_="nochand").text == "4 unseen"
        shown = {
            e.attrs["data-card"] for e in page.one(class_="hd").find() if "data-card" in e.attrs
        }
        assert shown <= {"", *hands[seat], "AL AR"}


def test_a_window_is_the_same_whichever_unseen_card_another_seat_draws(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Mira", "Tom", edition=edition())
    path = take_table(client, session)
    window(client, path, A)
    texts, drawn = [], []
    for nth in (0, -1):
        services.recorder.act(session.id, Draw(B), chance=Always(nth).again)
        (added,) = {*now(services, session).hands[B].counts().items()} - {
            *session.state.hands[B].counts().items()
        }
        drawn.append(added[0])
        page = client.get(f"{path}?seat=0").get_data(as_text=True)
        texts.append(
            re.sub(r'(name="(csrf_token|key|version)" value|data-version)="[^"]*"', "", page)
        )
        services.recorder.take_back(session.id, 0)
    assert drawn[0] != drawn[1]
    assert "<b>Tom</b> draws a card from the stack" in texts[0]
    assert texts[0] == texts[1]


def test_a_seat_without_a_window_here_cannot_be_played_by_its_address(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open(*NAMES, edition=edition())
    path = take_table(client, session)
    page = window(client, path, A)
    mark = first_mark(services, session, B)
    assert press(page, client, mark, seat="1").status_code == 400
    whole = f'{{"type":"draw","seat":{B},"card":null}}'
    assert submit(client, page, "/act", action=whole).status_code == 400
    assert services.store.load(session.id).last_step == 0


def test_a_bots_seat_gets_no_window(client: FlaskClient, tables: Tables) -> None:
    session = tables.open("Mira", "bot B", "Jun", edition=edition())
    path = take_table(client, session)
    page = window(client, path, A)
    token = page.one("input", name="csrf_token").attrs["value"]
    answer = client.post(f"{path}/window", data={"csrf_token": token, "seat": "1"})
    assert answer.status_code == 400


def test_a_card_that_another_window_took_is_told_with_its_reason_and_the_choice_is_kept(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Mira", "Tom", edition=edition())
    path = take_table(client, session)
    page = window(client, path, A)
    state = now(services, session)
    services.recorder.act(session.id, Draw(B, state.display[0]))
    wanted = f'{{"type":"draw","seat":{A},"card":"{state.display[0]}"}}'
    answer = submit(client, page, "/act", action=wanted, squares="a1 b1", lure="")
    assert answer.status_code == 409
    page = read(answer)
    assert "Tom has begun to draw" in " ".join(one.text for one in page.find(class_="notice"))
    assert page.one("input", name="squares").attrs["value"] == "a1 b1"


def test_one_window_takes_back_what_its_own_seat_chose_last(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Mira", "Tom", edition=edition())
    path = take_table(client, session)
    pages = [window(client, path, seat) for seat in (A, B)]
    press(pages[A], client, first_mark(services, session, A), lure="")
    mine, theirs = (get(client, f"{path}?seat={seat}") for seat in (A, B))
    forms = [f for f in theirs.find("form") if f.attrs.get("action", "").endswith("/take-back")]
    assert not forms
    after = read(submit(client, mine, "/take-back"))
    assert after.one("h1").text == "Mira to act"
    assert after.one("h1").text == get(client, f"{path}?seat=0").one("h1").text


def test_after_its_own_action_a_seat_may_still_exchange_while_others_act(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Mira", "Tom", edition=edition(opening_hand=3))
    path = take_table(client, session)
    page = window(client, path, A)
    page = read(press(page, client, first_mark(services, session, A), lure=""))
    assert page.one("h1").text == "Mira waits"
    exchange = f'{{"type":"exchange","seat":{A},"refresh":false}}'
    page = read(submit(client, page, "/act", action=exchange))
    assert page.one("h1").text == "Mira to act"
    boxes = [i for i in page.find("input") if i.attrs.get("name", "").startswith("discard-")]
    assert len(boxes) == 3
    two = {box.attrs["name"].replace("-", "__", 1): box.attrs["value"] for box in boxes[:2]}
    page = read(submit(client, page, "/act", do="discard", **two))
    assert "Draw 2 more" in page.one(class_="head").text


# --- passing round ------------------------------------------------------------------------


def test_a_device_that_is_passed_round_closes_a_hand_once_its_seat_has_acted(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open(*NAMES, edition=edition())
    path = take_table(client, session)
    page = opened(client, path)
    assert page.one("h1").text == "Mira to act"
    page = read(press(page, client, first_mark(services, session, A), lure=""))
    assert page.one("h1").text == "Pass to Tom"
    assert not page.find(class_="nocpad")
    assert "Mira has acted, and may do more" in page.text


# --- mark and lure ------------------------------------------------------------------------


def solo(client: FlaskClient, tables: Tables, **box: Any) -> tuple[Session, Element]:
    session = tables.open("Mira", edition=edition(**box))
    return session, get(client, take_table(client, session))


def told(services: Services, session: Session) -> list[type]:
    return [type(move.event) for move in services.store.load(session.id).moves]


def test_a_moth_is_lured_in_the_same_press_where_the_shape_has_its_symbols(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    cards = edition().cards.value
    moon = tuple(row for row in cards if row.key == "L1")
    session, page = solo(client, tables, cards=moon)
    marks = [a for a in GAME.legal_actions(now(services, session)) if isinstance(a, Mark)]
    with_moon = next(mark for mark in marks if "a5" in mark.squares)
    press(page, client, with_moon, lure="L1")
    assert told(services, session)[1:3] == [HabitatMarked, MothLured]


def test_a_lure_that_the_shape_does_not_allow_is_asked_for_again(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session, page = solo(client, tables)
    page = read(press(page, client, first_mark(services, session, A), lure="AL AR"))
    assert told(services, session)[1:] == [HabitatMarked]
    assert "Lure a moth or none" in page.one(class_="head").text
    page = read(submit(client, page, "/act", lure="", do="lure"))
    assert LureDeclined in told(services, session)


def test_without_a_choice_of_moth_the_page_asks_after_the_mark(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session, page = solo(client, tables)
    page = read(press(page, client, first_mark(services, session, A)))
    assert told(services, session)[1:] == [HabitatMarked]
    assert page.one("input", name="lure")


def test_mark_and_lure_sent_twice_happen_once(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session, page = solo(client, tables)
    mark = first_mark(services, session, A)
    for _ in range(2):
        assert press(page, client, mark, lure="").status_code == 200
    assert told(services, session).count(HabitatMarked) == 1
    assert told(services, session).count(LureDeclined) == 1


def test_a_refused_place_is_told_with_its_clause_and_the_shape_lies_where_it_lay(
    client: FlaskClient, tables: Tables
) -> None:
    _, page = solo(client, tables)
    answer = submit(client, page, "/act", squares="b4 c4 d4", lure="")
    assert answer.status_code == 422
    page = read(answer)
    notice = page.one(class_="notice")
    assert "mark" in notice.find("a", class_="cite")[0].text
    assert page.one("input", name="squares").attrs["value"] == "b4 c4 d4"
    assert "checked" in page.one(class_="none").one("input").attrs


# --- sheets and a whole night ---------------------------------------------------------------


def test_each_seat_chooses_its_side_of_the_sheet(client: FlaskClient, services: Services) -> None:
    page = get(client, "/sessions/new?game=nocturnis")
    assert len(page.find("select", name="option-sheet-0")) == 1
    assert not page.find("input", name="option-sheet")
    assert "4 rulings" in page.text
    typed = {f"name__{n}": name for n, name in enumerate(NAMES)}
    typed |= {f"who__{n}": "person" for n in range(3)}
    submit(client, page, "/sessions/new", **typed, option__sheet__1="back")
    (session_id,) = services.store.session_ids()
    session = services.store.load(session_id)
    assert session.opened.options["sheet"] == "front,back,front"
    shown = get(client, f"/sessions/{session_id}").one(id="part-seats").find(class_="doing")
    assert sum("back" in seat.text for seat in shown) == 1
    page = get(client, "/sessions/new?game=nocturnis")
    answer = submit(client, page, "/sessions/new", name__0="Mira", option__sheet__0="edge")
    assert "&#39;edge&#39; is no answer to this question." in answer.get_data(as_text=True)


def test_one_person_plays_alone_to_the_stars(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Mira", edition=edition())
    path = take_table(client, session)
    for turn in range(300):
        page = get(client, path)
        buttons = page.find("button", name="action")
        if page.find(class_="outcome"):
            break
        assert page.one("h1").text == "Mira to act"
        assert "Stars: under 45 one, 45 to 55 two, over 55 three" in page.one("main").text
        chosen = buttons[turn * 5 % len(buttons)]
        submit(client, page, "/act", action=chosen.attrs["value"])
    assert services.store.load(session.id).status == "finished"
    assert "Mira scores" in page.one(class_="outcome").text
    listed = get(client, "/").one("li", class_="sess").one("ul", class_="who").text
    assert re.search(r"Mira ?\d+ ?[123] stars?$", listed.strip())
    assert "won" not in listed
