"""Take-backs over the API: what others have seen goes back only when they agree."""

from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.wiring import Services
from tests.api.asking import Api, draw
from tests.web.reading import read
from tests.web.signed import NAMES, with_people

THREE = [{"name": name} for name in ("Ada", "Ben", "Cleo")]
NOBODY = {"seat": None, "step": None, "waiting": [], "declined": None}


def shown(api: Api, path: str) -> dict[str, Any]:
    """Return what is asked, without the version."""
    found: dict[str, Any] = api.get(f"{path}/take-back")
    del found["version"]
    return found


def test_others_are_asked_and_the_last_yes_takes_it_back(api: Api) -> None:
    path = api.digital(players=THREE)
    assert shown(api, path) == NOBODY
    api.act(path, draw(), draw())
    asked = api.post(f"{path}/take-back", {"step": 0}, 202)
    assert (asked["state"], asked["waiting"], asked["session"]["steps"]) == ("asked", [1, 2], 2)
    assert shown(api, path) == NOBODY | {"seat": 0, "step": 0, "waiting": [1, 2]}
    first = api.post(f"{path}/take-back/answers", {"seat": 2, "agrees": True}, 202)
    assert (first["state"], first["waiting"]) == ("asked", [1])
    last = api.post(f"{path}/take-back/answers", {"seat": 1, "agrees": True}, Idempotency_Key="k")
    assert (last["state"], last["waiting"], last["session"]["steps"]) == ("taken_back", [], 0)
    names = [event["name"] for event in last["events"]]
    assert names == ["session.take_back_answered:1", "session.taken_back:1"]
    assert shown(api, path) == NOBODY
    api.act(path, draw())
    again = api.post(f"{path}/take-back/answers", {"seat": 1, "agrees": True}, Idempotency_Key="k")
    assert (again["repeated"], again["state"], again["events"]) == (
        True, "taken_back", last["events"],
    )  # fmt: skip


def test_one_no_declines_it(api: Api) -> None:
    path = api.digital()
    api.act(path, draw())
    api.post(f"{path}/take-back", {}, 202, Idempotency_Key="a")
    no = api.post(f"{path}/take-back/answers", {"seat": 1, "agrees": False})
    assert (no["state"], no["waiting"], no["session"]["steps"]) == ("declined", [], 1)
    assert shown(api, path) == NOBODY | {"seat": 0, "step": 0, "declined": 1}
    again = api.post(f"{path}/take-back", {}, 202, Idempotency_Key="a")
    assert (again["repeated"], again["state"], again["waiting"]) == (True, "asked", [])


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"seat": 0, "agrees": True}, 422, "seat 0 is not asked anything"),
        ({"seat": 7, "agrees": True}, 422, "seat 7 found, expected one in which a person sits"),
        ({"seat": 1}, 400, "agrees"),
        ({"seat": 1, "agrees": "yes"}, 400, "agrees"),
        ({"seat": 1, "agrees": True, "expected_version": 2}, 409, "version 4"),
    ],
)
def test_an_answer_that_nobody_asked_for_is_refused(
    api: Api, body: Any, status: int, said: str
) -> None:
    path = api.digital()
    api.act(path, draw())
    api.post(f"{path}/take-back", {}, 202)
    assert said in api.error(f"{path}/take-back/answers", body, status)["message"]
    assert api.get(path)["version"] == 4
    assert shown(api, path)["waiting"] == [1]


def test_nobody_is_asked_at_a_table_or_where_bots_sit(api: Api) -> None:
    table = api.table()
    api.act(table, draw(), draw())
    assert api.post(f"{table}/take-back", {"step": 0})["state"] == "taken_back"
    alone = api.digital(players=[{"name": "Ada"}, {"name": "Bot", "bot": "random"}])
    api.act(alone, draw())
    assert api.post(f"{alone}/take-back", {"step": 0})["state"] == "taken_back"


def test_where_only_bots_have_chosen_the_request_says_who_asks(api: Api) -> None:
    bot = {"name": "Bot", "bot": "random"}
    path = api.digital(players=[bot, *THREE[:2]])
    assert api.get(path)["steps"] > 0
    error = api.error(f"{path}/take-back", {"step": 0}, 422)
    assert error["message"] == "only bots have chosen since step 0, expected the seat that asks"
    assert api.post(f"{path}/take-back", {"step": 0, "seat": 1}, 202)["waiting"] == [2]
    assert "a person sits" in api.error(f"{path}/take-back", {"step": 0, "seat": 0}, 422)["message"]


class Asked:
    """A session of two that Pia hosts: her program asks, and Ben has a link to his seat."""

    def __init__(self, app: Flask, services: Services) -> None:
        app.config["WTF_CSRF_ENABLED"] = False
        with_people(services)
        self.app, self.services = app, services
        self.pia = self.program("player")
        self.path = self.pia.digital()
        self.pia.act(self.path, draw())
        self.asked = self.pia.post(f"{self.path}/take-back", {}, 202)

    def program(self, role: Any) -> Api:
        """Return a program with a token of somebody of that role."""
        accounts = self.services.accounts
        _, secret = accounts.make_token(accounts.named(NAMES[role]), "t", "record")
        client = self.app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {secret}"
        return Api(client)

    def ben(self) -> FlaskClient:
        """Return a device that came by the link to Ben's seat."""
        client = self.app.test_client()
        link = self.services.accounts.invite_seat(UUID(self.path[-36:]), 1, "Dora")
        assert client.post(f"/join/{link.secret}").status_code == 303
        return client


@pytest.fixture
def asked(app: Flask, services: Services) -> Asked:
    return Asked(app, services)


def test_a_program_asks_and_a_seat_answers_on_its_own_device(asked: Asked) -> None:
    ben, play = asked.ben(), f"{asked.path}/play?seat=1"
    box = read(ben.get(play)).one(class_="asks")
    assert "Ada asks to take back" in box.text
    version = asked.asked["session"]["version"]
    form = {"seat": 1, "version": version, "agrees": "yes"}
    assert ben.post(f"{asked.path}/play/answer", data=form | {"seat": 0}).status_code == 401
    assert ben.post(f"/api{asked.path}/take-back/answers", json=form).status_code == 401
    assert ben.post(f"{asked.path}/play/answer", data=form).status_code == 303
    assert asked.pia.get(asked.path)["steps"] == 0
    assert shown(asked.pia, asked.path) == NOBODY


def test_programs_of_two_people_ask_and_answer_and_a_third_may_not(asked: Asked) -> None:
    yes = {"seat": 1, "agrees": True}
    where = f"{asked.path}/take-back/answers"
    wim = asked.program("watcher")
    assert wim.error(where, yes, 403)["code"] == "forbidden"
    assert wim.error(f"{asked.path}/take-back", {}, 403)["code"] == "forbidden"
    assert shown(wim, asked.path)["waiting"] == [1]
    rik = asked.program("recorder")
    assert rik.post(where, yes)["state"] == "taken_back"
    assert asked.pia.get(asked.path)["steps"] == 0
