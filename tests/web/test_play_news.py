"""What the play page tells: news since the last action, whose turn, why a card fits nowhere."""

from dataclasses import replace
from typing import Any

import msgspec
from flask.testing import FlaskClient

from domain.games.lantern_moths.state import PLACE, State
from domain.piles import Pile
from domain.session import Session
from service.web.boards.lantern_moths.choices import choices
from service.web.knowledge import PUBLIC, as_seat
from service.web.playback import Playback
from service.web.since import since
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import Element, get, read, submit
from tests.web.test_play import buttons, opened, take_table


def draw_twice(client: FlaskClient, path: str) -> Element:
    """Let the person to act draw twice; return the page after it."""
    for _ in range(2):
        page = opened(client, path)
        page = read(submit(client, page, "/act", action=buttons(page)[0].attrs["value"]))
    return page


def test_taking_back_another_players_action_covers_the_hand(
    client: FlaskClient, tables: Tables
) -> None:
    path = take_table(client, tables.open("Ada", "Ben"))
    page = draw_twice(client, path)
    assert page.one("h1").text == "Pass to Ben"
    page = read(submit(client, page, "/take-back"))
    assert "Ada asks to take back what came after step 1." in page.one(class_="asks").text
    page = read(submit(client, page, "/answer", agrees="yes"))
    assert page.one("h1").text == "Pass to Ada"
    assert not page.find("input", name="card")
    page = read(submit(client, page, "/play/open"))
    assert page.one("h1").text == "Ada to act"


def test_taking_back_ones_own_action_leaves_the_hand_open(
    client: FlaskClient, tables: Tables
) -> None:
    path = take_table(client, tables.open("Ada", "Ben"))
    page = opened(client, path)
    page = read(submit(client, page, "/act", action=buttons(page)[0].attrs["value"]))
    page = read(submit(client, page, "/take-back"))
    page = read(submit(client, page, "/answer", agrees="yes"))
    page = opened(client, path) if page.one("h1").text == "Pass to Ada" else page
    assert page.one("h1").text == "Ada to act"


def test_a_hand_that_was_passed_on_stays_covered_whatever_happens_elsewhere(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "Ben")
    path = take_table(client, session)
    draw_twice(client, path)
    services.recorder.take_back(session.id, 1)
    assert get(client, path).one("h1").text == "Pass to Ada"


def test_the_pass_page_tells_each_public_sentence_once(client: FlaskClient, tables: Tables) -> None:
    path = take_table(client, tables.open("Ada", "Ben"))
    page = draw_twice(client, path)
    news = page.one("section", class_="since")
    assert news.one("h2").text == "Since the set-up"
    assert news.text.count("Ada draws a card from the deck") == 2
    assert page.one("main").text.count("Ada draws a card from the deck") == 2
    assert not page.find(class_="key")
    assert page.one("button", data_key="u").text.startswith("Take back")


def test_the_player_sees_what_happened_since_acting_last(
    client: FlaskClient, tables: Tables
) -> None:
    path = take_table(client, tables.open("Ada", "Ben"))
    draw_twice(client, path)
    draw_twice(client, path)
    page = opened(client, path)  # Ben ended the round and starts the next
    news = page.one("section", class_="since")
    assert news.one("h2").text == "Since your last action"
    assert "Round 1 is over" in news.text
    assert "Ben starts next" in news.text
    assert "Ada draws" not in news.one("ol").text
    assert "data-over" in page.one("main").attrs
    assert page.one("main").attrs["data-say"].startswith("Ben to act. Action 1 of 2. Round 1 is")
    page = read(submit(client, page, "/act", action=buttons(page)[0].attrs["value"]))
    assert page.one("section", class_="since").one("h2").text == "Since your last turn"
    assert "data-over" not in page.one("main").attrs


def test_news_are_told_as_their_reader_sees_them_and_mark_what_tells_most(
    tables: Tables, services: Services
) -> None:
    session = tables.finished(3)
    seats = range(3)
    for seat in seats:
        news = since(Playback(session, PUBLIC), seat)
        assert news.rows[-1].step == session.last_step
        assert all(row.mark for row in news.telling)
        assert news.rows[-1] in news.telling  # the night's end
        hidden = [row for row in news.rows if row.icon == "draw" and row.seat is not None]
        assert all("draws" in str(row.sentence) for row in hidden)
    own = since(Playback(session, as_seat(session, 0)), 0)
    assert [row.step for row in own.rows] == [
        row.step for row in since(Playback(session, PUBLIC), 0).rows
    ]


def test_long_news_fold_to_what_tells_most_and_the_newest(tables: Tables) -> None:
    session = tables.finished(4)
    news = since(Playback(session, PUBLIC), 0)
    assert news.long
    assert set(news.shown) == {*news.telling, news.rows[-1]}
    plain = replace(news, rows=tuple(row for row in news.rows if not row.mark))
    assert plain.shown == plain.rows[-3:]


