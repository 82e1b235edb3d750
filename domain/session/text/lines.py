"""One command a line, written so that it is read as the same events."""

from typing import Any

import msgspec

from domain.events import Recorded
from domain.notation import SEATS
from domain.session.events import Amended, AttemptRefused, TakenBack
from domain.session.replay import Part
from domain.session.session import Session
from domain.session.text.told import WORDS, events_of
from domain.session.text.values import fields, quoted

_NAMES = {kind: word for word, kind in WORDS.items()}


def line_of(part: Part) -> str:
    """Write what one command recorded, so that it reads as the same events."""
    session = part.before
    assert session is not None
    text = _line(session, part)
    try:
        if events_of(session, text) == [entry.event for entry in part.entries]:
            return text
    except ValueError:
        pass
    return _stored(part.entries)


def _line(session: Session, part: Part) -> str:
    event: Any = part.entries[0].event
    if part.action is not None:
        written = session.game.notation.write(session.state, part.action, part.answers)
        return f"@irregular {','.join(event.clauses)}: {written}" if part.irregular else written
    if isinstance(event, Amended):
        return _amendment(session, part)
    if isinstance(event, AttemptRefused):
        return _attempt(session, event)
    told = msgspec.to_builtins(event)
    if told.get("step") == session.last_step and not isinstance(event, TakenBack):
        del told["step"]
    if told.get("seat") is not None:
        told["seat"] = SEATS[told["seat"]]
    return f"@{_NAMES[type(event)]} {fields(told)}".rstrip()


def _amendment(session: Session, part: Part) -> str:
    change = part.change
    assert change is not None
    told: dict[str, Any] = {}
    word, notation = "carry_on", session.game.notation
    if change.skip:
        told["skip"] = change.skip
    elif change.start is not None:
        word = "amend_set_up"
        told = notation.write_set_up(session.rules, change.start, change.answers)
        told = {"headers": told}
    elif change.action is not None:
        word, state = "amend", session.state_at(change.event.step)
        told["step"] = change.event.step + 1
        told["to"] = notation.write(state, change.action, change.answers)
        if change.irregular:
            told["irregular"] = "yes"
    if change.event.reason:
        told["reason"] = change.event.reason
    return f"@{word} {fields(told)}".rstrip()


def _attempt(session: Session, event: AttemptRefused) -> str:
    told: dict[str, Any] = {}
    if event.action is not None:
        action = msgspec.convert(event.action, session.game.action)
        told["action"] = session.game.notation.write(session.state, action)
    elif event.seat is not None:
        told["seat"] = SEATS[event.seat]
    if event.clauses:
        told["clause"] = event.clauses[0]
    if event.said:
        told["said"] = event.said
    return f"@refused {fields(told)}"


def _stored(entries: tuple[Recorded, ...]) -> str:
    """Write events as they are stored, where words of their own would not give the same ones."""
    plain = [{"name": e.event.stored_name, "data": msgspec.to_builtins(e.event)} for e in entries]
    return f"@events {quoted(plain)}"
