"""An application on a folder of its own, with sessions to look at."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.games import find
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.web.app import create_app
from service.wiring import Services, build

GAME = find("lantern-moths")


class Tables:
    """Opens sessions of Lantern Moths."""

    def __init__(self, services: Services) -> None:
        self.services = services

    def open(
        self, *players: str, title: str = "", options: dict[str, str] | None = None
    ) -> Session:
        """Open a session; a name that begins with "bot" is a bot's."""
        table = Table(
            game=GAME,
            rules=seeds.rulebook(GAME).version,
            edition=seeds.edition(GAME),
            players=tuple(
                Player(name, "random" if name.startswith("bot") else None) for name in players
            ),
            title=title,
        )
        return self.services.recorder.open(table).session

    def finished(self, seats: int = 3, title: str = "") -> Session:
        """Open a session and let bots play it to its end."""
        session = self.open(*(f"bot {n}" for n in range(seats)), title=title)
        return play_bots(self.services.recorder, session, Random(7))

    def simulated(self, seed: str) -> Session:
        """Open a session as a simulation stores it."""
        table = Table(
            game=GAME,
            rules=seeds.rulebook(GAME).version,
            edition=seeds.edition(GAME),
            players=(Player("Random A", "random"), Player("Random B", "random")),
            mode="simulated",
            seed=seed,
        )
        return self.services.recorder.open(table).session


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """Everything that the pages work with, on an empty folder."""
    made = build(tmp_path / "data", rng=Random(11))
    yield made
    made.close()


@pytest.fixture
def app(services: Services) -> Flask:
    """The application."""
    return create_app(services)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without scripts."""
    return app.test_client()


@pytest.fixture
def tables(services: Services) -> Tables:
    """A way to open sessions without the pages."""
    return Tables(services)
