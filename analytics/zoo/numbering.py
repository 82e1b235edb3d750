"""Actions as numbers: every action of a game's rules has one, the same for every seat."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from analytics.zoo import lantern_moths, lepidoptery, nocturnis
from domain.game import Game

ACTIONS: dict[str, Callable[[Any], Iterable[Any]]] = {
    "lantern_moths": lantern_moths.actions,
    "lepidoptery": lepidoptery.actions,
    "nocturnis": nocturnis.actions,
}
"""Every action of the first seat under some rules, in the order of its numbers."""


class Numbering:
    """The actions of a game's rules by number, from 0; the edition alone decides."""

    def __init__(self, game: Game, rules: Any) -> None:
        self._actions = tuple(ACTIONS[game.name](rules))
        self._by_seat = [
            [replace(a, seat=seat) for a in self._actions] for seat in range(rules.seats)
        ]
        self._numbers: list[dict[Any, int]] = [
            {action: number for number, action in enumerate(actions)} for actions in self._by_seat
        ]

    def __len__(self) -> int:
        return len(self._actions)

    def action(self, number: int, seat: int) -> Any:
        """Return the action of a number, done by a seat."""
        return self._by_seat[seat][number]

    def number(self, action: Any) -> int:
        """Return the number of an action, whichever seat does it."""
        number: int = self._numbers[action.seat][action]
        return number

    def mask(self, legal: Iterable[Any]) -> NDArray[np.int8]:
        """Return 1 for every number of one of these actions, 0 for the others."""
        mask = np.zeros(len(self), dtype=np.int8)
        mask[[self.number(action) for action in legal]] = 1
        return mask
