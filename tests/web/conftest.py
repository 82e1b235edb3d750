"""An application on a folder of its own, with sessions to look at."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.edition import EditionBase
from domain.game import Game
from domain.games import find
from domain.session import Session
from domain.session.commands import Table, open_session
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.recorder import new_id
from service.web.app import create_app
from service.web.boards import SHOWN
from service.wiring import Services, build
from tests.fresh import fresh

GAME = find("lantern-moths")


class Tables:
    """Opens sessions of a game."""

    def __init__(self, services: Services, game: Game = GAME) -> None:
        self.services, self.game = services, game

    def open(
        self,
        *players: str,
        title: str = "",
        edition: EditionBase | None = None,
        early: bool = False,
    ) -> Session:
        """Open a session; a name that begins with "bot" is a bot's. An early one was recorded
        before texts were held to limits.
        """
        table = Table(
            game=self.game,
            rules=seeds.rulebook(self.game).version,
            edition=edition or seeds.edition(self.game),
            players=tuple(
                Player(name, "random" if name.startswith("bot") else None) for name in players
            ),
            title=title,
        )
        if early:
            events, session_id = open_session(table, self.services.recorder.chance), new_id()
            self.services.store.append(session_id, 0, events, datetime.now(UTC))
            return self.services.store.load(session_id)
        return self.services.recorder.open(table).session

    def finished(self, seats: int = 3, title: str = "") -> Session:
        """Open a session of as many bots as the game seats, and let them play to its end."""
        taken = min(seats, self.game.seats[-1])
        session = self.open(*(f"bot {n}" for n in range(taken)), title=title)
        return play_bots(self.services.recorder, session, Random(7))

    def stopped(self, actions: int) -> Session:
        """Open a session of two people who play at random and stop after so many actions."""
        session, rng, recorder = self.open("Ada", "Ben"), Random(7), self.services.recorder
        for _ in range(actions):
            action = rng.choice(self.game.legal_actions(session.state))
            session = recorder.act(session.id, action, version=session.version).session
        return recorder.abandon(session.id).session

    def simulated(self, seed: str) -> Session:
        """Open a session as a simulation stores it."""
        table = Table(
            game=self.game,
            rules=seeds.rulebook(self.game).version,
            edition=seeds.edition(self.game),
            players=(Player("Random A", "random"), Player("Random B", "random")),
            mode="simulated",
            seed=seed,
        )
        return self.services.recorder.open(table).session


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """Everything that the pages work with, on an empty folder."""
    made = build(fresh(tmp_path / "data"), rng=Random(11))
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


@pytest.fixture(params=SHOWN)
def each(request: pytest.FixtureRequest, services: Services) -> Tables:
    """The same, of each game in turn."""
    return Tables(services, find(request.param))
