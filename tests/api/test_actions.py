"""Actions over the API: one, batches, table logs, refusals, conflicts, repeated requests."""

import json
from random import Random
from uuid import UUID

import msgspec
import pytest

from domain.game import Game
from domain.games import GAMES
from service.wiring import Services
from tests.api.asking import LANTERN, Api, draw, seen_at_set_up


def test_an_action_is_recorded_and_its_hidden_card_is_not_told(
    api: Api, services: Services
) -> None:
    path = api.digital()
    written = api.act(path, draw())
    (event,) = written["events"]
    assert event["name"] == "lantern_moths.card_drawn:1"
    assert event["step"] == written["session"]["steps"] == 1
    assert event["data"] == {"seat": 0, "card": None}
    stored = services.store.load(UUID(path[-36:])).moves[1].event
    assert stored.card is not None  # type: ignore[attr-defined]


def test_a_batch_is_recorded_whole_in_one_moment(api: Api) -> None:
    path = api.digital()
    written = api.act(path, draw(), draw())
    assert [event["step"] for event in written["events"]] == [1, 2]
    assert len({event["at"] for event in written["events"]}) == 1
    assert written["session"]["version"] == 4


def test_of_a_batch_with_one_refused_action_nothing_is_recorded(api: Api) -> None:
    path = api.digital()
    before = api.get(path)
    away = {"type": "light", "seat": 0, "tile": "a1"}
    error = api.error(f"{path}/actions", {"actions": [draw(), {"action": away}, draw()]}, 422)
    assert error["path"] == "actions[1]"
    assert error["code"] == "refused"
    assert error["clauses"]
    assert error["nearest"][0]["action"] == {"type": "light", "seat": 0, "tile": "b2"}
    assert error["nearest"][0]["sentence"] == "Light b2"
    assert api.get(path) == before


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("mode", ["digital", "table"])
def test_every_game_takes_what_it_says_is_legal_in_notation(
    api: Api, game: Game, mode: str
) -> None:
    path = opened(api, game, mode)
    legal = api.get(f"{path}/legal-actions")
    assert legal["count"] >= len(legal["actions"]) > 0
    codes = []
    for choice in legal["actions"]:
        body = {"actions": [{"notation": choice["notation"]}]}
        answer = api.client.post(f"/api{path}/actions", json=body)
        if answer.status_code == 201:
            break
        codes.append(answer.get_json()["error"]["code"])
    assert api.get(path)["steps"] > 0, codes
    assert set(codes) <= {"unanswered", "refused"}


def opened(api: Api, game: Game, mode: str) -> str:
    """Open a session of any game for two; at a table every card of the set-up is seen."""
    seen = {"answers": seen_at_set_up(game, 2)} if mode == "table" else {}
    players = [{"name": name} for name in "AB"]
    body = {"game": game.name, "players": players, "mode": mode} | seen
    return f"/sessions/{api.post('/sessions', body)['session']['id']}"


def test_an_action_is_read_from_notation_and_what_was_seen_with_it(api: Api) -> None:
    path = api.table()
    written = api.act(path, {"notation": "d = B3"}, {"notation": "B3 b2"})
    assert written["events"][1]["data"] == {"seat": 0, "card": "B3", "tile": "b2"}
    error = api.error(f"{path}/actions", {"actions": [{"notation": "plnt Q9"}]}, 422)
    assert error["code"] == "misread"
    assert error["nearest"]
    assert all(isinstance(text, str) for text in error["nearest"])


def test_at_a_table_what_was_seen_is_told_and_what_lies_open_is_asked_for(api: Api) -> None:
    body = LANTERN | {"mode": "table"}
    error = api.error("/sessions", body, 422)
    assert (error["code"], error["question"]) == ("unanswered", "the middle tile")
    error = api.error("/sessions", body | {"answers": ["Q"]}, 422)
    assert error["code"] == "unseen"
    assert "B" in error["possible"]
    path = api.table("E2", None, "R3")
    for view, hand in (("all", ["E2", None, "R3", None, None]), ("public", [None] * 5)):
        events = api.get(f"{path}/events?view={view}")["events"]
        assert events[1]["data"]["hands"][0] == hand
    seen = api.get(f"{path}/observations/0")
    assert seen["state"]["hands"][0] == {"known": ["E2", "R3"], "unknown": 3}
    too_much = ["B", *[None] * 10, "E1"]
    assert "told too much" in api.error("/sessions", body | {"answers": too_much}, 422)["message"]


def test_an_irregular_play_stands_only_at_a_table(api: Api) -> None:
    away = {"action": {"type": "light", "seat": 1, "tile": "b2"}, "irregular": True}
    table = api.table()
    written = api.act(table, away)
    assert written["events"][0]["name"] == "session.irregularity_stood:1"
    assert written["events"][0]["data"]["clauses"]
    digital = api.digital()
    error = api.error(f"{digital}/actions", {"actions": [away]}, 422)
    assert error["code"] == "not_possible"
    told = {"actions": [draw(answers=["E2"])]}
    assert api.error(f"{digital}/actions", told, 422)["code"] == "invalid"


