"""Guesses: what readers would have done where a seat chose, beside what it did."""

from uuid import UUID

import msgspec

from domain.errors import Invalid
from domain.session import Session, commands
from domain.words import plain
from service.api import reading, shapes
from service.api.answers import Guesses, GuessRow, Written
from service.api.routing import Reply, read, write
from service.api.seen import Hidden
from service.api.writing import record, recorded
from service.web.blind import guesses
from service.web.context import load
from service.web.guesses import Guess, kind_of, tally
from service.web.knowledge import is_open


@read("/sessions/{session_id}/guesses", Guesses, "Beside the game", refuses=(403, 404))
def list_guesses(session_id: UUID) -> Reply:
    """List what readers would have done, in the order of recording, and count how many the same.

    Guesses at a decision that was taken back, or that another seat made after an amendment, are
    left out. While people play digitally nothing is told: a guess tells of a hand.
    """
    session = load(session_id)
    _check_open(session)
    given = guesses(session)
    told = tally(given)
    rows = tuple(_row(session, one) for one in given)
    return Reply(
        Guesses(version=session.version, same=told.same, n=told.n, guesses=rows), session.version
    )


@write("/sessions/{session_id}/guesses", shapes.Guess, Written, "Beside the game")
def guess_decision(session_id: UUID, body: shapes.Guess) -> Reply:
    """Record what a reader would have done where a seat chose: at any time, after the end too.

    A session that is still played digitally takes none: a guess needs the hand of that seat.
    """
    session = load(session_id)
    _check_open(session)
    reading.fitting(body.action, session.game.action, "action")
    action = msgspec.convert(body.action, session.game.action)
    if action.seat not in range(len(session.players)):
        raise Invalid(f"there is no seat {action.seat}, expected 0 to {len(session.players) - 1}")
    return recorded(
        record(
            session_id,
            body,
            lambda s: commands.guess(s, body.step, action.seat, action, body.author),
        )
    )


def _check_open(session: Session) -> None:
    if not is_open(session):
        raise Hidden("a session that is played digitally takes guesses when it has ended")


def _row(session: Session, one: Guess) -> GuessRow:
    game, decision = session.game, one.decision
    state = session.state_at(decision.step)
    return GuessRow(
        version=one.version,
        step=decision.step,
        seat=decision.seat,
        author=one.author,
        kind=kind_of(decision.action),
        same=one.same,
        action=msgspec.to_builtins(one.action),
        sentence=plain(game.tell_action(state, one.action), session.names),
        chosen=msgspec.to_builtins(decision.action),
        chosen_sentence=plain(game.tell_action(state, decision.action), session.names),
    )
