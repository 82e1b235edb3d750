"""How people might play each game, for demo sessions only: one module a game, by its name."""

from importlib import import_module

from tests.tools.people.people import People


def people_of(game: str) -> People:
    """Return the people of a game."""
    found: People = import_module(f"{__name__}.{game}").PEOPLE
    return found
