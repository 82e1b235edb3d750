"""Branches over the API."""

from typing import Any

import pytest

from tests.api.asking import Api, draw

LIGHT = {"type": "light", "seat": 0, "tile": "b2"}


@pytest.fixture
def stopped(api: Api) -> str:
    """Two people draw twice each and stop; return the session's path."""
    path = api.digital()
    api.act(path, draw(0), LIGHT)
    api.act(path, draw(1))
    api.post(f"{path}/abandon", {"reason": "the last tram"})
    return path


def branches(path: str) -> str:
    return f"{path}/branches"


def test_a_branch_has_the_same_past_and_says_whose(api: Api, stopped: str) -> None:
    written = api.post(branches(stopped), {"step": 1, "title": "Ada lights c2", "tags": ["wick"]})
    made, id_ = written["session"], stopped.rpartition("/")[2]
    assert made["branch"] == {"session": id_, "step": 1, "chance": "fresh"}
    assert (made["status"], made["steps"], made["title"]) == ("live", 1, "Ada lights c2")
    assert made["tags"] == ["wick"]
    assert [event["name"] for event in written["events"]] == [
        "session.opened:3", "lantern_moths.game_set_up:1", "lantern_moths.card_drawn:1",
    ]  # fmt: skip
    assert api.get(f"/sessions/{made['id']}")["branch"] == made["branch"]
    assert api.get(stopped)["branch"] is None


def test_hands_of_a_branch_are_hidden_while_it_is_played(api: Api, stopped: str) -> None:
    written = api.post(branches(stopped), {"step": 1})
    assert written["events"][2]["data"] == {"seat": 0, "card": None}


def test_with_the_same_luck_the_next_card_is_the_one_that_came(api: Api, stopped: str) -> None:
    """Ben drew after Ada lit a wick; in the branch Ada draws that card instead."""
    events = [e for e in api.get(f"{stopped}/events")["events"] if e["name"].endswith("drawn:1")]
    first, second = (event["data"]["card"] for event in events)
    made = api.post(branches(stopped), {"step": 1, "chance": "same"})["session"]
    path = f"/sessions/{made['id']}"
    api.act(path, draw(0))
    api.post(f"{path}/abandon", {})
    drawn = [e for e in api.get(f"{path}/events")["events"] if e["name"].endswith("drawn:1")]
    assert [event["data"]["card"] for event in drawn] == [first, second]


def test_bots_that_sit_down_act_at_once(api: Api, stopped: str) -> None:
    players = [{"name": "Random A", "bot": "random"}, {"name": "Ben"}]
    made = api.post(branches(stopped), {"step": 1, "players": players})["session"]
    assert made["players"] == [{"name": "Random A", "bot": "random"}, {"name": "Ben", "bot": None}]
    assert made["steps"] > 1
    assert api.get(f"/sessions/{made['id']}/state")["to_act"] == [1]


def test_a_repeated_request_opens_one_and_another_one_needs_another_key(
    api: Api, stopped: str
) -> None:
    once = api.post(branches(stopped), {"step": 1}, Idempotency_Key="one")
    again = api.post(branches(stopped), {"step": 1}, Idempotency_Key="one")
    assert (once["repeated"], again["repeated"]) == (False, True)
    assert once["session"] == again["session"]
    other = api.error(branches(stopped), {"step": 0}, 422, Idempotency_Key="one")
    assert other["code"] == "key_reused"


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"step": 77}, 422, "no step 77 in session"),
        ({}, 400, "step"),
        ({"step": 1, "chance": "good"}, 400, "chance"),
        ({"step": 1, "mode": "table"}, 422, "can only go on digitally"),
        ({"step": 1, "players": [{"name": "Ada"}]}, 422, "1 players, expected 2"),
        ({"step": 1, "players": [{"name": "A"}, {"name": "A"}]}, 422, "'A' is used twice"),
        ({"step": 1, "players": [{"name": "A"}, {"name": "B", "bot": "x"}]}, 422, "no bot 'x'"),
    ],
)
def test_what_cannot_be_branched_is_refused_and_opens_nothing(
    api: Api, stopped: str, body: dict[str, Any], status: int, said: str
) -> None:
    before = len(api.get("/sessions")["sessions"])
    assert said in api.error(branches(stopped), body, status)["message"]
    assert len(api.get("/sessions")["sessions"]) == before


def test_a_session_that_is_played_is_no_past(api: Api) -> None:
    path = api.digital()
    refused = api.error(branches(path), {"step": 0}, 422)
    assert refused["code"] == "not_possible"
    assert "would show hands" in refused["message"]
