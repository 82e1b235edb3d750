"""One recorded play: its events, its fold and its commands."""

from domain.session.codec import CODEC
from domain.session.session import Session, fold

__all__ = ["CODEC", "Session", "fold"]
