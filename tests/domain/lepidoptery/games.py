"""Whole games of Lepidoptery for tests of what always holds, played well or badly."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from domain.chance import Shuffled
from domain.events import Event
from domain.games import LEPIDOPTERY as GAME
from domain.games.lepidoptery.actions import Pass, Play
from domain.games.lepidoptery.edition import Edition
from domain.games.lepidoptery.state import State
from tests.domain.lepidoptery.build import edition, rules

modest = settings(max_examples=80, derandomize=True)
SUPPLIES = ("unlimited", "limited")
BOXES: tuple[Edition, ...] = (
    edition(),
    edition(heights=(3, 7, 5, 9, 8)),
    edition(heights=(1, 2, 3, 4, 20)),
    edition(copies=dict.fromkeys(range(1, 11), 2), hand=7),
    edition(columns=("pair", "single", "run2", "triple", "run3"), tokens=25),
)


@dataclass(frozen=True)
class Table:
    """A way to play: edition, answer, seed, and how much passing and low cards are liked."""

    box: int
    supply: str
    seed: int
    passing: int
    shortness: int


tables = st.builds(
    Table,
    box=st.integers(0, len(BOXES) - 1),
    supply=st.sampled_from(SUPPLIES),
    seed=st.integers(0, 2**32),
    passing=st.integers(0, 40),
    shortness=st.integers(0, 2),
)


def turns(table: Table) -> Iterator[tuple[State, list[Event], State]]:
    """Yield every choice's events with the positions before and after, the set-up first."""
    rng = Random(table.seed)
    chance = Shuffled(rng)
    box = rules(BOXES[table.box], token_supply=table.supply)
    before, run = GAME.blank(box), GAME.set_up(box, table.seed % 2, chance)
    while True:
        yield before, run.events, run.state
        before = run.state
        legal = GAME.legal_actions(before)
        if not legal:
            return
        weights = [_liking(table, action) for action in legal]
        action = rng.choices(legal, weights)[0] if sum(weights) else legal[0]
        run = GAME.play(before, action, chance)


def _liking(table: Table, action: Play | Pass) -> int:
    if isinstance(action, Pass):
        return table.passing
    return len(action.ranks) ** table.shortness
