"""The codec of everything that a session can hold."""

from domain.events import Codec
from domain.games import GAMES
from domain.session.events import SESSION_EVENTS, UPCASTERS

CODEC = Codec(
    (*SESSION_EVENTS, *(event for game in GAMES.values() for event in game.events)), UPCASTERS
)
"""Reads and writes every event that a session can hold."""
