"""What Nocturnis counts by step; sheets and lured moths are open to all."""

from analytics.lines.line import Measure, Row
from domain.games.nocturnis import GAME
from domain.games.nocturnis.state import State


def points(state: State) -> Row:
    """Count points as they stand."""
    return GAME.scores(state)


def lured(state: State) -> Row:
    """Count the moths that each seat has lured."""
    return tuple(len(garden.lured) for garden in state.gardens)


def free(state: State) -> Row:
    """Count the squares of each sheet that no shape covers yet."""
    return tuple(_free(state, seat) for seat in range(state.rules.seats))


def _free(state: State, seat: int) -> int:
    ground = state.sheet(seat).ground
    every = (1 << ground.width * ground.height) - 1
    return (every & ~ground.empty & ~state.gardens[seat].marked).bit_count()


MEASURES = (
    Measure("score", "Score", "points", points, 1),
    Measure("lured", "Lured", "moths lured", lured),
    Measure("free", "Free squares", "squares", free),
)
