"""Taking back what others have seen by now: everybody else at the table is asked first."""

from dataclasses import dataclass

from domain.errors import SessionError
from domain.events import Event
from domain.session.commands import take_back
from domain.session.events import ASIDE, TakeBackAnswered, TakeBackAsked
from domain.session.session import Session


@dataclass(frozen=True)
class Question:
    """A seat asks to go back to a step.

    :ivar version: that of the event that asked.
    :ivar waiting: the seats that have not answered; none once somebody declined.
    :ivar declined: the seat that said no.
    """

    step: int
    seat: int
    version: int
    waiting: tuple[int, ...]
    declined: int | None = None

    @property
    def open(self) -> bool:
        """Whether answers are waited for."""
        return bool(self.waiting)


def question(session: Session) -> Question | None:
    """Return what was asked last, until the game moves on."""
    agreed, declined = set[int](), None
    for entry in reversed(session.log):
        event = entry.event
        if isinstance(event, TakeBackAnswered):
            agreed.add(event.seat)
            declined = declined if event.agrees else event.seat
        elif isinstance(event, TakeBackAsked):
            waiting = [] if declined is not None else _others(session, event.seat)
            left = tuple(seat for seat in waiting if seat not in agreed)
            return Question(event.step, event.seat, entry.version, left, declined)
        elif type(event) not in ASIDE:
            return None
    return None


def has_revealed(session: Session, step: int, seat: int | None = None) -> bool:
    """Whether since a step chance answered or another seat acted, so that somebody knows more."""
    if any(True for move in session.moves[step + 1 :] for _ in session.game.answers(move.event)):
        return True
    return any(at > step and action.seat != seat for at, action in session.actions)


def asked(session: Session, step: int, seat: int) -> list[int]:
    """List the seats that have to agree before a seat goes back to a step: bots always do."""
    if session.opened.mode != "digital" or not has_revealed(session, step, seat):
        return []
    return _others(session, seat)


def who_asks(session: Session, step: int) -> int | None:
    """Return the person whose choice would be the first to go if the game went back to a step."""
    people = (
        action.seat
        for at, action in session.actions
        if at > step and session.players[action.seat].bot is None
    )
    return next(people, None)


def back_or_ask(session: Session, step: int, seat: int | None) -> list[Event]:
    """Go back to a step for a seat, or where others have to agree, ask them.

    :param seat: whoever asks; ``None`` where no person has chosen since.
    :raises SessionError: it cannot go back there, no person asks, or somebody asks already.
    """
    if seat is not None:
        if session.opened.mode == "digital":
            _check_person(session, seat)
        asks = bool(asked(session, step, seat))
        return ask_take_back(session, step, seat) if asks else take_back(session, step)
    events = take_back(session, step)
    if session.opened.mode == "digital" and _people(session) and has_revealed(session, step):
        raise SessionError(f"only bots have chosen since step {step}, expected the seat that asks")
    return events


def ask_take_back(session: Session, step: int, seat: int) -> list[Event]:
    """Ask everybody else whether the game may go back to a step.

    :raises SessionError: it cannot go back there, nobody has to be asked, or somebody asks already.
    """
    take_back(session, step)
    _check_person(session, seat)
    if not asked(session, step, seat):
        raise SessionError("nobody has to be asked: no other person has seen anything since")
    found = question(session)
    if found is not None and found.open:
        raise SessionError(f"seat {found.seat} asks already, expected its answers first")
    return [TakeBackAsked(step, seat)]


def answer_take_back(session: Session, seat: int, agrees: bool) -> list[Event]:
    """Answer what was asked, without going back.

    :raises SessionError: that seat is not asked anything.
    """
    _check_person(session, seat)
    found = question(session)
    if found is None or seat not in found.waiting:
        raise SessionError(f"seat {seat} is not asked anything")
    return [TakeBackAnswered(seat, agrees)]


def settle_take_back(session: Session, seat: int, agrees: bool) -> list[Event]:
    """Answer what was asked; with the last yes the game goes back.

    :raises SessionError: that seat is not asked anything.
    """
    events = answer_take_back(session, seat, agrees)
    found = question(session)
    assert found is not None
    return [
        *events,
        *(take_back(session, found.step) if agrees and found.waiting == (seat,) else ()),
    ]


def _others(session: Session, seat: int) -> list[int]:
    """List the other seats in which people sit."""
    return [other for other in _people(session) if other != seat]


def _people(session: Session) -> list[int]:
    return [seat for seat, player in enumerate(session.players) if player.bot is None]


def _check_person(session: Session, seat: int) -> None:
    if seat not in range(len(session.players)) or session.players[seat].bot is not None:
        raise SessionError(f"seat {seat} found, expected one in which a person sits")
