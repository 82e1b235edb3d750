"""Every game that mothlog knows."""

from domain.game import Game
from domain.games.lantern_moths import GAME as LANTERN_MOTHS
from domain.games.lepidoptery import GAME as LEPIDOPTERY
from domain.games.nocturnis import GAME as NOCTURNIS

GAMES: dict[str, Game] = {game.name: game for game in (LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS)}


def find(name: str) -> Game:
    """Return a game by its name, with dashes or underscores.

    :raises KeyError: there is no such game.
    """
    return GAMES[name.replace("-", "_")]
