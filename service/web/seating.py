"""Which seat a request speaks for, and who chose what: a device that is passed round has one open
hand at a time, a window of its own belongs to one seat.
"""

from collections.abc import Sequence

from flask import request

from domain.session import Session
from service.web import context


def is_only_person(session: Session, seat: int) -> bool:
    """Whether nobody but bots sits at the table beside a seat."""
    people = [s for s, player in enumerate(session.players) if player.bot is None]
    return people == [seat]


def opened_here(session: Session) -> int | None:
    """Return the seat whose hand lies open: the window's own, or one that may act."""
    if (mine := window_of(session)) is not None:
        return mine
    opened = context.open_seat(session.id)
    acting = session.game.to_act(session.state)
    if opened is not None and opened not in acting and may_act(session, opened):
        return opened
    return next((s for s in acting if s == opened or is_only_person(session, s)), None)


def may_act(session: Session, seat: int) -> bool:
    """Whether a seat is waited for, or may do something although it is not."""
    acting = session.game.to_act(session.state)
    return seat in acting or bool(session.game.count_legal(session.state, seat))


def named_seat(session: Session) -> int | None:
    """Return the seat that the request names."""
    seat = request.values.get("seat", "")
    return int(seat) if seat in map(str, range(len(session.players))) else None


def window_of(session: Session) -> int | None:
    """Return the seat that has this window for itself."""
    seat = named_seat(session)
    return seat if seat is not None and context.has_window(session.id, seat) else None


def others(session: Session, people: Sequence[int]) -> list[int]:
    """List the people who have acted and may do something more."""
    seats = range(len(session.players))
    return [
        seat
        for seat in seats
        if seat not in people
        and session.players[seat].bot is None
        and session.game.count_legal(session.state, seat)
    ]


def goes_on(session: Session, seat: int | None) -> bool:
    """Whether a seat has to choose again at once."""
    return session.status == "live" and seat in session.game.to_act(session.state)


def last_choice(session: Session) -> int | None:
    """Return the step at which a person chose last, or ``None``."""
    return next(
        (at - 1 for at, action in reversed(session.actions) if _is_person(session, action.seat)),
        None,
    )


def chooser(session: Session, step: int) -> int | None:
    """Return the seat whose choice led on from a step, if one did."""
    return next((int(action.seat) for at, action in session.actions if at == step + 1), None)


def _is_person(session: Session, seat: int) -> bool:
    return session.players[seat].bot is None
