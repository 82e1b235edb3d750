"""Opening the log of a real table, and what its players thought."""

from uuid import UUID

from flask.testing import FlaskClient

from domain.games import find
from domain.session.events import FeedbackGiven
from service.wiring import Services
from tests.web.conftest import Tables
from tests.web.reading import Element, get, read, submit
from tests.web.table_logs import log, now, path, table

LANTERN, LEPIDOPTERY = find("lantern-moths"), find("lepidoptery")


def only(services: Services, page: Element) -> str:
    return page.one("a", class_="sc").attrs["href"].split("/")[2]


def test_a_table_is_opened_with_people_their_experience_and_what_lies_open(
    client: FlaskClient, services: Services
) -> None:
    page = get(client, "/sessions/new?game=lantern-moths&mode=table")
    assert not [o for o in page.find("option") if o.attrs.get("value") == "random"]
    page = read(
        submit(
            client,
            page,
            "/sessions/new",
            name__0="Ada",
            name__1="Ben",
            experience__0="first",
            colour__1="red",
            set__up__middle="V",
            start="1",
        )
    )
    session = services.store.load(UUID(only(services, page)))
    opened = session.opened
    assert opened.mode == "table"
    assert opened.timed
    assert [(p.name, p.experience, p.colour) for p in opened.players] == [
        ("Ada", "first", ""),
        ("Ben", "", "red"),
    ]
    assert session.state.faces[4] == "V"
    assert session.state.start == 1
    assert [hand.unknown for hand in session.state.hands] == [5, 5]


def test_what_everybody_sees_has_to_be_told(client: FlaskClient) -> None:
    for game, question in (("lantern-moths", "middle tile"), ("nocturnis", "display")):
        page = get(client, f"/sessions/new?game={game}&mode=table")
        sent = {"name__0": "Ada", "name__1": "Ben"}
        response = submit(client, page, "/sessions/new", **sent)
        assert response.status_code == 422
        assert question in read(response).one(id="p-set-up").text


def test_a_first_hand_that_was_seen_can_be_told_at_once(
    client: FlaskClient, services: Services
) -> None:
    page = get(client, "/sessions/new?game=lepidoptery&mode=table")
    sent = {"name__0": "Ida", "name__1": "Noor", "set__up__hand__b": "1 1 2", "afterwards": "on"}
    page = read(submit(client, page, "/sessions/new", **sent))
    session = services.store.load(UUID(only(services, page)))
    assert session.state.hands[1].known == ("1", "1", "2")
    assert session.state.hands[1].unknown == 9
    assert not session.opened.timed
    page = get(client, "/sessions/new?game=lepidoptery&mode=table")
    strange = submit(client, page, "/sessions/new", **(sent | {"set__up__hand__b": "1 1 1 1"}))
    assert strange.status_code == 422
    assert read(strange).find(id="p-set-up")


def test_no_bot_sits_at_a_real_table(client: FlaskClient) -> None:
    page = get(client, "/sessions/new?game=lepidoptery&mode=table")
    sent = {"name__0": "Ida", "who__1": "random"}
    response = submit(client, page, "/sessions/new", **sent)
    assert response.status_code == 422
    assert "people" in read(response).one(id="p-who-1").text


def test_continuing_a_table_leads_to_its_log(client: FlaskClient, each: Tables) -> None:
    session = table(each.services, each.game, "Ada", "Ben")
    response = client.get(f"/sessions/{session.id}/play")
    assert response.headers["Location"].endswith(path(session))
    assert get(client, f"/sessions/{session.id}").find("a", class_="main")


def test_each_player_answers_by_a_link_of_their_own(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = get(client, path(session))
    links = {a.text: a.attrs["href"] for a in page.one(class_="links").find("a")}
    assert set(links) == {"Ida", "Noor"}
    assert len(links["Noor"]) < 70
    asked = get(client, links["Noor"])
    assert "Noor" in asked.one("h1").text
    sent = {"fun": "4", "clarity": "2", "length": "too_long", "again": "maybe", "text": "long"}
    thanks = read(submit(client, asked, links["Noor"], **sent))
    assert "Recorded" in thanks.text
    assert now(services, session).feedback == {
        1: FeedbackGiven(1, 4, 2, "too_long", "maybe", "long")
    }
    replay = get(client, f"/sessions/{session.id}")
    thought = replay.one(class_="thought").text
    assert "Fun 4 of 5" in thought
    assert "Clarity 2 of 5" in thought
    submit(client, thanks, links["Noor"], fun="5")
    assert now(services, session).feedback[1].fun == 5


def test_a_link_that_was_tampered_with_leads_nowhere(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    href = get(client, path(session)).one(class_="links").one("a").attrs["href"]
    start, _, signature = href.rpartition(".")
    other = "B" if signature[0] == "A" else "A"
    for wrong in (start, f"{start}x.{signature}", f"{start}.{other}{signature[1:]}"):
        assert client.get(wrong).status_code == 404


def test_an_empty_answer_is_not_recorded(client: FlaskClient, services: Services) -> None:
    session = table(services, LANTERN, "Ada", "Ben")
    href = get(client, path(session)).one(class_="links").one("a").attrs["href"]
    asked = get(client, href)
    assert submit(client, asked, href).status_code == 422
    assert not now(services, session).feedback


def test_a_closed_table_still_takes_answers_and_notes(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = log(client, session, ["5"])
    submit(client, page, "/table/stop", reason="")
    page = get(client, path(session))
    href = page.one(class_="links").one("a").attrs["href"]
    assert submit(client, get(client, href), href, fun="1").status_code == 200
    assert submit(client, page, "/aside/note", text="Too late in the evening").status_code == 200
    assert len(now(services, session).notes) == 1
