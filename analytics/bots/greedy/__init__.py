"""Heuristic bots: they value every action as it looks now, by weights, and take the best one.

Each game has a module of its own. Its ``Weights`` name what it looks at, with the numbers that
``greedy`` plays by; a persona plays by other numbers.
"""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Protocol

import msgspec

from analytics.bots.bot import Bot, Choose, View
from analytics.bots.greedy import lantern_moths, lepidoptery, nocturnis
from domain.game import Game


class Valuing(Protocol):
    """What a module of this package offers."""

    @property
    def Weights(self) -> type[msgspec.Struct]:  # noqa: N802 - a class of the module
        """What the game's actions are valued by, each with its default."""
        ...

    def values(self, state: Any, seat: int, legal: Sequence[Any], weights: Any) -> Sequence[float]:
        """Return how good each legal action looks to a seat, in points, one an action.

        :param state: an observation of that seat, or an imagined world.
        """
        ...


VALUING: Mapping[str, Valuing] = MappingProxyType(
    {"lantern_moths": lantern_moths, "lepidoptery": lepidoptery, "nocturnis": nocturnis}
)
"""How actions are valued, by game."""


def by_weights(weights: Mapping[str, msgspec.Struct], blunder: float = 0.0) -> Choose:
    """Return the way to choose by a game's weights: the best-looking action, the first of equals.

    :param weights: by game; a game that is missing is played by the default ones.
    :param blunder: how often, of all choices, any legal action is taken instead: 0 to 1.
    """
    filled = {name: weights.get(name) or valuing.Weights() for name, valuing in VALUING.items()}

    def choose(game: Game, view: View, legal: Sequence[Any], rng: Random) -> Any:
        if blunder and rng.random() < blunder:
            return legal[int(rng.random() * len(legal))]
        if len(legal) == 1:
            return legal[0]
        looks = VALUING[game.name].values(view(), legal[0].seat, legal, filled[game.name])
        return legal[max(range(len(legal)), key=looks.__getitem__)]

    return choose


GREEDY = Bot(
    "greedy",
    "Greedy",
    "What looks best at this moment, in points, from its own hand and what lies open.",
    by_weights({}),
    frozenset(VALUING),
)
