"""Bots of the data folder's file over the API: listed, and asked again when they failed."""

import json
import sys
from pathlib import Path

from service.casting import FILE
from service.wiring import Services
from tests.api.asking import LANTERN, Api

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"
PLAYERS = [{"name": "Ada"}, {"name": "Mine", "bot": "mine"}]


def test_a_bot_that_failed_is_asked_again_by_the_same_request(api: Api, services: Services) -> None:
    program = services.data / "bot.py"
    program.write_text("raise SystemExit('my hand is E1 E2')", encoding="utf-8")
    command = json.dumps([sys.executable, "-S", str(program)])
    (services.data / FILE).write_text(f'[mine]\ntitle = "M"\ncommand = {command}', "utf-8")
    assert api.get("/games/lantern-moths")["bots"][-1] == "mine"

    body = LANTERN | {"mode": "digital", "players": PLAYERS, "start": 1}
    opened = api.post("/sessions", body, Idempotency_Key="once")
    assert opened["bot_failed"] == "the bot mine did not choose: it ended (exit code 1)"
    assert opened["session"]["steps"] == 0

    program.write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    again = api.post("/sessions", body, Idempotency_Key="once")
    assert again["repeated"]
    assert "bot_failed" not in again
    assert again["session"]["id"] == opened["session"]["id"]
    assert again["session"]["steps"] > 0


def test_a_bot_that_nobody_knows_cannot_be_seated(api: Api) -> None:
    error = api.error("/sessions", LANTERN | {"mode": "digital", "players": PLAYERS}, 422)
    assert "seat 1: no bot 'mine', expected: random, greedy" in error["message"]
