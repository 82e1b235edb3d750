"""Stored events and positions as whoever asks may see them."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.events import Event, Recorded
from domain.game import Game
from domain.session import CODEC, Session
from domain.session.events import (
    Amended,
    AttemptRefused,
    DecisionGuessed,
    Restated,
    SessionOpened,
    Waiting,
)
from domain.session.session import is_move
from domain.words import plain
from service.api.answers import EventRow, Legal
from service.web.knowledge import Knowledge, choose

NEAREST = 5
LOOKED_AT = 5_000  # legal actions that are compared with a refused one


class Hidden(Exception):
    """A view that nobody may have while the session is played."""


def knowledge_of(session: Session, wanted: str) -> Knowledge:
    """Return the view that was asked for, or the widest that anybody may have.

    :raises Hidden: it would show what is still secret.
    """
    chosen = choose(session, wanted or None)
    if wanted and chosen.name != wanted:
        raise Hidden("while a session is played, the API shows what everybody sees (view=public)")
    return chosen


def widest(session: Session) -> Knowledge:
    """Return the widest view that anybody may have of a session."""
    return choose(session, None)


def event_rows(
    session: Session, entries: Iterable[Recorded], knowledge: Knowledge
) -> tuple[EventRow, ...]:
    """Describe stored events."""
    steps: dict[int, int] = {}
    for step, move in enumerate(session.moves):
        steps.setdefault(move.version, step)
    rows = []
    for entry in entries:
        event = _seen(session, entry.event, knowledge)
        rows.append(
            EventRow(
                version=entry.version,
                at=entry.at.isoformat(),
                name=event.stored_name,
                step=steps.get(entry.version),
                data=msgspec.to_builtins(event),
            )
        )
    return tuple(rows)


def described(
    session: Session, state: Any, actions: Iterable[Any], limit: int
) -> tuple[Legal, ...]:
    """Describe legal actions of a position."""
    game = session.game
    return tuple(
        Legal(
            seat=action.seat,
            action=msgspec.to_builtins(action),
            sentence=plain(game.tell_action(state, action), session.names),
            notation=game.notation.write(state, action),
        )
        for action in islice(actions, limit)
    )


def nearest(session: Session, action: Any) -> tuple[Legal, ...]:
    """List the legal actions that are most like a refused one, as far as anybody may know."""
    game = session.game
    state = widest(session).state(game, session.state)
    legal = game.legal_actions(state, action.seat) or game.legal_actions(state)
    wanted = msgspec.to_builtins(action)
    compared = sorted(
        (
            (-_alike(wanted, msgspec.to_builtins(each)), nth)
            for nth, each in enumerate(islice(legal, LOOKED_AT))
        )
    )
    return described(session, state, [legal[nth] for _, nth in compared[:NEAREST]], NEAREST)


def _alike(wanted: dict[str, Any], other: dict[str, Any]) -> float:
    """Count the fields that two actions share; within an array each item counts in part."""
    alike = 2.0 * (wanted["type"] == other["type"])
    for name, value in wanted.items():
        there = other.get(name)
        if value == there:
            alike += 1
        elif isinstance(value, list) and isinstance(there, list) and value:
            alike += len({*value} & {*there}) / max(len(value), len(there))
    return alike


def _seen(session: Session, event: Event, knowledge: Knowledge) -> Event:
    """Return an event without what its reader may not know."""
    if knowledge.whole:
        return event
    if is_move(event):
        return knowledge.event(session.game, event)
    match event:
        case SessionOpened():
            return replace(event, seed=None)
        case AttemptRefused() if session.opened.mode != "table":
            return replace(event, action=None, reason="")
        case DecisionGuessed() if event.seat != knowledge.seat:
            return replace(event, action=_kind(event.action))
        case Amended():
            return replace(
                event,
                tail=tuple(_restated(session.game, part, knowledge) for part in event.tail),
                rest=tuple(_waiting(part) for part in event.rest),
            )
    return event


def _restated(game: Game, part: Restated, knowledge: Knowledge) -> Restated:
    if part.name is None:
        return part
    event = knowledge.event(game, CODEC.restore(part.name, part.data or {}))
    return replace(part, name=event.stored_name, data=msgspec.to_builtins(event))


def _waiting(part: Waiting) -> Waiting:
    """Keep who waits with which kind of action, and nothing of what it is about."""
    return replace(part, action=_kind(part.action), answers=())


def _kind(action: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in action.items() if name in ("type", "seat")}
