"""Players that a program stands in for. A bot sees what its seat sees, never more."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.game import Game

View = Callable[[], Any]
"""The observation of the seat that is to choose, made when asked for."""

Choose = Callable[[Game, View, Sequence[Any], Random], Any]


@dataclass(frozen=True)
class Bot:
    """A way to choose among legal actions, by its name on the command line."""

    name: str
    title: str
    description: str
    choose: Choose


def _at_random(game: Game, view: View, legal: Sequence[Any], rng: Random) -> Any:
    return legal[int(rng.random() * len(legal))]


BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        Bot("random", "Random", "Any legal action, each as likely as the others.", _at_random),
    )
}


def move(game: Game, state: Any, seat: int, bot: Bot, rng: Random) -> Any:
    """Return the action that a bot chooses for a seat."""
    return bot.choose(game, lambda: game.observe(state, seat), game.legal_actions(state, seat), rng)
