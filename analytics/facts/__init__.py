"""The projection's knowledge of each game: a module of the game's name, and nothing elsewhere.

A game's own tables are in ``analytics/schema/<game>.sql``; ``analytics/facts/<game>.py`` fills
them.
"""

from importlib import import_module

from analytics.facts.facts import GameFacts, Row, Rows, Watcher
from domain.games import GAMES

FACTS: dict[str, GameFacts] = {
    name: import_module(f"analytics.facts.{name}").FACTS for name in GAMES
}

__all__ = ["FACTS", "GameFacts", "Row", "Rows", "Watcher"]
