"""Experiments and other rulings over HTTP: the numbers of the page and of the command."""

import re
import time
from html import unescape
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from flask import Flask

from service import demo
from service.queue import Worker
from service.web.experimenting import background
from service.wiring import Services
from tests.api.asking import Api
from tests.service.command_line import Mothlog

GHOSTS = {"game": "lantern-moths", "question": "ghost_blocks", "games": 12, "seed": "twelve"}
RULING = "ghost_blocks=while_present"


def answered(api: Api, body: dict[str, Any]) -> Any:
    """Ask, and wait until it has ended."""
    key = api.post("/experiments", body, 202)["key"]
    for _ in range(600):
        told = api.get(f"/experiments/{key}")
        if told["state"] in ("answered", "failed"):
            return told
        time.sleep(0.1)
    raise AssertionError("the experiment does not end")


def test_an_experiment_is_started_followed_and_read(
    api: Api, services: Services, begin: Event
) -> None:
    begun = api.post("/experiments", GHOSTS, 202)
    assert (begun["state"], begun["games"], begun["answer"]) == ("running", 12, None)
    begin.set()
    done = answered(api, GHOSTS)
    assert (done["state"], done["done"], done["key"]) == ("answered", 12, begun["key"])
    assert done["title"] == done["answer"]["title"]
    assert [side["games"] for side in done["answer"]["sides"]] == [12, 12]
    listed = api.get("/experiments?game=lantern-moths")
    assert [row["key"] for row in listed["experiments"]] == [begun["key"]]
    assert len(listed["questions"]) == 7
    assert api.get("/experiments?game=nocturnis")["experiments"] == []
    assert api.client.get("/api/experiments?game=").status_code == 422
    assert not services.store.all_ids()


def test_the_command_finds_the_same_numbers(
    api: Api, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mothlog = Mothlog(tmp_path / "other", capsys)
    size = ("--games", "12", "--seed", "twelve", "--workers", "1", "--json")
    for body, words in (
        (GHOSTS, ("ghost_blocks",)),
        (
            {"game": "lantern-moths", "games": 12, "seed": "twelve", "seats": 2}
            | {"sides": [{"options": {"ghost_in_sets": "any_colour"}}]},
            ("lantern-moths", "--seats", "2", "--side", "ghost_in_sets=any_colour"),
        ),
    ):
        told = answered(api, body)["answer"]
        command = mothlog("experiment", *words, *size).json
        for other in (told, command):
            del other["at"], other["seconds"]
        assert told == command


def test_the_page_shows_what_was_asked_over_http(app: Flask, api: Api, begin: Event) -> None:
    begin.set()
    told = answered(api, GHOSTS | {"store": True})
    page = unescape(app.test_client().get(f"/experiments/{told['key']}").text)
    assert told["title"] in page
    assert told["answer"]["summary"] in page
    assert told["answer"]["stored"]
    again = api.post("/experiments", GHOSTS, 202)
    assert again["state"] == "answered"
    begin.clear()
    assert api.post("/experiments", GHOSTS | {"again": True}, 202)["state"] == "running"


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        ({"games": 2001}, 400, "games"),
        ({"seats": 9}, 400, "seats"),
        ({"question": "nothing"}, 422, "Lantern Moths has no question 'nothing', expected: flip"),
        ({"question": "sheet"}, 422, "has no question 'sheet'"),
        ({"question": ""}, 422, "expected a question, or sides"),
        ({"sides": [{}]}, 422, "not both"),
        ({"seats": 5}, 422, "5 seats, expected 2 to 4"),
        ({"bots": ["clever"]}, 422, "no bot 'clever'"),
        ({"bots": ["random"] * 2, "seats": 3}, 422, "2 bots for 3 seats"),
        ({"question": "", "sides": [{}]}, 422, "two sides are the same"),
        ({"question": "", "sides": [{"by": "bots", "edition": "linen"}]}, 422, "as they were"),
        ({"question": "", "sides": [{"edition": "none such"}]}, 422, "none such"),
        ({"question": "", "sides": [{}] * 5}, 400, "sides"),
        ({"seed": "a\0b"}, 422, "seed: the control character"),
        ({"game": "chess"}, 422, "there is no game 'chess'"),
    ],
)
def test_what_cannot_be_asked_says_why_and_starts_nothing(
    api: Api, app: Flask, change: dict[str, Any], status: int, said: str
) -> None:
    assert said in api.error("/experiments", GHOSTS | change, status)["message"]
    with app.app_context():
        assert background().running() == []


