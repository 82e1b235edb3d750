"""Shared by the benches: plans, folders and the clock."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_bytes
from typing import Any

from analytics.farm import Here, Processes
from analytics.runs import Run, key_of, play
from analytics.simulation import Plan, Row
from domain.edition import content
from domain.game import Game
from domain.games import LANTERN_MOTHS
from service import seeds
from service.simulating import record
from service.store import Playtests
from service.wiring import now

GAME = LANTERN_MOTHS

FigureRow = tuple[Any, ...]


def plan(seats: int = 3, seed: str = "bench", game: Game = GAME) -> Plan:
    """Return a plan of random games."""
    return Plan(
        game=game.name,
        rules=seeds.rulebook(game).version,
        edition=content(seeds.edition(game)),
        options={},
        bots=("random",) * seats,
        seed=seed,
    )


def run_of(plan: Plan, games: int) -> Run:
    """Return a run that begins now."""
    at = now()
    return Run(plan=plan, games=games, at=at, key=key_of(plan, games, at, token_bytes(8)))


def record_games(store: Playtests, plan: Plan, games: int, workers: int) -> None:
    """Play and store games as ``mothlog simulate`` does."""
    record(store, run_of(plan, games), Here() if workers == 1 else Processes(workers))


def rows_of(plan: Plan, games: int) -> Iterator[Row]:
    """Yield the rows of games that are played in this process."""
    run = run_of(plan, games)
    for batch in play(run, [range(games)], Here(), lambda: False):
        yield from batch.rows(run)


@contextmanager
def folder(kept: Path | None = None) -> Iterator[Path]:
    """Lend an empty folder, or the one that is kept from one run to the next."""
    if kept is None:
        with tempfile.TemporaryDirectory(prefix="mothlog-bench-") as name:
            yield Path(name)
    else:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept


def seconds(work: Callable[[], object]) -> float:
    """Return how long something takes, by the wall clock."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
