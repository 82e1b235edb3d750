"""Opening a session: what is asked, what cannot stand, and that it happens once."""

import pytest
from flask.testing import FlaskClient

from analytics.rulebooks import rulebook
from domain.games import LANTERN_MOTHS
from service.wiring import Services
from tests.web.reading import get, read, submit


def test_the_button_says_what_it_starts_and_leaves_counting_to_scripts(
    client: FlaskClient,
) -> None:
    page = get(client, "/sessions/new")
    assert page.one("button", class_="main").text == "Start Lantern Moths"
    assert "a person, a bot, or nobody" in page.one("section", class_="q2").text
    assert "7 rulings, all default" in page.text


def test_each_ruling_shows_its_question_and_what_the_answers_mean(client: FlaskClient) -> None:
    rulings = get(client, "/sessions/new").one(class_="rulings")
    assert len(rulings.find("fieldset")) == 7
    assert "May a Ghost be planted on a full tile?" in rulings.text
    assert "the limit of three holds for Ghosts" in rulings.text


def test_assumed_values_of_the_edition_are_listed_with_their_reasons(client: FlaskClient) -> None:
    assumed = get(client, "/sessions/new").one(class_="assumed")
    assert "Brimstone, Ruby, Emerald, Violet" in assumed.text
    assert "low values more often" in assumed.text


def test_a_session_opens_with_everything_that_was_typed(
    client: FlaskClient, services: Services
) -> None:
    page = get(client, "/sessions/new")
    typed = {
        "name__0": " Ada ",
        "who__2": "person",
        "name__2": "Cleo",
        "start": "2",
        "title": "Thursday garden",
        "prototype": "v4b",
        "place": "Kitchen",
        "tags": "timing, new players, timing,",
        "option__ghost_blocks": "while_present",
    }
    answer = submit(client, page, "/sessions/new", **typed)
    assert answer.status_code == 200
    (session_id,) = services.store.session_ids()
    opened = services.store.load(session_id).opened
    assert opened.rules == rulebook(LANTERN_MOTHS).versions[-1].version
    assert [(p.name, p.bot) for p in opened.players] == [
        ("Ada", None),
        ("Random B", "random"),
        ("Cleo", None),
    ]
    assert (opened.title, opened.prototype, opened.place) == ("Thursday garden", "v4b", "Kitchen")
    assert opened.tags == ("timing", "new players")
    assert opened.options["ghost_blocks"] == "while_present"
    assert services.store.load(session_id).state.start == 2
    assert read(answer).one("h1").text == "Pass to Cleo"


def test_a_free_seat_between_two_players_closes_up(client: FlaskClient, services: Services) -> None:
    page = get(client, "/sessions/new")
    typed = {"name__0": "Ada", "who__1": "nobody", "who__3": "random", "start": "3"}
    submit(client, page, "/sessions/new", **typed)
    (session_id,) = services.store.session_ids()
    session = services.store.load(session_id)
    assert session.names == ("Ada", "Random D")
    assert session.moves[0].event.start == 1  # type: ignore[attr-defined]


def test_the_same_form_sent_twice_opens_one_session(
    client: FlaskClient, services: Services
) -> None:
    page = get(client, "/sessions/new")
    first = submit(client, page, "/sessions/new", follow=False, name__0="Ada")
    second = submit(client, page, "/sessions/new", follow=False, name__0="Ada")
    assert first.headers["Location"] == second.headers["Location"]
    assert len(services.store.session_ids()) == 1


def test_bots_alone_play_to_the_end_and_the_replay_opens(
    client: FlaskClient, services: Services
) -> None:
    page = get(client, "/sessions/new")
    answer = submit(client, page, "/sessions/new", who__0="random")
    assert answer.request.path.count("/") == 2
    (session_id,) = services.store.session_ids()
    assert services.store.load(session_id).status == "finished"


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({}, "name-0", "A person needs a name"),
        ({"name__0": "x" * 41}, "name-0", "41 characters; 40 fit."),
        ({"name__0": "Ada", "name__1": "Ada"}, "name-1", "Seat A has that name already."),
        ({"name__0": "Random B"}, "name-1", "Seat A has that name already."),
        ({"name__0": "Ada", "who__1": "clever"}, "who-1", "No bot is called 'clever'."),
        ({"name__0": "Ada", "who__1": "nobody"}, "seats", "Lantern Moths takes 2 to 4 seats."),
        ({"name__0": "Ada", "start": "3"}, "start", "Nobody sits there."),
        ({"name__0": "Ada", "start": "x"}, "start", "Nobody sits there."),
        ({"name__0": "Ada", "start": "0001"}, "start", "Nobody sits there."),
        ({"name__0": "Ada", "start": "000" + "9" * 5000}, "start", "Nobody sits there."),
        ({"name__0": "Ada", "title": "t" * 121}, "title", "121 characters; 120 fit."),
        ({"name__0": "Ada", "tags": "t" * 201}, "tags", "201 characters; 200 fit."),
        (
            {"name__0": "Ada", "option__ghost_blocks": "sometimes"},
            "option-ghost_blocks",
            "'sometimes' is no answer to this question.",
        ),
    ],
)
def test_what_cannot_stand_is_said_at_its_field_and_the_input_is_kept(
    client: FlaskClient, services: Services, typed: dict[str, str], field: str, said: str
) -> None:
    typed = {"title": "Kept", **typed}
    page = get(client, "/sessions/new")
    answer = submit(client, page, "/sessions/new", **typed)
    assert answer.status_code == 422
    page = read(answer)
    assert said in page.one(id=f"p-{field}").text
    assert page.one("input", name="title").attrs["value"] == typed["title"]
    assert services.store.session_ids() == []


def test_seats_without_a_name_are_named_before_anything_else_that_is_wrong(
    client: FlaskClient,
) -> None:
    page = get(client, "/sessions/new")
    assert "required" in page.one("input", name="name-0").attrs
    assert "required" not in page.one("input", name="name-1").attrs
    assert page.one("input", name="name-0").attrs["placeholder"] == "Name, needed"
    assert "A person needs a name" in page.one("section", class_="q2").text
    sent = {"who__1": "person", "tags": "t" * 201}
    said = read(submit(client, page, "/sessions/new", **sent)).one(class_="notice").text
    assert "seat A needs a name, seat B needs a name, 1 answer below cannot stand." in said


def test_names_of_forty_characters_are_kept_whole(client: FlaskClient, services: Services) -> None:
    name = "Wilhelmina Featherstonehaugh-Cholmondele"
    assert len(name) == 40
    submit(client, get(client, "/sessions/new"), "/sessions/new", name__0=name)
    (session_id,) = services.store.session_ids()
    assert services.store.load(session_id).names[0] == name
    assert name in get(client, f"/sessions/{session_id}").text