def test_no_more_stand_in_line_than_may(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Worker, "_run", lambda self: None)
    states = [api.post("/experiments", GHOSTS | {"seed": s}, 202)["state"] for s in "abcde"]
    assert states == ["running", *["waiting"] * 4]
    assert api.post("/experiments", GHOSTS | {"seed": "a"}, 202)["state"] == "running"
    full = api.error("/experiments", GHOSTS | {"seed": "f"}, 429)
    assert full["code"] == "too_busy"
    assert len(api.get("/experiments")["experiments"]) == 5


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"bots": ["ismcts-1001"]}, "'ismcts-1001' found, expected at most 1,000 games or 1,000"),
        ({"bots": ["ismcts-2000ms"]}, "at most 1,000 games"),
        # 250,000 / (2 sides x 3 seats x 500 games) = 83.3
        ({"bots": ["ismcts-500"], "seats": 3, "games": 84}, "84 games a side found, expected at"),
    ],
)
def test_bots_that_search_for_days_play_on_the_command_line_only(
    api: Api, change: dict[str, Any], said: str
) -> None:
    assert said in api.error("/experiments", GHOSTS | change, 422)["message"]


def test_an_experiment_is_cancelled_though_it_runs(api: Api, app: Flask) -> None:
    long = GHOSTS | {"bots": ["ismcts-500"], "seats": 3, "games": 83}
    keys = [api.post("/experiments", long | {"seed": seed}, 202)["key"] for seed in "ab"]
    page = app.test_client().get(f"/experiments/{keys[0]}").text
    assert f'action="/experiments/{keys[0]}/cancel"' in page
    for key in keys:
        answer = app.test_client().delete(f"/api/experiments/{key}")
        assert (answer.status_code, answer.json["state"]) == (200, "failed")
        assert answer.json["why"] == "it was cancelled"
    assert api.get("/experiments")["experiments"] == []
    assert answered(api, GHOSTS)["state"] == "answered"
    foreign = {"Sec-Fetch-Site": "cross-site"}
    with app.test_client() as client:
        assert client.delete(f"/api/experiments/{keys[0]}", headers=foreign).status_code == 403
        assert client.delete("/api/experiments/none").status_code == 404


def test_other_rulings_over_http_are_those_of_command_and_page(
    api: Api, app: Flask, services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    demo.record(services.store)
    told = api.get(f"/counterfactual/lantern-moths?option={RULING}")
    page = unescape(
        app.test_client().get(f"/experiments/counterfactual/lantern-moths?option={RULING}").text
    )
    assert told["title"] in page
    assert told["summary"] in page
    few = api.get(f"/counterfactual/lantern-moths?option={RULING}&limit=2&seats=3")
    assert (few["sessions"], few["filters"]["seats"]) == (2, [3])
    assert few["there"] > 2
    services.close()
    command = Mothlog(services.data, capsys)("counterfactual", "lantern-moths", "--option", RULING)
    assert told["title"] in command.out
    as_json = Mothlog(services.data, capsys)(
        *("counterfactual", "lantern-moths", "--option", RULING, "--workers", "1", "--json")
    ).json
    assert {**as_json, "there": told["there"]} == told
    assert told["there"] == told["sessions"]


def test_one_session_is_decided_again(api: Api, services: Services) -> None:
    demo.record(services.store)
    told = api.get(f"/counterfactual/lantern-moths?option={RULING}")
    for each in told["otherwise"][:3]:
        assert api.get(f"/sessions/{each['session']}/counterfactual?option={RULING}") == each
    live = api.table()
    said = api.get(f"{live}/counterfactual?option={RULING}", 404)["error"]["message"]
    assert re.search("the session is live, expected a finished one", said)
    for query, status in (("", 400), ("?option=ghost_blocks", 400), ("?option=a=b", 422)):
        assert api.get(f"{live}/counterfactual{query}", status)["error"]["message"]
    for query in ("option=ghost_blocks=never", "option=x=y"):
        assert (
            "expected" in api.get(f"/counterfactual/lantern-moths?{query}", 422)["error"]["message"]
        )
