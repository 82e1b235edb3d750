"""Answers of experiments in the data folder, and those that are half done.

Both are views: an answer that is gone is found again by asking again.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from secrets import token_hex

import msgspec

from analytics.experiments import Answer, Chunk, Question
from domain.games import GAMES

FOLDER = "experiments"
MOST = 200  # answers that are kept; the oldest make room
HALVES = 20  # half experiments that are kept
LARGEST = 2_000_000  # bytes of an answer, some forty times of a usual one

KEY = re.compile(r"[a-z0-9_]+-[\w-]{1,60}-[0-9a-f]{10}")


class Begun(msgspec.Struct, frozen=True):
    """The first line of a file of half an experiment: when it was begun."""

    at: datetime


class Kept:
    """Reads and writes one data folder's experiments."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER

    def answers(self) -> list[Answer]:
        """Return every answer, the newest first; files that are none are passed over."""
        found = [answer for path in self._paths("json") if (answer := _read(path)) is not None]
        return sorted(found, key=lambda answer: answer.at, reverse=True)

    def answer(self, key: str) -> Answer | None:
        """Return the answer of that key, if there is one."""
        return _read(self._folder / f"{key}.json") if KEY.fullmatch(key) else None

    def keep(self, answer: Answer) -> None:
        """Write an answer in the place of an older one; forget the oldest beyond the bound."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{answer.key}.json"
        aside = path.with_suffix(f".{token_hex(4)}")
        aside.write_bytes(msgspec.json.encode(answer))
        aside.replace(path)
        _forget(self._paths("json"), MOST)

    def half(self, question: Question, stored: bool, at: datetime) -> "Half":
        """Open the file of a half experiment, or begin one."""
        self._folder.mkdir(parents=True, exist_ok=True)
        name = f"{question.key}{'.stored' if stored else ''}.half"
        others = [path for path in self._folder.glob("*.half") if path.name != name]
        _forget(others, HALVES - 1)
        return Half(self._folder / name, at)

    def _paths(self, kind: str) -> list[Path]:
        return [path for path in self._folder.glob(f"*.{kind}") if KEY.fullmatch(path.stem)]


class Half:
    """The chunks of an experiment so far, a line each behind when it was begun.

    A line that was cut off by an end without warning is written again.
    """

    def __init__(self, path: Path, at: datetime) -> None:
        self._path = path
        self.at, self.chunks = at, list[Chunk]()
        lines = path.read_bytes().splitlines() if path.exists() else []
        good = list(self._good(lines))
        if len(good) != len(lines) or not lines:
            self._write(good or [msgspec.json.encode(Begun(at))])

    def _good(self, lines: list[bytes]) -> Iterator[bytes]:
        for nth, line in enumerate(lines):
            try:
                if nth:
                    self.chunks.append(msgspec.json.decode(line, type=Chunk))
                else:
                    self.at = msgspec.json.decode(line, type=Begun).at
            except (msgspec.DecodeError, UnicodeDecodeError):
                return
            yield line

    def _write(self, lines: list[bytes]) -> None:
        aside = self._path.with_suffix(f".{token_hex(4)}")
        aside.write_bytes(b"".join(line + b"\n" for line in lines))
        aside.replace(self._path)

    @property
    def done(self) -> set[int]:
        """The first games of the chunks that are there."""
        return {chunk.first for chunk in self.chunks}

    @property
    def games(self) -> int:
        """How many games of each side are there."""
        return sum(chunk.end - chunk.first for chunk in self.chunks)

    def add(self, chunk: Chunk) -> None:
        """Write a chunk down."""
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(chunk) + b"\n")
        self.chunks.append(chunk)

    def remove(self) -> None:
        """Forget it: there is an answer now."""
        self._path.unlink(missing_ok=True)


def _forget(paths: list[Path], most: int) -> None:
    """Remove the oldest files beyond a number."""
    for old in sorted(paths, key=lambda path: path.stat().st_mtime)[:-most]:
        old.unlink(missing_ok=True)


def _read(path: Path) -> Answer | None:
    try:
        if path.stat().st_size > LARGEST:
            return None
        found = msgspec.json.decode(path.read_bytes(), type=Answer)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    sides, arms = len(found.sides), len(found.question.arms)
    fits = found.key == path.stem and found.question.game in GAMES and 1 < sides == arms
    return found if fits else None
