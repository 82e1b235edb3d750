"""What Lantern Moths counts by step."""

from analytics.lines.line import Measure, Row
from domain.games.lantern_moths import GAME
from domain.games.lantern_moths.state import State


def points(state: State) -> Row:
    """Count each lantern whose moths are all known."""
    return GAME.scores(state)


def moths(state: State) -> Row:
    """Count the moths in each lantern: how many everybody can see."""
    return tuple(map(len, state.lanterns))


def wicks(state: State) -> Row:
    """Count each seat's wicks that burn."""
    return tuple(sum(seat in lit for lit in state.wicks) for seat in range(state.rules.seats))


MEASURES = (
    Measure("score", "Score", "points", points, 1),
    Measure("moths", "Moths", "moths taken", moths, 1),
    Measure("wicks", "Wicks", "wicks lit", wicks),
)
