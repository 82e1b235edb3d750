"""Tables to open, a clock and random play for tests of the service."""

from datetime import UTC, datetime, timedelta
from random import Random

from domain.games import LANTERN_MOTHS
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.store import Playtests
from service.wiring import Services


class Clock:
    """Ticks one second at each look."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 12, 19, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


def table(*names: str, **more: object) -> Table:
    """Describe a table of Lantern Moths."""
    names = names or ("Ada", "Ben", "Cleo")
    game = LANTERN_MOTHS
    return Table(
        game=game,
        rules=seeds.rulebook(game).version,
        edition=seeds.edition(game),
        players=tuple(Player(name) for name in names),
        **more,  # type: ignore[arg-type]
    )


def play_on(services: Services, session: Session, moves: int = 10_000) -> Session:
    """Play random legal actions."""
    rng = Random(1)
    for _ in range(moves):
        if session.status != "live":
            break
        action = rng.choice(list(session.game.legal_actions(session.state)))
        session = services.recorder.act(session.id, action, version=session.version).session
    return session


def alter(store: Playtests, statement: str) -> None:
    """Change stored rows behind the store's back; ``{}`` in the statement is the table."""
    with store.bulk.datastore.transaction(commit=True) as cursor:
        cursor.execute(statement.format(store.bulk.table))
