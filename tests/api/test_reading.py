"""Reading over the API: games, lists, positions, and what is kept from whom."""

from datetime import UTC, datetime
from random import Random
from uuid import UUID

import msgspec
import pytest
from flask.testing import FlaskClient

from analytics.rulebooks import rulebook
from domain.games import GAMES
from domain.session.events import SessionOpened
from service.bots import play_bots
from service.recorder import new_id
from service.wiring import Services
from tests.api.asking import LANTERN, Api, draw

BOTS = [{"name": name, "bot": "random"} for name in ("Ida", "Noor")]


def test_games_come_with_their_rulebook_and_editions(api: Api) -> None:
    games = api.get("/games")["games"]
    assert [game["name"] for game in games] == list(GAMES)
    for game in games:
        assert game == api.get(f"/games/{game['name'].replace('_', '-')}")
        book = api.get(f"/games/{game['name']}/rulebook")
        ids = {clause["id"] for clause in book["clauses"]}
        assert {option["clause"] for option in book["options"]} <= ids
        (edition,) = api.get(f"/games/{game['name']}/editions")["editions"]
        whole = api.get(f"/games/{game['name']}/editions/{edition['slug']}")
        assert whole["content"]["name"] == edition["name"]
    assert "lepidoptery" in api.get("/games/chess", 404)["error"]["message"]
    assert api.get("/games/lepidoptery/editions/none", 404)["error"]["code"] == "not_found"


def test_a_new_session_is_played_by_the_rules_of_today(api: Api, services: Services) -> None:
    session = services.store.load(UUID(api.digital()[-36:]))
    assert session.opened.rules == rulebook(session.game).versions[-1].version


def test_a_session_is_opened_with_an_edition_that_is_written_out(api: Api) -> None:
    (row,) = api.get("/games/lantern-moths/editions")["editions"]
    content = api.get(f"/games/lantern-moths/editions/{row['slug']}")["content"]
    content["name"] = "Mine"
    opened = api.post("/sessions", LANTERN | {"mode": "digital", "edition": content})
    assert opened["session"]["edition"] == "Mine"
    error = api.error("/sessions", LANTERN | {"edition": content | {"name": 7}}, 400)
    assert error["path"] == "edition.name"
    assert api.error("/sessions", LANTERN | {"edition": "none"}, 422)["code"] == "invalid"


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"game": "chess"}, "game"),
        ({"players": []}, "players"),
        ({"players": [{"name": "A", "bott": "random"}]}, "players[0].bott"),
        ({"mode": "simulated"}, "mode"),
        ({"start": -1}, "start"),
    ],
)
def test_an_opening_that_does_not_fit_names_the_place(
    api: Api, wrong: dict[str, object], path: str
) -> None:
    assert api.error("/sessions", LANTERN | wrong, 400)["path"] == path


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": [{"name": "A"}, {"name": "A"}]},
        {"players": [{"name": "A"}]},
        {"players": [{"name": "A"}, {"name": "B", "bot": "deep"}]},
        {"options": {"flip_adjacency": "sideways"}},
        {"start": 5},
    ],
)
def test_an_opening_that_cannot_be_played_is_refused(api: Api, wrong: dict[str, object]) -> None:
    api.error("/sessions", LANTERN | {"mode": "digital"} | wrong, 422)
    assert api.get("/sessions")["sessions"] == []


def test_lists_are_filtered_and_their_pages_stay_put(api: Api) -> None:
    for nth in range(5):
        tags = ["even"] if nth % 2 == 0 else []
        api.digital(title=f"Evening {nth}", tags=tags)
    first = api.get("/sessions?limit=2")
    api.digital(title="Late", tags=["even"])
    second = api.get(f"/sessions?limit=2&after={first['next']}")
    third = api.get(f"/sessions?limit=2&after={second['next']}")
    titles = [row["title"] for page in (first, second, third) for row in page["sessions"]]
    assert titles == [f"Evening {nth}" for nth in (4, 3, 2, 1, 0)]
    assert third["next"] is None
    even = api.get("/sessions?tag=even&game=lantern-moths&status=live&mode=digital&by=people")
    assert [row["title"] for row in even["sessions"]] == [
        "Late", "Evening 4", "Evening 2", "Evening 0",
    ]  # fmt: skip
    for nothing in ("q=morning", "player=Zoe", "status=closed", "mode=table", "game=chess"):
        assert api.get(f"/sessions?{nothing}")["sessions"] == []


def test_lists_go_by_the_date_of_the_evening_though_it_was_stored_later(
    api: Api, services: Services
) -> None:
    new = UUID(api.digital(title="Tonight").split("/")[-1])
    for day in (3, 12, 7):
        opened, *rest = [entry.event for entry in services.store.load(new).log]
        assert isinstance(opened, SessionOpened)
        named = msgspec.structs.replace(opened, title=f"May {day}")
        at = datetime(2024, 5, day, 19, tzinfo=UTC)
        services.store.append(new_id(), 0, [named, *rest], at)
    seen: list[str] = []
    after: str | None = ""
    while after is not None:
        page = api.get(f"/sessions?limit=1{after}")
        seen += [row["title"] for row in page["sessions"]]
        after = page["next"] and f"&after={page['next']}"
    assert seen == ["Tonight", "May 12", "May 7", "May 3"]


