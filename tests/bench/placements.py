"""Where a shape of Nocturnis can be marked, and which moths each place would satisfy."""

import argparse
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from domain.chance import Shuffled
from domain.games import NOCTURNIS
from domain.games.nocturnis.shapes import orientations
from domain.games.nocturnis.symbols import enough
from domain.options import read_options
from service import seeds
from tests.bench.common import FigureRow

GAMES = 30
CHOICES = 25  # into a game: some shapes lie there, and most places are free
TIMES = 40


def figures(arguments: argparse.Namespace) -> Iterator[FigureRow]:
    """Yield microseconds for the slowest shape on the slowest sheet of many."""
    states = [_midway(seed) for seed in range(GAMES)]
    shapes = list(states[0].rules.components.shapes)
    pairs = [(state, shape) for state in states for shape in shapes]
    bare = max(_best(lambda s=s, n=n: _by_sets(s, n)) for s, n in pairs[: len(shapes)])
    yield (
        "legal marks of one shape, the slowest found",
        max(_best(lambda s=s, n=n: s.marks(0, n)) for s, n in pairs),
        "µs",
        50,
        bare,
        "sets of squares, same shapes",
        True,
    )
    yield (
        "the same with the moths that each would satisfy",
        max(_best(lambda s=s, n=n: _satisfied(s, n)) for s, n in pairs),
        "µs",
        300,
        bare,
        "sets of squares, marks alone",
        True,
    )


def _midway(seed: int) -> Any:
    options = read_options(NOCTURNIS.options, {"sheet": "front"})
    rules = NOCTURNIS.rules(seeds.edition(NOCTURNIS), options, 1)
    rng = Random(seed)
    run = NOCTURNIS.set_up(rules, 0, Shuffled(rng))
    for _ in range(CHOICES):
        if legal := NOCTURNIS.legal_actions(run.state, 0):
            run = NOCTURNIS.play(run.state, legal[int(rng.random() * len(legal))], Shuffled(rng))
    return run.state


def _satisfied(state: Any, shape: str) -> list[Any]:
    components = state.rules.components
    return [
        (place, [m for m in components.moths if enough(place.signature, m.needs, components.guard)])
        for place in state.marks(0, shape)
    ]


def _by_sets(state: Any, shape: str) -> list[set[tuple[int, int]]]:
    """Find the same places the plain way: every orientation at every offset, as sets."""
    sheet, marked = state.sheet(0), state.gardens[0].marked
    width, height = sheet.ground.width, sheet.ground.height
    squares = {(n % width, n // width) for n in range(width * height)}
    taken = {(n % width, n // width) for n in range(width * height) if marked >> n & 1}
    found = []
    for way in orientations(state.rules.components.shapes[shape].cells):
        for left in range(width):
            for top in range(height):
                there = {(x + left, y + top) for x, y in way}
                beside = {
                    (x + a, y + b) for x, y in there for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
                }
                if there <= squares and not there & taken and beside & taken:
                    found.append(there)
    return found


def _best(work: Callable[[], object]) -> float:
    """Return the shortest of many times, in microseconds."""
    best = float("inf")
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best * 1e6
