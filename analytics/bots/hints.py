"""Hints: what a search from a seat's own observation would do."""

from random import Random
from typing import Any

import msgspec

from analytics.bots.search import Budget, searched
from analytics.intervals import Range, wilson
from domain.games import GAMES
from domain.imagining import Unimaginable

TOP = 3
"""Actions that a hint names."""

FEW = 20
"""Games that an action needs before its chance is told: none of three is not never."""


class Hint(msgspec.Struct, frozen=True):
    """An action that a search would consider.

    :ivar games: that began with it, of all that were searched.
    :ivar worth: what these games were worth to the seat, 0 to 1: mostly the share of wins;
        alone at the table, points among the least and most that were seen.
    """

    action: Any
    games: int
    of: int
    worth: float

    @property
    def chance(self) -> Range | None:
        """The 95% range of the worth by Wilson, as if all of it were wins, which makes it wider
        than need be; none where the action was hardly tried.
        """
        return wilson(self.worth * self.games, self.games) if self.games >= FEW else None


def hints(
    game: str, rules: str, view: Any, seat: int, spent: Budget, seed: int | str
) -> list[Hint] | str:
    """Search from what a seat sees, under a version of the rules; return the actions tried most,
    those first, or why not.
    """
    try:
        root = searched(GAMES[game].under(rules), view, seat, spent, Random(seed)).root
    except Unimaginable as error:
        return str(error)
    tried = sorted(root.children.items(), key=lambda pair: -pair[1].visits)
    return [Hint(action, node.visits, root.visits, node.mean(seat)) for action, node in tried[:TOP]]
