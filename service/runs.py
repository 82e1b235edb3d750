"""Runs of simulated games that were begun, until all their games are stored.

A run is written down before its first game. Which of its games are stored, the store alone says.
"""

import os
from datetime import datetime
from pathlib import Path
from secrets import token_bytes, token_hex

import msgspec

from analytics.runs import Run, key_of
from analytics.simulation import Plan
from domain.errors import Invalid

FOLDER = "simulations"


class NoSuchRun(LookupError):
    """There is no unfinished run of that name, or there are several."""


class Runs:
    """Reads and writes one data folder's unfinished runs, a file each."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER

    def begin(self, plan: Plan, games: int, at: datetime) -> Run:
        """Write a new run down so that it survives a crash, and return it.

        :raises OSError: it could not be written.
        """
        run = Run(plan=plan, games=games, at=at, key=key_of(plan, games, at, token_bytes(8)))
        self._folder.mkdir(parents=True, exist_ok=True)
        aside = self._folder / f".{run.key}.{token_hex(4)}"
        try:
            with aside.open("wb") as file:
                file.write(msgspec.json.encode(run))
                file.flush()
                os.fsync(file.fileno())
            aside.replace(self._path(run))
        except OSError:
            aside.unlink(missing_ok=True)
            raise
        _sync(self._folder)
        return run

    def unfinished(self) -> list[Run]:
        """Return every run that was begun and not ended, the oldest first.

        :raises Invalid: a file holds none; names it.
        """
        return sorted(map(_read, self._folder.glob("*.json")), key=lambda run: (run.at, run.key))

    def find(self, name: str) -> Run:
        """Return the unfinished run whose key begins so.

        :raises NoSuchRun: there is none, or there are several.
        """
        runs = self.unfinished()
        found = [run for run in runs if name and run.key.startswith(name.lower())]
        if len(found) == 1:
            return found[0]
        if found:
            raise NoSuchRun(f"several unfinished simulations begin with {name!r}")
        known = ", ".join(run.key for run in runs) or "there is none"
        raise NoSuchRun(f"no unfinished simulation {name!r}; unfinished: {known}")

    def end(self, run: Run) -> None:
        """Forget a run: its games are all stored, or somebody gives it up."""
        self._path(run).unlink(missing_ok=True)

    def _path(self, run: Run) -> Path:
        return self._folder / f"{run.key}.json"


def _read(path: Path) -> Run:
    expected = "expected a simulation that mothlog wrote down"
    try:
        run = msgspec.json.decode(path.read_bytes(), type=Run)
    except msgspec.MsgspecError as error:
        raise Invalid(f"{path}: {error}, {expected}") from None
    if run.key != path.stem:
        raise Invalid(f"{path}: it names itself {run.key!r}, {expected}")
    return run


def _sync(folder: Path) -> None:
    """Write down that a file is in a folder, where folders can be opened."""
    if hasattr(os, "O_DIRECTORY"):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
