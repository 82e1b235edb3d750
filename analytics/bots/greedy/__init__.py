"""The greedy bot: it values every action in points as it looks now, and takes the best one."""

from collections.abc import Sequence
from random import Random
from typing import Any

from analytics.bots.bot import Bot, Choose, View
from analytics.bots.greedy import nocturnis
from domain.game import Game

CHOOSE: dict[str, Choose] = {"nocturnis": nocturnis.choose}
"""How it chooses, by game."""


def _choose(game: Game, view: View, legal: Sequence[Any], rng: Random) -> Any:
    return CHOOSE[game.name](game, view, legal, rng)


GREEDY = Bot(
    "greedy",
    "Greedy",
    "What looks best at this moment, in points, from its own hand and what lies open.",
    _choose,
    frozenset(CHOOSE),
)
