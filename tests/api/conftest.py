"""A service on a folder of its own, its API, and sessions of every kind to ask about."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.web.app import create_app
from service.wiring import Services, build
from tests.api.asking import Api
from tests.fresh import fresh


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """Everything that the API works with, on an empty folder."""
    made = build(fresh(tmp_path / "data"), rng=Random(11))
    yield made
    made.close()


@pytest.fixture
def app(services: Services) -> Flask:
    """The application."""
    return create_app(services)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A program that speaks HTTP."""
    return app.test_client()


@pytest.fixture
def api(client: FlaskClient) -> Api:
    """The same, in fewer words."""
    return Api(client)