def test_the_page_says_which_action_it_is_and_what_was_last(
    client: FlaskClient, tables: Tables
) -> None:
    path = take_table(client, tables.open("Ada", "Ben"))
    page = opened(client, path)
    assert [c.text for c in page.one(class_="eyebrow").find(class_="chip")][:2] == [
        "Round 1",
        "Action 1 of 2",
    ]
    page = read(submit(client, page, "/act", action=buttons(page)[0].attrs["value"]))
    assert "Last action, 2 of 2" in page.one(class_="eyebrow").text
    assert page.one(class_="say").text.startswith("Last: Ada draws")
    assert page.one(class_="say").find("button", data_key="u")


def at(session: Session, **changes: Any) -> State:
    """Return the session's position with some of it changed."""
    state: State = msgspec.structs.replace(session.state, **changes)
    return state


def faces(**up: str) -> tuple[str | None, ...]:
    """Return a garden with only these tiles face up."""
    return tuple(up.get(place) for place in PLACE)


def test_a_card_that_fits_nowhere_gets_its_reason_in_words(tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    hands = (Pile.of(("B2", "E1", "R1")), session.state.hands[1])
    state = at(session, hands=hands, faces=faces(b2="E"))
    plant = next(g for g in choices(state) if g.name == "Plant")
    said = {r.card: (r.reason, r.clause) for r in plant.refused if r.card}
    assert said == {
        "B2": (
            "fits no open tile: it needs a Brimstone tile or the grey one",
            "turn.plant.colour",
        ),
        "R1": ("fits no open tile: it needs a Ruby tile or the grey one", "turn.plant.colour"),
    }


def test_full_tiles_are_told_of_one_and_of_many(tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    hands = (Pile.of(("B2", "E1")), session.state.hands[1])
    full = ("B1", "B1", "B1")
    moths = tuple(full if place in ("a3", "b3") else () for place in PLACE)
    state = at(session, hands=hands, faces=faces(a3="B", b3="B", b2="E"), moths=moths)
    plant = next(g for g in choices(state) if g.name == "Plant")
    said = {(r.short, r.reason) for r in plant.refused}
    assert said == {
        (("a3", "b3"), "are full"),
        (("B2",), "fits nowhere: a3 and b3 are full"),
    }


def test_kinds_without_a_choice_say_why(tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    state = at(session, faces=("B", "R", "E", "V", "X", "B", "R", "E", "V"))
    flip = next(g for g in choices(state) if g.name == "Flip")
    assert (flip.choices, flip.refused, flip.none) == ([], [], "Every tile is face up")


def test_a_refused_card_is_dashed_with_its_reason_and_clause(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "bot 1")
    page = opened(client, take_table(client, session))
    held = {i.attrs["value"] for i in page.find("input", name="card")} - {""}
    plants = " ".join(b.attrs["data-cards"] for b in page.find("button", class_="place")).split()
    unfit = held - set(plants)
    assert unfit
    assert {p.attrs["data-card"] for p in page.find(class_="nofit")} == unfit
    for reason in page.find(class_="nofit"):
        assert "hidden" in reason.attrs
        assert "fits no open tile: it needs" in reason.text
        assert reason.one("a", class_="cite").text == "turn.plant.colour"
    shown = {b.text for p in page.find("p", class_="no") for b in p.find("button")}
    assert unfit <= shown


def test_who_watches_can_ask_for_the_version_and_look_again(
    client: FlaskClient, services: Services, tables: Tables
) -> None:
    session = tables.open("Ada", "Ben")
    path = f"/sessions/{session.id}/play"
    page = get(client, path)
    assert "Ada to act" in page.one(class_="eyebrow").text
    main = page.one("main")
    assert main.attrs["data-watch"] == f"{path}/version"
    assert main.attrs["data-version"] == str(session.version)
    assert page.one("noscript").one("a").text == "Look again"
    assert client.get(f"{path}/version").json == {"version": session.version}
    ended = tables.finished(2)
    assert "data-watch" not in get(client, f"/sessions/{ended.id}/play").one("main").attrs


def test_each_of_the_pages_lists_its_keys(client: FlaskClient, tables: Tables) -> None:
    session = tables.open("Ada", "Ben")
    watch = get(client, f"/sessions/{session.id}/play")
    waiting = get(client, take_table(client, session))
    playing = opened(client, f"/sessions/{session.id}/play")
    listed = [
        {k.text for k in page.one("dialog").find("kbd")} for page in (watch, waiting, playing)
    ]
    assert listed[0] == {"T", "?"}
    assert listed[1] == {"Enter", "U", "N", "Esc", "T", "?"}
    assert {"1", "9", "0", "Esc", "D", "G", "U", "N", "T", "?"} <= listed[2]
