"""Evaluations in the data folder: views, made again by asking again."""

from datetime import datetime
from itertools import pairwise
from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec

from analytics.bots.evaluating import EVALUATOR
from analytics.swings import Stand, turning_points
from domain.session import Session
from service.views import View

FOLDER = "evaluations"
MOST = 500  # that are kept; the oldest make room
LARGEST = 2_000_000  # bytes, some thirty times of a usual one


class Gap(msgspec.Struct, frozen=True):
    """Steps that have no value, from the first to the last, and why."""

    first: int
    last: int
    why: str


class Evaluated(msgspec.Struct, frozen=True):
    """A session's chances by step.

    :ivar version: the session's version that was evaluated; what is recorded beside the moves later
        changes nothing.
    :ivar view: whose knowledge worlds were imagined from: ``all``, ``public`` or a seat's number.
    :ivar games: played from each step.
    """

    session: str
    version: int
    view: str
    evaluator: str
    games: int
    at: datetime
    stands: tuple[Stand, ...]
    gaps: tuple[Gap, ...] = ()

    @property
    def missing(self) -> list[int]:
        """The steps that have no value."""
        return [step for gap in self.gaps for step in range(gap.first, gap.last + 1)]


def as_data(found: Evaluated) -> dict[str, Any]:
    """Return an evaluation as plain data, with its turning points."""
    swings = turning_points(found.stands, found.missing)
    told: dict[str, Any] = msgspec.to_builtins(found)
    return told | {"turning_points": [swing._asdict() for swing in swings]}


class Kept:
    """Reads and writes one data folder's evaluations."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER

    def find(self, session: Session, view: View) -> Evaluated | None:
        """Return a session's evaluation by this evaluator, if the game stands as it did then."""
        found = _read(self._path(session.id.hex, str(view)))
        if found is None or found.evaluator != EVALUATOR or session.status == "live":
            return None
        fits = not session.moved_since(found.version) and _fits(found, session)
        return found if fits else None

    def keep(self, evaluated: Evaluated) -> None:
        """Write an evaluation in the place of an older one; forget the oldest beyond the bound.

        :raises OSError: it could not be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._path(evaluated.session, evaluated.view)
        aside = path.with_suffix(f".{token_hex(4)}")
        aside.write_bytes(msgspec.json.encode(evaluated))
        aside.replace(path)
        paths = sorted(self._folder.glob("*.json"), key=lambda each: each.stat().st_mtime)
        for old in paths[:-MOST]:
            old.unlink(missing_ok=True)

    def _path(self, session: str, view: str) -> Path:
        return self._folder / f"{session}-{view}.json"


def _fits(found: Evaluated, session: Session) -> bool:
    """Whether an evaluation can be one of this session: its steps, its seats, known numbers."""
    steps, last = [stand.step for stand in found.stands], session.last_step
    seats = len(session.players)
    return (
        found.session == session.id.hex
        and found.games > 0
        and all(0 <= step <= last for step in steps)
        and all(before < after for before, after in pairwise(steps))
        and all(stand.worth.sound and len(stand.worth.chances) == seats for stand in found.stands)
        and all(0 <= gap.first <= gap.last <= last for gap in found.gaps)
    )


def _read(path: Path) -> Evaluated | None:
    """Read an evaluation; what cannot be read is none, and is made again."""
    try:
        if path.stat().st_size > LARGEST:
            return None
        return msgspec.json.decode(path.read_bytes(), type=Evaluated)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
