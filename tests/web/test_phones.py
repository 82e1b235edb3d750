"""Players' phones reach the page of their own answers, and nothing else."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import Client

from domain.session import Session
from domain.session.commands import Table
from domain.session.events import FeedbackGiven, Player
from service import seeds
from service.web.phones import Reach, open_to, phones_only
from service.wiring import Services
from tests.web.conftest import GAME
from tests.web.reading import get

LAN = Reach("192.168.1.5", 8766)


@pytest.fixture
def evening(services: Services) -> Session:
    players = tuple(Player(name) for name in ("Ada", "Ben"))
    table = Table(
        game=GAME,
        rules=seeds.rulebook(GAME).version,
        edition=seeds.edition(GAME),
        players=players,
        mode="table",
    )
    return services.recorder.open(table).session


@pytest.fixture
def phone(app: Flask) -> Client:
    open_to(app, LAN)
    return Client(phones_only(app))


def link_of(client: FlaskClient, evening: Session) -> str:
    page = get(client, f"/sessions/{evening.id}/table")
    return page.one(class_="links").find("a")[0].attrs["href"]


def asked(phone: Client, path: str, **more: object) -> tuple[int, str]:
    answer = phone.open(path, base_url=str(LAN), **more)  # type: ignore[arg-type]
    return answer.status_code, answer.get_data(as_text=True)


def test_a_players_link_leads_a_phone_here_and_stands_as_a_code(
    client: FlaskClient, phone: Client, evening: Session
) -> None:
    link = link_of(client, evening)
    assert link.startswith("http://192.168.1.5:8766/feedback/")
    assert (
        client.get(f"/sessions/{evening.id}/table").get_data(as_text=True).count('class="qr"') >= 2
    )
    status, page = asked(phone, link.removeprefix(str(LAN)))
    assert status == 200
    assert "Ada, how was it?" in page
    assert "Statistics" not in page


def test_a_player_answers_from_a_phone(
    client: FlaskClient, phone: Client, services: Services, evening: Session
) -> None:
    path = link_of(client, evening).removeprefix(str(LAN))
    _, page = asked(phone, path)
    token = page.split('name="csrf_token" value="')[1].split('"')[0]
    key = page.split('name="key" value="')[1].split('"')[0]
    data = {"csrf_token": token, "key": key, "fun": "5", "text": "More moths"}
    status, _ = asked(phone, path, method="POST", data=data, headers={"Referer": f"{LAN}{path}"})
    assert status == 303
    given = services.store.load(evening.id).feedback
    assert given == {0: FeedbackGiven(0, fun=5, text="More moths")}


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/sessions/{id}",
        "/sessions/{id}/table",
        "/sessions/{id}.json",
        "/api/sessions",
        "/sql",
        "/feedback",
        "/feedback/../",
        "/feedback/..%2f..%2fsql",
        "/feedback//sessions/{id}",
        "/static/../sql",
        "//feedback/x",
        "/%2e%2e/sql",
    ],
)
def test_every_other_path_is_shut(phone: Client, evening: Session, path: str) -> None:
    status, page = asked(phone, path.format(id=evening.id))
    assert status == 404
    assert "Ada" not in page


def test_a_link_that_nobody_signed_leads_nowhere(phone: Client) -> None:
    assert asked(phone, "/feedback/AAAA.BBBB")[0] == 404


def test_without_phones_links_stay_paths_and_there_is_no_code(
    client: FlaskClient, evening: Session
) -> None:
    assert link_of(client, evening).startswith("/feedback/")
    assert 'class="qr"' not in client.get(f"/sessions/{evening.id}/table").get_data(as_text=True)
