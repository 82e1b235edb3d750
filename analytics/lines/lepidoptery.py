"""What Lepidoptery counts by step: it has no points."""

from analytics.lines.line import Measure, Row
from domain.games.lepidoptery.state import State


def left(state: State) -> Row:
    """Count the cards that each seat is still to play, hand and deck."""
    return tuple(len(h) + len(d) for h, d in zip(state.hands, state.decks, strict=True))


def tokens(state: State) -> Row:
    """Count each seat's tokens on the board."""
    return tuple(sum(column.count(seat) for column in state.columns) for seat in (0, 1))


MEASURES = (
    Measure("left", "Cards left", "cards left", left, -1),
    Measure("tokens", "Tokens", "tokens on the board", tokens),
)
