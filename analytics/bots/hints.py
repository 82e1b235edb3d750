"""Hints: what a search from a seat's own observation would do."""

from random import Random
from typing import Any

import msgspec

from analytics.bots.search import Budget, searched
from domain.games import GAMES
from domain.imagining import Unimaginable

TOP = 3
"""Actions that a hint names."""


class Hint(msgspec.Struct, frozen=True):
    """An action that a search would consider.

    :ivar share: of all games that were searched, those that began with it.
    :ivar chance: what these games were worth to the seat, 0 to 1: mostly the share of wins;
        alone at the table, points among the least and most that were seen.
    """

    action: Any
    share: float
    chance: float
    games: int


def hints(game: str, view: Any, seat: int, spent: Budget, seed: int) -> list[Hint] | str:
    """Search from what a seat sees, and return the actions that were tried most, or why not."""
    try:
        root = searched(GAMES[game], view, seat, spent, Random(seed)).root
    except Unimaginable as error:
        return str(error)
    tried = sorted(root.children.items(), key=lambda pair: -pair[1].visits)
    return [
        Hint(action, node.visits / root.visits, node.mean(seat), node.visits)
        for action, node in tried[:TOP]
    ]
