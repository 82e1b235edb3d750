"""Players that a program stands in for."""

from random import Random
from typing import Any

from analytics.bots.bot import Bot, Choose, View
from analytics.bots.chance import RANDOM
from analytics.bots.greedy import GREEDY
from domain.game import Game

__all__ = ["BOTS", "Bot", "Choose", "View", "bots_of", "move"]

BOTS: dict[str, Bot] = {bot.name: bot for bot in (RANDOM, GREEDY)}


def bots_of(game: Game) -> dict[str, Bot]:
    """Return the bots that exist for a game, by name."""
    return {name: bot for name, bot in BOTS.items() if bot.plays(game)}


def move(game: Game, state: Any, seat: int, bot: Bot, rng: Random) -> Any:
    """Return the action that a bot chooses for a seat."""
    return bot.choose(game, lambda: game.observe(state, seat), game.legal_actions(state, seat), rng)
