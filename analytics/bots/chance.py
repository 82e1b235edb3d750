"""The random bot, for every game."""

from collections.abc import Sequence
from random import Random
from typing import Any

from analytics.bots.bot import Bot, View
from domain.game import Game


def choose(game: Game, view: View, legal: Sequence[Any], rng: Random) -> Any:
    """Take any legal action, each as likely as the others."""
    return legal[int(rng.random() * len(legal))]


RANDOM = Bot("random", "Random", "Any legal action, each as likely as the others.", choose)
