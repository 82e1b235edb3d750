"""Evenings at a table, for demo sessions only: one module a game, by its name."""

from importlib import import_module

from tests.tools.people.tables.evening import Tables


def tables_of(game: str) -> Tables:
    """Return how a game is logged at a table."""
    found: Tables = import_module(f"{__name__}.{game}").TABLES
    return found
