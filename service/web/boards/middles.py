"""Where places lie in the drawing of a board, so that marks can be drawn over it."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

from domain.game import Game


class Middle(NamedTuple):
    """The middle of a place and how far it reaches, in the units of the drawing that it lies in.

    ``part`` counts the drawings of a board from 0: most boards are one, Lepidoptery's is one a
    column.
    """

    part: int
    x: float
    y: float
    reach: float


def middles(game: Game, table: Any) -> Mapping[str, Middle]:
    """Return the place of every name on a table that was laid out: what ``middles`` does in the
    module of that name beside the game's board.
    """
    found: Mapping[str, Middle] = import_module(f"{__package__}.{game.name}.middles").middles(table)
    return found
