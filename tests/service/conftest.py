"""Services on a real data folder, with a clock that ticks at each look."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from service.wiring import Services, build
from tests.fresh import fresh
from tests.service.command_line import Mothlog
from tests.service.support import Clock


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mothlog:
    """The command line on a fresh folder that is not there yet."""
    return Mothlog(tmp_path / "data", capsys)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """Services in a fresh folder."""
    built = build(fresh(tmp_path), Clock(), Random(7))
    yield built
    built.close()
