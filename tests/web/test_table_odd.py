"""What is recorded at a table stays readable, however odd it was."""

import re

import pytest
from flask.testing import FlaskClient

from domain.chance import Told
from domain.game import Game
from domain.games import LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS
from domain.games.lantern_moths.actions import Plant
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.nocturnis.actions import Lure
from domain.session.commands import refuse_attempt
from service.cli.verify import _fault
from service.wiring import Services
from tests.web.table_logs import table


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
    assert _fault(after) is None


def test_the_page_says_where_the_time_went(client: FlaskClient, services: Services) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    services.recorder.act(session.id, Play(0, (4,)), chance=Told)
    page = client.get(f"/sessions/{session.id}/table").text
    assert "Where the time went" in page
    assert re.search(r"Ida.{0,40}: thinking 0:0\d, waiting 0:00", page, re.S)
