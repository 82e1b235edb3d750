"""Bots in recorded play: they move as soon as it is their turn."""

from random import Random

from analytics.bots import find_bot, move
from domain.session import Session
from service.recorder import Recorder


def play_bots(recorder: Recorder, session: Session, rng: Random | None = None) -> Session:
    """Let bots act until a person has to choose or the game is over; return the session then.

    :raises Conflict: somebody else recorded in the session meanwhile.
    """
    rng = rng or Random()
    while session.status == "live" and (seated := session.game.to_act(session.state)):
        bots = [seat for seat in seated if session.players[seat].bot]
        if not bots:
            break
        bot = find_bot(session.players[bots[0]].bot or "")
        action = move(session.game, session.state, bots[0], bot, rng)
        session = recorder.act(session.id, action, version=session.version).session
    return session
