"""Bots act after people did; what keeps one from it is told on the page that follows."""

import logging

from flask import flash

from analytics.bots import BotFailed
from domain.session import Session
from service.bots import play_bots
from service.store import Conflict
from service.web.context import load, services

log = logging.getLogger("mothlog.web")

BOTS = "bots"
"""The kind of message that says why a bot did not act."""


def let_bots_act(session: Session) -> Session:
    """Let bots act until a person has to choose; return the session as it stands then."""
    try:
        return play_bots(services().recorder, session, cast=services().cast)
    except Conflict:  # somebody else lets the bots act
        return session
    except BotFailed as failed:
        log.warning("session %s: %s", session.id, failed)
        flash(failed.discreet, BOTS)
        return load(session.id)
