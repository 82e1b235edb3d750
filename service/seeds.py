"""The data that travels with the program: editions, rulebooks, demo sessions."""

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from domain.edition import EditionBase, parse_edition
from domain.game import Game
from domain.rulebook import Rulebook, parse_rulebook


def seed(*path: str) -> Traversable:
    """Return a file or folder in ``seeds/``, from a checkout as from an installed wheel."""
    return files("seeds").joinpath("/".join(path))


def read_toml(*path: str) -> Any:
    """Parse a TOML file in ``seeds/``."""
    return tomllib.loads(seed(*path).read_text(encoding="utf-8"))


@cache
def rulebook(game: Game) -> Rulebook:
    """Return a game's rulebook."""
    return parse_rulebook(read_toml(game.name, "rulebook.toml"))


@cache
def edition(game: Game) -> EditionBase:
    """Return the edition that comes with a game."""
    return parse_edition(read_toml(game.name, "edition.toml"), game.edition)
