"""What lies in a box of Lepidoptery, laid out for drawing from an edition."""

from dataclasses import dataclass

from domain.games.lepidoptery import GAME
from domain.games.lepidoptery.edition import Edition
from domain.games.lepidoptery.options import Options
from service.web.boards.lepidoptery.table import Table, lay_out


@dataclass(frozen=True)
class Box:
    """The empty board, a player's deck by rank, and how many tokens each player has."""

    table: Table
    deck: tuple[tuple[int, int], ...]
    cards: int
    tokens: int
    hand: int


def box(edition: Edition) -> Box:
    """Lay out an edition that fits together."""
    rules = GAME.rules(edition, Options(), 2)
    parts = rules.components
    state = GAME.blank(rules)
    return Box(
        table=lay_out(state, state, (), ("Seat A", "Seat B")),
        deck=tuple((rank, parts.copies[str(rank)]) for rank in parts.ranks),
        cards=len(parts.deck),
        tokens=parts.tokens,
        hand=parts.hand,
    )
