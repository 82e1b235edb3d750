"""Runs the command line on a data folder and keeps what it says."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from service.cli import run


class Ran(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, as data."""
        return json.loads(self.out)


class Mothlog:
    """Runs commands on one data folder."""

    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.data, self._capsys = data, capsys

    def __call__(self, *arguments: str) -> Ran:
        """Run a command."""
        code = run(["--data", str(self.data), *arguments])
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)
