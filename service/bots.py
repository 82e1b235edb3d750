"""Bots in recorded play: they move as soon as it is their turn."""

from random import Random

from analytics.bots import Bot, BotFailed, Cast, cast_of, move
from domain.errors import Invalid
from domain.session import Session
from service.recorder import Recorder


def play_bots(
    recorder: Recorder, session: Session, rng: Random | None = None, cast: Cast | None = None
) -> Session:
    """Let bots act until a person has to choose or the game is over; return the session then.

    :param cast: the bots that there are; without it those that come with mothlog.
    :raises Conflict: somebody else recorded in the session meanwhile.
    :raises BotFailed: a bot did not choose; what was chosen before is recorded.
    """
    rng, cast = rng or Random(), cast or cast_of()
    while session.status == "live" and (seated := session.game.to_act(session.state)):
        bots = [seat for seat in seated if session.players[seat].bot]
        if not bots:
            break
        bot = _named(cast, session, session.players[bots[0]].bot or "")
        action = move(session.game, session.state, bots[0], bot, rng)
        session = recorder.act(session.id, action, version=session.version).session
    return session


def _named(cast: Cast, session: Session, name: str) -> Bot:
    """Return the bot that sits there, which may have left since the session was opened."""
    try:
        bot = cast.find(name)
    except Invalid as error:
        raise BotFailed(name, str(error)) from None
    if not bot.plays(session.game):
        raise BotFailed(name, f"it does not play {session.game.title}")
    return bot
