"""Every game that mothlog knows."""

from domain.game import Game
from domain.games.lantern_moths import GAME as LANTERN_MOTHS
from domain.games.lepidoptery import GAME as LEPIDOPTERY
from domain.games.nocturnis import GAME as NOCTURNIS

GAMES: dict[str, Game] = {game.name: game for game in (LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS)}


def stored_name(name: str) -> str:
    """Return a game's name as it is stored, of one with dashes or underscores."""
    return name.replace("-", "_")


def find(name: str) -> Game:
    """Return a game by its name, with dashes or underscores.

    :raises KeyError: there is no such game.
    """
    return GAMES[stored_name(name)]
