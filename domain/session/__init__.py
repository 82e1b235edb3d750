"""One recorded play: its events, its fold and its commands."""

from domain.events import Codec
from domain.games import GAMES
from domain.session.events import SESSION_EVENTS
from domain.session.session import Session, fold

CODEC = Codec((*SESSION_EVENTS, *(event for game in GAMES.values() for event in game.events)))
"""Reads and writes every event that a session can hold."""

__all__ = ["CODEC", "Session", "fold"]
