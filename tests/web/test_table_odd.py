"""What is recorded at a table stays readable, however odd it was."""

import re
from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from analytics.counterfactual.verified import verified
from domain.chance import Told
from domain.game import Game
from domain.games import LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS
from domain.games.lantern_moths.actions import Plant
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.nocturnis.actions import Lure
from domain.session.commands import refuse_attempt
from domain.session.events import FeelingNoted
from service.wiring import Services
from tests.web.reading import fields, get, read, submit
from tests.web.table_logs import log, now, path, table


@pytest.mark.parametrize(
    ("game", "action"),
    [
        (LANTERN_MOTHS, Plant(0, "Z9", "b2")),
        (LANTERN_MOTHS, Plant(0, "", "b2")),
        (LANTERN_MOTHS, Plant(0, "<b>", "z9")),
        (NOCTURNIS, Lure(0, ("Z9",))),
        (NOCTURNIS, Lure(0, ())),
    ],
)
def test_an_attempt_with_a_card_that_there_is_none_of_breaks_no_page(
    client: FlaskClient, services: Services, game: Game, action: object
) -> None:
    session = table(services, game, "Ida", "Noor")
    services.recorder.run(session.id, lambda s: refuse_attempt(s, action))
    for page in ("", "/table"):
        assert client.get(f"/sessions/{session.id}{page}").status_code == 200


def test_a_play_against_the_rules_that_stood_is_no_damage(services: Services) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    after = services.recorder.act(session.id, Pass(1), chance=Told, irregular=True).session
    assert after.irregular
    assert verified(after).verdict == "irregular"


def test_the_page_says_where_the_time_went(
    client: FlaskClient, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    later = session.log[-1].at + timedelta(seconds=65)
    monkeypatch.setattr(services.recorder, "_now", lambda: later)
    services.recorder.act(session.id, Play(0, (4,)), chance=Told)
    page = client.get(f"/sessions/{session.id}/table").text
    assert "Where the time went" in page
    assert re.search(r"Ida.{0,40}: thinking 1:05, waiting 0:00", page, re.S)


def test_what_was_recorded_beside_the_moves_stands_among_the_last_actions(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = log(client, session, ["4-5-6"])
    for what, told in {
        "note": {"text": "so slow", "author": "Mia"},
        "talk": {"kind": "look_up", "clause": "climb.beat", "seconds": "20"},
        "attempt": {"said": "two turns at once", "clause": "climb.beat", "seat": "1"},
        "feeling": {"felt": "1 bored"},
    }.items():
        page = read(submit(client, page, f"/aside/{what}", **told))
    rows = [row.text for row in page.one(id="actions").find("li")]
    beside = (
        "Noor : bored",
        "is told no: two turns at once",
        "looks up a rule, 20",
        "Mia notes: so",
    )
    for row, said in zip(rows, beside, strict=False):
        assert said in row
    assert "4-5-6" in rows[len(beside)]


def test_the_same_feeling_at_the_same_step_is_noted_once(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = log(client, session, ["4-5-6"])
    for felt in ("1 bored", "1 bored", "0 bored", "1 fun", "1 bored"):
        page = read(submit(client, page, "/aside/feeling", felt=felt))
    assert [e.event.feeling for e in now(services, session).aside(FeelingNoted)] == [
        *("bored", "bored", "fun", "bored")
    ]
    again = submit(client, page, "/aside/feeling", felt="1 bored")
    assert again.status_code == 200
    assert "Noor is noted as bored at step" in read(again).text
    page = log(client, session, ["7-8-9"])
    submit(client, page, "/aside/feeling", felt="1 bored")
    assert len(now(services, session).aside(FeelingNoted)) == 5


def test_a_program_is_told_in_json_that_somebody_else_recorded_first(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    page = get(client, path(session))
    log(client, session, ["4-5-6", "7-8-9"])
    form = fields(page.find("form", class_="log")[0])
    json = {"Accept": "application/json"}
    for to, more in (("act", {"text": "7"}), ("take-back", {"step": "0"}), ("amend/1", {})):
        answer = client.post(f"{path(session)}/{to}", data=form | more, headers=json)
        assert answer.status_code == 409, to
        assert answer.json is not None
        assert answer.json["error"]["code"] == "conflict"
    newer = form | {"version": str(now(services, session).version), "text": "5"}
    refused = client.post(f"{path(session)}/act", data=newer, headers=json)
    assert refused.status_code == 422
    assert refused.json is not None
    assert refused.json["error"]["clauses"]
