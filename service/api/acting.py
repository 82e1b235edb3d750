"""Bots act after a write; a write stands whether they do or not."""

import logging
from typing import NamedTuple

from analytics.bots import BotFailed
from domain.session import Session
from service.bots import play_bots
from service.store import Conflict
from service.web.context import load, services

log = logging.getLogger("mothlog.api")


class Acted(NamedTuple):
    """A session after its bots acted; ``failed`` says why one of them did not."""

    session: Session
    failed: str | None = None


def let_bots_act(session: Session) -> Acted:
    """Let the bots of a digital session act until a person has to choose."""
    if session.opened.mode != "digital":
        return Acted(session)
    try:
        return Acted(play_bots(services().recorder, session, cast=services().cast))
    except Conflict:  # somebody else, or the same request sent twice, lets them act
        return Acted(session)
    except BotFailed as failed:
        log.warning("session %s: %s", session.id, failed)
        return Acted(load(session.id), failed.discreet)
