"""Rounds as they ended, recounted from folded sessions."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from analytics.filters import Filters
from analytics.warehouse import Warehouse
from domain.games import GAMES
from domain.session import Session
from domain.session.events import Amended
from tests.analytics import recount_looks
from tests.analytics.build import Log

STORES = {"lantern_moths": "", "lepidoptery": "climbing_", "nocturnis": "night_"}

every_game = pytest.mark.parametrize("game", STORES)


class Store(NamedTuple):
    """A game's sessions, folded, and the warehouse that holds them."""

    warehouse: Warehouse
    sessions: dict[int, Session]
    filters: Filters

    @property
    def ids(self) -> set[str]:
        return {str(session.id) for session in self.sessions.values()}


def store_of(game: str, request: pytest.FixtureRequest) -> Store:
    """Return a game's store of the fixtures, with the sessions that count unless asked."""
    log: Log = request.getfixturevalue(f"{STORES[game]}log")
    warehouse: Warehouse = request.getfixturevalue(f"{STORES[game]}warehouse")
    sessions = {n: s for n, s in log.sessions().items() if s.game.name == game and counts(s)}
    return Store(warehouse, sessions, Filters(game))


def counts(session: Session) -> bool:
    """Whether a session is counted unless somebody asks for others."""
    amended = any(isinstance(entry.event, Amended) for entry in session.log)
    return session.status in ("closed", "finished") and not session.opened.branch and not amended


class Line(NamedTuple):
    """A session with a winner: how all seats stood at each round's end, and at which step."""

    id: str
    winners: tuple[int, ...]
    stands: list[list[float]]
    steps: list[int]
    last: int

    @property
    def seats(self) -> int:
        return len(self.stands[0])

    def leaders(self, nth: int) -> list[int]:
        """Return who was ahead at an end; several where they shared it."""
        best = max(self.stands[nth])
        return [seat for seat, value in enumerate(self.stands[nth]) if value == best]

    def behind(self, nth: int) -> float:
        """Return how far the best winner was behind the best other seat; ahead is negative."""
        stands = self.stands[nth]
        own = max(stands[seat] for seat in self.winners)
        return max(v for seat, v in enumerate(stands) if seat not in self.winners) - own


def lines(store: Store) -> Iterator[Line]:
    """Recount every session that somebody won against somebody."""
    for number, session in store.sessions.items():
        outcome: Any = GAMES[store.filters.game].outcome(session.state)
        if outcome is None or outcome.winners is None or len(session.players) < 2:
            continue
        by: dict[int, list[tuple[int, float, int]]] = {}
        for _, step, round_, seat, standing in recount_looks.standings(number, session):
            by.setdefault(round_, []).append((seat, standing, step))
        ends = [sorted(by[round_]) for round_ in sorted(by)]
        stands = [[standing for _, standing, _ in end] for end in ends]
        steps = [end[0][2] for end in ends]
        yield Line(str(session.id), tuple(outcome.winners), stands, steps, session.last_step)