def test_who_saw_an_older_version_is_told_the_present_one(api: Api) -> None:
    path = api.digital()
    api.act(path, draw(), expected_version=2)
    body = {"actions": [draw()], "expected_version": 2}
    assert api.error(f"{path}/actions", body, 409)["version"] == 3
    tag = api.client.get(f"/api{path}").headers["ETag"]
    assert tag == '"3"'
    one = {"actions": [draw()]}
    assert api.error(f"{path}/actions", one, 409, If_Match='"2"')["version"] == 3
    api.post(f"{path}/actions", one, If_Match=tag)
    api.error(f"{path}/actions", one | {"expected_version": 3}, 400, If_Match=tag.replace("3", "4"))
    api.error(f"{path}/actions", one, 400, If_Match="W/4")


def test_a_note_in_between_overtakes_nobody(api: Api) -> None:
    path = api.digital()
    api.post(f"{path}/notes", {"text": "Ada sighs"})
    assert api.act(path, draw(), expected_version=2)["session"]["version"] == 4


def test_a_request_that_comes_again_is_answered_again_and_recorded_once(api: Api) -> None:
    path = api.digital()
    body = {"actions": [draw()], "expected_version": 2}
    first = api.post(f"{path}/actions", body, Idempotency_Key="k-1")
    again = api.post(f"{path}/actions", body, Idempotency_Key="k-1")
    assert not first["repeated"]
    assert again["repeated"]
    assert again["events"] == first["events"]
    other = {"actions": [draw(), draw()]}
    assert api.error(f"{path}/actions", other, 422, Idempotency_Key="k-1")["code"] == "key_reused"
    assert api.error(f"{path}/pause", {}, 422, Idempotency_Key="k-1")["code"] == "key_reused"
    assert api.get(path)["version"] == 3
    for key in ("", "x" * 101, "a b"):
        api.error(f"{path}/pause", {}, 400, Idempotency_Key=key)


def test_a_session_is_opened_once_for_a_key(api: Api) -> None:
    body = LANTERN | {"mode": "digital"}
    first = api.post("/sessions", body, Idempotency_Key="evening-7")
    again = api.post("/sessions", body, Idempotency_Key="evening-7")
    assert again["session"] == first["session"]
    assert (first["repeated"], again["repeated"]) == (False, True)
    other = body | {"title": "Another"}
    assert api.error("/sessions", other, 422, Idempotency_Key="evening-7")["code"] == "key_reused"
    assert len(api.get("/sessions")["sessions"]) == 1


def test_bots_act_after_people_and_nobody_acts_for_them(api: Api) -> None:
    path = api.digital("random")
    error = api.error(f"{path}/actions", {"actions": [draw(2)]}, 422)
    assert "played by a bot" in error["message"]
    api.act(path, draw(), draw())
    written = api.act(path, draw(1), draw(1))
    assert len(written["events"]) == 2
    assert written["session"]["steps"] >= 6
    assert api.get(f"{path}/legal-actions")["to_act"] != [2]


def test_the_shape_of_an_action_is_checked_at_its_place(api: Api) -> None:
    path = api.digital()
    actions = [draw(), {"action": {"type": "draw", "seat": "0", "sauce": "deck"}}]
    error = api.error(f"{path}/actions", {"actions": actions}, 400)
    assert error["path"] == "actions[1].action.sauce"
    assert {problem["path"] for problem in error["problems"]} == {
        "actions[1].action.sauce",
        "actions[1].action.seat",
    }
    for body in ({}, {"actions": []}, {"actions": [{}]}, {"actions": [draw(notation="d")]}, []):
        assert api.error(f"{path}/actions", body, 400)["problems"]


@pytest.mark.parametrize("name", GAMES)
def test_actions_that_nearly_fit_are_refused_or_recorded(api: Api, name: str) -> None:
    rng, game = Random(3), GAMES[name]
    paths = [opened(api, game, mode) for mode in ("digital", "table")]
    texts = ["", "?", "B:", "= E", "d=?", "p6 6", "💡", "b3" * 50, "\x00", "1-2-3", "A: A: d"]
    for nth in range(150):
        path = paths[nth % 2]
        found = api.get(f"{path}/legal-actions?limit=400")["actions"]
        if not found:
            break
        choice = rng.choice(found)
        if nth % 3:
            action = _bent(choice["action"], rng)
            body = {"actions": [{"action": action, "irregular": rng.random() < 0.3}]}
        else:
            body = {"actions": [{"notation": choice["notation"] + rng.choice(texts) or "x"}]}
        answer = api.client.post(f"/api{path}/actions", json=body)
        assert answer.status_code in (201, 400, 422), (body, answer.text)
        assert game is GAMES[api.get(path)["game"]]


def _bent(action: dict[str, object], rng: Random) -> dict[str, object]:
    """Return an action with one field changed, added or left out."""
    bent = json.loads(msgspec.json.encode(action))
    name = rng.choice([*bent])
    value = rng.choice([None, -1, 7, 2**63, "", "z9", "b2", [], ["a1", "a1"], [0], True, 1.5, {}])
    match rng.randrange(4):
        case 0:
            bent[name] = value
        case 1:
            del bent[name]
        case 2:
            bent["more"] = value
    return dict(bent)
