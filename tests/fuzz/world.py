"""A service on a folder of its own with sessions of every game, and a digest of its store."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from flask import Flask

from domain.chance import Told
from domain.games import GAMES
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Mode, Player
from service import seeds
from service.demo import Line, lines
from service.web.app import create_app
from service.wiring import Services, build
from tests.api.asking import seen_at_set_up
from tests.fresh import fresh

MOST_OF_A_GAME = 4  # demo sessions, the shortest


class World:
    """What bad inputs are sent to.

    :ivar live: sessions that go on: of each game one that mothlog deals and one from a table.
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
        self.app: Flask = create_app(self.services)
        self.app.config.update(WTF_CSRF_ENABLED=False, PROPAGATE_EXCEPTIONS=True)
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

    @property
    def position(self) -> int:
        """How far the store has come."""
        return self.services.store.last_position()

    def digest(self, position: int) -> str:
        """Hash every stored event up to a position."""
        told, at = sha256(), 0
        while at < position:
            rows = self.services.store.read(at, 5_000)
            if not rows:
                break
            for row in rows:
                at = row[0]
                if at <= position:
                    told.update(repr(tuple(row)).encode())
        return told.hexdigest()


@contextmanager
def world() -> Iterator[World]:
    """Lend a new one."""
    with TemporaryDirectory() as folder:
        made = World(Path(folder))
        try:
            yield made
        finally:
            made.services.close()


def _short() -> list[list[Line]]:
    sessions = [list(each) for _, each in groupby(lines(), key=lambda line: line.session)]
    chosen: list[list[Line]] = []
    for name in GAMES:
        own = [s for s in sessions if f'"game":"{name}"'.encode() in bytes(s[0].state)]
        chosen += sorted(own, key=len)[:MOST_OF_A_GAME]
    return chosen
