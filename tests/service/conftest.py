"""Services on a real data folder, with a clock that ticks at each look."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from service.wiring import Services, build
from tests.fresh import fresh
from tests.service.command_line import Mothlog
from tests.service.postgres import Server, environment, serving
from tests.service.support import Clock


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mothlog:
    """The command line on a fresh folder that is not there yet."""
    return Mothlog(tmp_path / "data", capsys)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One PostgreSQL server a worker, started by the first test that asks for it."""
    with serving() as started:
        yield started


@pytest.fixture
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """The kind of store that the environment chooses: SQLite where nothing else is asked for."""
    kind = getattr(request, "param", "sqlite")
    chosen = request.getfixturevalue("server").fresh() if kind == "postgres" else {}
    with environment(chosen):
        yield kind


@pytest.fixture
def services(tmp_path: Path, database: str) -> Iterator[Services]:
    """Services in a fresh folder."""
    built = build(fresh(tmp_path), Clock(), Random(7))
    yield built
    built.close()
