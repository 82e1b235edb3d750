"""Notes, talk, feelings, items, pauses, feedback and the end of a session over the API."""

import pytest

from tests.api.asking import LANTERN, Api, draw

NOTE = {
    "text": "Ada forgot the wick",
    "author": "Ben",
    "tags": ["rules"],
    "marks": ["b2", "b2>c3"],
    "glyph": "?!",
}
SAID = [
    ("notes", NOTE, "note_added:2"),
    ("talk", {"kind": "look_up", "clause": "turn.plant", "seconds": 40}, "rules_talked:1"),
    ("feelings", {"seat": 1, "feeling": "tense"}, "feeling_noted:1"),
    ("items", {"text": "Print the numbers larger"}, "action_item_added:1"),
    ("pause", {"reason": "rules"}, "clock_paused:1"),
    ("feedback", {"seat": 0, "fun": 4, "again": "yes"}, "feedback_given:1"),
]


@pytest.mark.parametrize(("where", "said", "name"), SAID, ids=lambda value: str(value)[:8])
def test_what_happens_beside_the_game_leaves_the_position_alone(
    api: Api, where: str, said: dict[str, object], name: str
) -> None:
    path = api.table()
    api.act(path, draw())
    written = api.post(f"{path}/{where}", said)
    (event,) = written["events"]
    assert event["name"] == f"session.{name}"
    assert said.items() <= event["data"].items()
    assert written["session"]["steps"] == 1
    assert event["data"].get("step", 1) == 1


def test_an_attempt_is_noted_with_the_clauses_that_forbid_it(api: Api) -> None:
    path = api.table()
    away = {"type": "light", "seat": 0, "tile": "a1"}
    (event,) = api.post(f"{path}/attempts", {"action": away})["events"]
    assert event["data"]["clauses"]
    assert event["data"]["action"] == away
    (event,) = api.post(f"{path}/attempts", {"notation": "la1"})["events"]
    assert event["data"]["action"] == away
    said = {"said": "two wicks at once", "clause": "turn.light", "seat": 1}
    (event,) = api.post(f"{path}/attempts", said)["events"]
    assert event["data"]["clauses"] == ["turn.light"]
    for wrong in (
        {"said": "no clause"},
        {"said": "x", "clause": "no.such.clause"},
        {"action": draw()["action"]},
        {"action": away, "notation": "la1"},
        {"notation": "???"},
        {"said": "x", "clause": "turn.light", "seat": 5},
    ):
        api.error(f"{path}/attempts", wrong, 422)
    api.error(f"{path}/attempts", {"action": {"type": "lite"}}, 400)


def test_an_attempt_in_digital_play_does_not_show_the_card(api: Api) -> None:
    path = api.digital()
    tried = {"type": "plant", "seat": 0, "card": "Z9", "tile": "b2"}
    api.post(f"{path}/attempts", {"action": tried})
    event = api.get(f"{path}/events")["events"][-1]
    assert event["name"] == "session.attempt_refused:1"
    assert "Z9" not in str(event["data"])


def test_an_item_is_done_once(api: Api) -> None:
    path = api.table()
    item = api.post(f"{path}/items", {"text": "Bigger numbers"})["events"][0]["version"]
    api.post(f"{path}/items/{item}/done", {})
    assert api.error(f"{path}/items/{item}/done", {}, 422)["code"] == "not_possible"
    api.error(f"{path}/items/0/done", {}, 422)


def test_the_clock_is_stopped_and_runs_on(api: Api) -> None:
    path = api.table()
    api.error(f"{path}/resume", {}, 422)
    api.post(f"{path}/pause", {})
    api.error(f"{path}/pause", {}, 422)
    api.post(f"{path}/resume", {})


@pytest.mark.parametrize(
    ("where", "wrong", "status"),
    [
        ("notes", {"text": "  "}, 422),
        ("notes", {"text": "x" * 4001}, 400),
        ("notes", {"text": "x", "step": 99}, 422),
        ("talk", {"kind": "shout"}, 400),
        ("talk", {"kind": "ruling", "clause": "no.such"}, 422),
        ("feelings", {"seat": 4, "feeling": "fun"}, 422),
        ("feedback", {"seat": 0}, 422),
        ("feedback", {"seat": 0, "fun": 6}, 400),
        ("close", {}, 422),
    ],
)
def test_what_makes_no_sense_is_refused(
    api: Api, where: str, wrong: dict[str, object], status: int
) -> None:
    path = api.table()
    assert api.error(f"{path}/{where}", wrong, status)["message"]
    assert api.get(path)["version"] == 2


def test_a_session_ends_closed_or_abandoned(api: Api) -> None:
    left = api.table()
    assert api.post(f"{left}/abandon", {"reason": "late"})["session"]["status"] == "abandoned"
    error = api.error(f"{left}/actions", {"actions": [draw()]}, 422)
    assert error["code"] == "not_possible"
    bots = [{"name": name, "bot": "random"} for name in ("Ida", "Noor")]
    opened = api.post("/sessions", LANTERN | {"players": bots, "mode": "digital"})
    path = f"/sessions/{opened['session']['id']}"
    assert api.post(f"{path}/close", {})["session"]["status"] == "closed"
    api.post(f"{path}/notes", {"text": "a long one"})
    api.error(f"{path}/close", {}, 422)


def test_a_mark_that_is_no_place_is_refused_with_the_nearest(api: Api) -> None:
    path = api.table()
    error = api.error(f"{path}/notes", {"text": "here", "marks": ["b2>d4"]}, 422)
    assert "there is no place 'd4'; nearest: " in error["message"]
    api.error(f"{path}/notes", {"text": "here", "glyph": "???"}, 400)
