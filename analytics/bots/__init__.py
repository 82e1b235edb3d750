"""Players that a program stands in for."""

from collections.abc import Mapping
from random import Random
from typing import Any

from analytics.bots.bot import Bot, BotFailed, Choose, View
from analytics.bots.cast import Cast, cast_of
from domain.game import Game

__all__ = [
    "Bot",
    "BotFailed",
    "Cast",
    "Choose",
    "View",
    "bots_of",
    "cast_of",
    "find_bot",
    "move",
]


def bots_of(game: Game) -> Mapping[str, Bot]:
    """Return the bots that come with mothlog and play a game, by name."""
    return cast_of().of_game(game)


def find_bot(name: str, text: str = "") -> Bot:
    """Return the bot of a name.

    :param text: TOML that describes bots which do not come with mothlog.

    :raises Invalid: there is none; the message names those that there are.
    """
    return cast_of(text).find(name)


def move(game: Game, state: Any, seat: int, bot: Bot, rng: Random) -> Any:
    """Return the action that a bot chooses for a seat."""
    return bot.choose(game, lambda: game.observe(state, seat), game.legal_actions(state, seat), rng)