@pytest.mark.parametrize(
    "query", ["stauts=live", "limit=0", "limit=x", "status=over", "after=-1", "limit=1&limit=2"]
)
def test_an_address_that_makes_no_sense_is_refused(api: Api, query: str) -> None:
    error = api.get(f"/sessions?{query}", 400)["error"]
    assert error["path"] == query.split("=")[0]


def test_while_a_session_is_played_nobody_sees_more_than_everybody(api: Api) -> None:
    path = api.digital()
    api.act(path, draw(), draw())
    for wanted in ("all", "0", "1"):
        assert api.get(f"{path}/state?view={wanted}", 403)["error"]["code"] == "forbidden"
        assert api.get(f"{path}/events?view={wanted}", 403)["error"]["code"] == "forbidden"
    assert api.get(f"{path}/observations/0", 403)["error"]["code"] == "forbidden"
    state = api.get(f"{path}/state")
    assert state["view"] == "public"
    assert [hand["known"] for hand in state["state"]["hands"]] == [[], []]
    events = api.get(f"{path}/events")["events"]
    assert [e["data"].get("card") for e in events[2:]] == [None, None]
    assert events[1]["data"]["hands"] == [[None] * 5, [None] * 5]


def test_a_finished_session_shows_everything_and_each_seats_view(
    api: Api, services: Services
) -> None:
    opened = api.post("/sessions", LANTERN | {"players": BOTS, "mode": "digital"})
    assert opened["session"]["status"] == "finished"
    path = f"/sessions/{opened['session']['id']}"
    everything = api.get(f"{path}/state?step=0")
    seat = api.get(f"{path}/observations/1?step=0")
    assert everything["view"] == "all"
    assert (seat["view"], seat["seat"]) == ("seat", 1)
    assert seat["state"]["hands"][1] == everything["state"]["hands"][1]
    assert seat["state"]["hands"][0]["known"] == []
    assert len(everything["state"]["hands"][0]["known"]) > 0
    assert api.get(f"{path}/legal-actions")["actions"] == []
    assert api.get(f"{path}/legal-actions?step=0")["actions"]
    for away in ("state?step=9999", "observations/5", "legal-actions?step=9999"):
        assert api.get(f"{path}/{away}", 404)["error"]["code"] == "not_found"
    assert api.get(f"{path}/state?view=7", 400)["error"]["code"] == "bad_request"


def test_events_come_in_pages_as_they_were_stored(api: Api, services: Services) -> None:
    opened = api.post("/sessions", LANTERN | {"players": BOTS, "mode": "digital"})
    path = f"/sessions/{opened['session']['id']}"
    seen, after = [], 0
    while after is not None:
        page = api.get(f"{path}/events?limit=7&after={after}")
        seen += page["events"]
        after = page["next"]
    session = services.store.load(UUID(path[-36:]))
    assert [event["version"] for event in seen] == list(range(1, session.version + 1))
    assert [event["name"] for event in seen] == [e.event.stored_name for e in session.log]
    assert api.get(f"{path}/events?after=99999")["events"] == []


def test_an_amendment_shows_a_hidden_card_only_to_those_who_saw_it(api: Api) -> None:
    path = api.table()
    api.act(path, {"notation": "d = B3"}, {"notation": "B3 b2"})
    api.post(f"{path}/amendments", {"step": 1, "notation": "d = R3"})
    for view, shown in (("all", True), ("0", True), ("1", False), ("public", False)):
        amended = api.get(f"{path}/events?view={view}")["events"][-1]
        assert amended["name"] == "session.amended:1"
        assert ("R3" in str(amended["data"])) == shown


def test_what_has_not_changed_is_not_sent_again(client: FlaskClient, api: Api) -> None:
    path = api.digital()
    for each in (path, f"{path}/events", f"{path}/state", "/games", "/openapi.json", "/sessions"):
        tag = client.get(f"/api{each}").headers["ETag"]
        answer = client.get(f"/api{each}", headers={"If-None-Match": tag})
        assert (answer.status_code, answer.data) == (304, b"")
    tag = client.get(f"/api{path}").headers["ETag"]
    api.act(path, draw())
    assert client.get(f"/api{path}", headers={"If-None-Match": tag}).status_code == 200


def test_a_session_that_bots_finish_is_listed_as_finished(api: Api, services: Services) -> None:
    path = api.digital("random", title="With a bot")
    session = services.store.load(UUID(path[-36:]))
    rng = Random(2)
    while session.status == "live":
        action = rng.choice(session.game.legal_actions(session.state))
        session = services.recorder.act(session.id, action).session
        session = play_bots(services.recorder, session, rng)
    (row,) = api.get("/sessions?status=finished&by=mixed")["sessions"]
    assert row["outcome"]["winners"]
    assert row == api.get(path)
