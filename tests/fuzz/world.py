"""A service on a folder of its own with sessions of every game, and a digest of its store."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from flask import Flask

from analytics.bots.hints import hints
from analytics.bots.search import Budget
from domain.chance import Told
from domain.errors import SessionError
from domain.games import GAMES
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Mode, Player
from service import evaluating, seeds
from service.demo import Line, lines
from service.evaluating import Hints
from service.experiments import Background
from service.experiments.background import Asked
from service.queue import Report, Stop
from service.simulating import Stopped
from service.store import Playtests
from service.store.copying import log_of
from service.web import evaluating as web_evaluating
from service.web import experimenting
from service.web.app import create_app
from service.wiring import Services, build
from tests.api.asking import seen_at_set_up
from tests.fresh import fresh

MOST_OF_A_GAME = 4  # demo sessions, the shortest


class Unplayed(Background):
    """Experiments whose games are not played: they stand in line, and come to nothing at once."""

    def _run(self, asked: Asked, report: Report, stop: Stop) -> None:
        msgspec.json.encode(asked.question)
        raise Stopped("it is not played here")


class Unevaluated(evaluating.Background):
    """Evaluations that are not worked out."""

    def _evaluate(self, key: Any, report: Report, stop: Stop) -> None:
        raise Stopped("it is not worked out here")


class Brief(Hints):
    """Hints from a search of a few games, in this process."""

    def ask(
        self, game: str, rules: str, view: Any, seat: int, seed: str, budget: Any = None
    ) -> Any:
        """Return what is found at once."""
        found = hints(game, rules, view, seat, Budget(iterations=3, milliseconds=5_000), seed)
        if isinstance(found, str):
            raise SessionError(f"there is no hint here: {found}")
        return found


class World:
    """What bad inputs are sent to.

    :ivar live: sessions that go on: of each game one that mothlog deals and one from a table.
    :ivar desk: where commands run, once one did.
    :ivar beside: stores that some targets have for themselves.
    """

    def __init__(self, folder: Path) -> None:
        self.services: Services = build(fresh(folder), rng=Random(11))
        store = self.services.store
        for demo in _short():
            store.append_encoded((d.session, d.version, d.name, bytes(d.state)) for d in demo)
        self.demo = [store.load(id_) for id_ in store.session_ids()]
        modes: tuple[Mode, ...] = ("digital", "table")
        self.live = [self._open(name, mode) for name in GAMES for mode in modes]
        self.services.projector.catch_up()
        self.desk: object | None = None
        self.beside: list[Playtests] = []
        self.closing: list[Callable[[], None]] = [self.services.close]
        self.app: Flask = create_app(self.services)
        self.app.config.update(WTF_CSRF_ENABLED=False, PROPAGATE_EXCEPTIONS=True)
        self._unplayed = Unplayed(self.services)
        self._unevaluated = Unevaluated(self.services.data, store, self.services.now)
        self.app.extensions |= {
            experimenting.RUNNING: self._unplayed,
            web_evaluating.RUNNING: self._unevaluated,
            web_evaluating.HINTING: Brief(),
        }
        self.client = self.app.test_client()

    def _open(self, name: str, mode: Mode) -> Session:
        game = GAMES[name]
        table = Table(
            game=game,
            rules=seeds.rulebook(game).version,
            edition=seeds.edition(game),
            players=(Player("Ada"), Player("Ben")),
            mode=mode,
        )
        recorder = self.services.recorder
        if mode == "digital":
            return recorder.open(table).session
        seen = seen_at_set_up(game, len(table.players))
        return recorder.open(table, chance=Told(tuple(seen))).session

    def settle(self) -> None:
        """Wait until nothing goes on in the background."""
        for background in (self._unplayed, self._unevaluated):
            background.worker.join()

    @property
    def marks(self) -> tuple[int, ...]:
        """How far each store has come."""
        return tuple(store.last_position() for store in (self.services.store, *self.beside))

    def digest(self, marks: tuple[int, ...]) -> str:
        """Hash every stored event up to those positions."""
        told = sha256()
        for store, mark in zip((self.services.store, *self.beside), marks, strict=False):
            for row in log_of(store):
                if row[0] > mark:
                    break
                told.update(repr(tuple(row)).encode())
        return told.hexdigest()

    def close(self) -> None:
        """Close everything, the latest first."""
        while self.closing:
            self.closing.pop()()


@contextmanager
def world() -> Iterator[World]:
    """Lend a new one."""
    with TemporaryDirectory() as folder:
        made = World(Path(folder))
        try:
            yield made
        finally:
            made.close()


def _short() -> list[list[Line]]:
    sessions = [list(each) for _, each in groupby(lines(), key=lambda line: line.session)]
    chosen: list[list[Line]] = []
    for name in GAMES:
        own = [s for s in sessions if f'"game":"{name}"'.encode() in bytes(s[0].state)]
        chosen += sorted(own, key=len)[:MOST_OF_A_GAME]
    return chosen
