"""The client in the documents does what they say, against a service that really listens."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from flask import Flask

from service.wiring import Services
from tests.served import served as served_at

PATH = Path(__file__).parents[2] / "docs" / "examples" / "api_client.py"


@pytest.fixture
def served(app: Flask) -> Iterator[str]:
    """Serve the application on a free port of this machine."""
    with served_at(app) as address:
        yield address


@pytest.fixture
def example() -> ModuleType:
    """The example, imported from where it lies."""
    spec = importlib.util.spec_from_file_location("api_client", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_logs_a_session(
    served: str, example: ModuleType, services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    example.main(served)
    said = capsys.readouterr().out
    (session_id,) = services.store.session_ids()
    session = services.store.load(session_id)
    assert str(session_id) in said
    assert "refused by turn." in said
    assert session.opened.title == "From a prototype"
    assert session.last_step >= 3
    assert len(session.notes) == 1


def test_a_writer_that_was_overtaken_is_told(
    served: str, example: ModuleType, services: Services
) -> None:
    log = example.Log(
        served, game="lantern-moths", players=[{"name": "A"}, {"name": "B"}], answers=["B"]
    )
    log.act("d")
    log.version -= 1
    with pytest.raises(example.Refused) as told:
        log.act("d")
    assert told.value.status == 409
    assert told.value.error["version"] == 3
    assert services.store.load(services.store.session_ids()[0]).last_step == 1
