"""What a bot is: a name, and a way to choose. It sees what its seat sees, never more."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.game import Game

View = Callable[[], Any]
"""The observation of the seat that is to choose, made when asked for."""

Choose = Callable[[Game, View, Sequence[Any], Random], Any]
"""Returns one of the legal actions. All of them are the choosing seat's; the random stream is the
bot's own.
"""


class BotFailed(Exception):
    """A bot did not choose, so that nothing happened.

    :ivar bot: its name.
    :ivar found: what came instead of a choice, and what was expected.
    :ivar said: what its program wrote, which may name cards that others must not see.
    """

    def __init__(self, bot: str, found: str, said: str = "") -> None:
        self.bot, self.found, self.said = bot, found, said
        super().__init__(bot, found, said)

    @property
    def discreet(self) -> str:
        """The message without what its program wrote."""
        return f"the bot {self.bot} did not choose: {self.found}"

    def __str__(self) -> str:
        return f"{self.discreet}; {self.said}" if self.said else self.discreet


@dataclass(frozen=True)
class Bot:
    """A way to choose among legal actions, by its name on the command line and in the store.

    :ivar games: the names of the games that it can play; ``None`` for every game.
    :ivar weighted: whether these are the games that it has weights for.
    """

    name: str
    title: str
    description: str
    choose: Choose
    games: frozenset[str] | None = None
    weighted: bool = False

    def plays(self, game: Game) -> bool:
        """Say whether the bot exists for a game."""
        return self.games is None or game.name in self.games
