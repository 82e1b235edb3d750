"""What stands in the margin of a log: talk about rules, attempts, feelings, items, pauses."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from domain.events import Recorded
from domain.session import Session
from domain.session.events import (
    ActionItemAdded,
    ActionItemDone,
    AttemptRefused,
    ClockPaused,
    ClockResumed,
    FeelingNoted,
    RulesTalked,
    TakeBackAnswered,
    TakeBackAsked,
)
from domain.words import Seat, Sentence
from service.web.words import count

TALK = {"look_up": "The table looks up a rule", "dispute": "A dispute", "ruling": "A ruling"}
FOR = {"break": "a break", "rules": "rules", "other": "something else"}


ASKS = (TakeBackAsked, TakeBackAnswered)
"""What everybody at the table is told, whoever reads."""


class Aside(NamedTuple):
    """One remark in the margin: an icon, a sentence, what was said, the clauses it is about.

    ``asks``: it belongs to a take-back that was asked for.
    """

    icon: str
    sentence: Sentence
    said: str
    clauses: tuple[str, ...]
    asks: bool = False


def aside(session: Session, state: Any, entry: Recorded) -> Aside | None:
    """Tell what happened beside the moves; notes and answers have places of their own."""
    event: Any = entry.event
    match event:
        case AttemptRefused(seat=seat, clauses=clauses, reason=reason, said=said):
            words = (*_who(seat), " is told no: ", *_tried(session, state, event))
            return Aside("told-no", words, reason if said else "", clauses)
        case RulesTalked(kind=kind, clause=clause, text=text, seconds=seconds):
            took = f", {_span(seconds)}" if seconds else ""
            return Aside("look", (f"{TALK[kind]}{took}",), text, (clause,) if clause else ())
        case FeelingNoted(seat=seat, feeling=feeling):
            return Aside(feeling, (Seat(seat), f": {feeling}"), "", ())
        case ActionItemAdded(text=text):
            done = entry.version not in {one.version for one in session.open_items}
            return Aside("item", ("To do, done" if done else "To do",), text, ())
        case ClockPaused(reason=reason):
            return Aside("pause", (f"The clock stops for {FOR[reason]}",), "", ())
        case ClockResumed():
            return Aside("play", ("The clock runs on",), "", ())
        case TakeBackAsked(seat=seat, step=step):
            return Aside(
                "undo", (Seat(seat), f" asks to go back to step {step}"), "", (), asks=True
            )
        case TakeBackAnswered(seat=seat, agrees=agrees):
            said = " agrees" if agrees else " declines"
            icon = "check" if agrees else "cross"
            return Aside(icon, (Seat(seat), said), "", (), asks=True)
    return None


def step_of(entry: Recorded, step: int) -> int:
    """Return the step that something is about; pauses and questions are where the log stood."""
    about = getattr(entry.event, "step", None)
    if about is None or isinstance(entry.event, (ActionItemDone, TakeBackAsked)):
        return step
    return int(about)


def _who(seat: int | None) -> Sentence:
    return ("Somebody",) if seat is None else (Seat(seat),)


def _tried(session: Session, state: Any, event: AttemptRefused) -> Sequence[Any]:
    if event.action is None:
        return (event.said,)
    action = msgspec.convert(event.action, session.game.action)
    return (*session.game.tell_action(state, action), f" ({event.reason})" if event.reason else "")


def _span(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return count(rest, "second")
    return f"{minutes} min {rest} s" if rest else count(minutes, "minute")
