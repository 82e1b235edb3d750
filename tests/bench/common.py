"""Shared by the benches: plans, folders and the clock."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from analytics.simulation import Plan
from domain.edition import content
from domain.game import Game
from domain.games import LANTERN_MOTHS
from service import seeds

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


@contextmanager
def folder() -> Iterator[Path]:
    """Lend an empty folder."""
    with tempfile.TemporaryDirectory(prefix="mothlog-bench-") as name:
        yield Path(name)


def seconds(work: Callable[[], object]) -> float:
    """Return how long something takes, by the wall clock."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
