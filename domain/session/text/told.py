"""What a line of a session's text tells: an action, or ``@word`` and its fields."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from domain.chance import Told
from domain.errors import Invalid, Refusal
from domain.events import Event, Recorded
from domain.session.amend import amend, amend_set_up, carry_on
from domain.session.codec import CODEC
from domain.session.commands import act, refuse_attempt
from domain.session.events import (
    ActionItemAdded,
    ActionItemDone,
    ClockPaused,
    ClockResumed,
    DecisionGuessed,
    FeedbackGiven,
    FeelingNoted,
    IrregularityStood,
    NoteAdded,
    RulesTalked,
    SessionAbandoned,
    SessionClosed,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
)
from domain.session.replay import parts
from domain.session.retold import COMMANDS
from domain.session.session import Session
from domain.session.text.values import read_fields, seat_of

WORDS: dict[str, type[Event]] = {
    "note": NoteAdded,
    "talk": RulesTalked,
    "feeling": FeelingNoted,
    "item": ActionItemAdded,
    "done": ActionItemDone,
    "pause": ClockPaused,
    "resume": ClockResumed,
    "guess": DecisionGuessed,
    "feedback": FeedbackGiven,
    "back": TakenBack,
    "asked": TakeBackAsked,
    "answered": TakeBackAnswered,
    "closed": SessionClosed,
    "abandoned": SessionAbandoned,
}
"""Lines whose fields are those of their event."""

_DIRECTIVE = re.compile(r"@(\w+)(?:\s+(.*))?")
_CLAUSES = re.compile(r"([\w.,-]*) *: *(.+)")


def events_of(session: Session, text: str) -> list[Event]:
    """Return the events of a line.

    :raises Invalid: the line is none.
    :raises DomainError: what it says does not fit the session.
    """
    if not text.startswith("@"):
        return _act(session, text, irregular=False)
    found = _DIRECTIVE.fullmatch(text)
    word, rest = (found[1], found[2] or "") if found else ("", "")
    if word in READERS:
        return READERS[word](session, rest)
    if word in WORDS:
        return _aside(session, WORDS[word], read_fields(rest))
    known = ", ".join(f"@{one}" for one in (*WORDS, *READERS, "end"))
    raise Invalid(f"{text.split()[0]!r} found, expected an action or one of: {known}")


def _act(session: Session, text: str, *, irregular: bool) -> list[Event]:
    game = session.game
    reading = game.notation.read(session.state, text)
    try:
        events = act(session, reading.action, reading.chance, irregular=irregular)
    except Refusal as refusal:
        nearest = game.notation.nearest(session.state, text)
        near = f"; nearest: {' · '.join(nearest)}" if nearest else ""
        raise Invalid(f"{refusal}{near}") from refusal
    unseen = None in (answer for event in events for answer in game.answers(event))
    if session.opened.mode != "table" and unseen:
        raise Invalid(f"an unseen card in a {session.opened.mode} session, expected it to be told")
    return events


def _irregular(session: Session, rest: str) -> list[Event]:
    found = _CLAUSES.fullmatch(rest)
    if not found:
        raise Invalid("expected clauses, a colon, and the action that stood")
    events = _act(session, found[2], irregular=True)
    stood = events[0]
    if not isinstance(stood, IrregularityStood):
        raise Invalid("that action breaks no rule here, expected it without @irregular")
    told = tuple(filter(None, found[1].split(",")))
    if told and told != stood.clauses:
        broken = ", ".join(stood.clauses)
        raise Invalid(f"clauses {', '.join(told)} found, the action breaks {broken}")
    return events


def _aside(session: Session, kind: type[Event], told: dict[str, Any]) -> list[Event]:
    known = kind.__struct_fields__
    if "step" in known and kind not in (TakenBack, TakeBackAsked):
        told.setdefault("step", session.last_step)
    if isinstance(told.get("seat"), str):
        told["seat"] = seat_of(told["seat"], len(session.players))
    try:
        event = msgspec.convert(told, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Invalid(f"{error}; known here: {', '.join(known) or 'nothing'}") from None
    return COMMANDS[kind](session, event)


def _refused(session: Session, rest: str) -> list[Event]:
    told = _known(rest, "action", "seat", "clause", "said")
    said, clause = str(told.get("said", "")), str(told.get("clause", ""))
    if "action" in told:
        action = session.game.notation.read(session.state, str(told["action"])).action
        return refuse_attempt(session, action, said=said, clause=clause)
    seat = seat_of(str(told["seat"]), len(session.players)) if "seat" in told else None
    return refuse_attempt(session, None, seat=seat, said=said, clause=clause)


def _amend(session: Session, rest: str) -> list[Event]:
    told = _known(rest, "step", "to", "irregular", "reason")
    at = str(told.get("step", ""))
    if not (at.isascii() and at.isdecimal()) or len(at) > 6 or "to" not in told:
        raise Invalid("expected the step at which an action began, and what it is amended to")
    step = int(at)
    reading = session.game.notation.read(session.state_at(step - 1), str(told["to"]))
    irregular, reason = told.get("irregular") == "yes", str(told.get("reason", ""))
    made = amend(session, step, reading.action, reading.chance, irregular=irregular, reason=reason)
    return [made.event]


def _amend_set_up(session: Session, rest: str) -> list[Event]:
    told = _known(rest, "headers", "reason")
    headers = told.get("headers", {})
    if not isinstance(headers, dict) or not all(isinstance(v, str) for v in headers.values()):
        raise Invalid("headers: expected the headers of the set-up with their texts")
    start, answers = session.game.notation.read_set_up(session.rules, headers)
    reason = str(told.get("reason", ""))
    return [amend_set_up(session, start, Told(answers), reason=reason).event]


def _carry_on(session: Session, rest: str) -> list[Event]:
    skip = str(_known(rest, "skip").get("skip", "0"))
    if not (skip.isascii() and skip.isdecimal()) or len(skip) > 6:
        raise Invalid(f"skip={skip} found, expected how many actions are left out")
    return [carry_on(session, int(skip)).event]


def _events(session: Session, rest: str) -> list[Event]:
    """Take events as they are stored, if some command could have recorded them here."""
    try:
        stored = msgspec.json.decode(rest.encode(), type=list[_Stored])
        events = [CODEC.restore(one.name, one.data) for one in stored]
    except (msgspec.MsgspecError, RecursionError, KeyError) as error:
        raise Invalid(f"no stored events: {error}") from None
    at, version = session.log[-1].at, session.version
    entries = [Recorded(session.id, version + n, at, e) for n, e in enumerate(events, 1)]
    return [entry.event for part in parts(entries, session) for entry in part.entries]


class _Stored(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    data: dict[str, Any]


def _known(rest: str, *names: str) -> dict[str, Any]:
    told = read_fields(rest)
    if unknown := [name for name in told if name not in names]:
        raise Invalid(f"{unknown[0]} found, known here: {', '.join(names) or 'nothing'}")
    return told


READERS: dict[str, Callable[[Session, str], list[Event]]] = {
    "irregular": _irregular,
    "refused": _refused,
    "amend": _amend,
    "amend_set_up": _amend_set_up,
    "carry_on": _carry_on,
    "events": _events,
}
"""Lines that are more than the fields of one event."""
