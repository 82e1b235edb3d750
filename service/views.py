"""Sessions as plain data, by what the reader may know; the shapes are in ``docs/json.md``."""

from typing import Any, Literal

import msgspec

from domain.errors import SessionError
from domain.events import Recorded
from domain.session import Session
from domain.words import plain

ALL: Literal["all"] = "all"
View = int | Literal["public", "all"]
"""A seat as it saw the game then, what everybody sees, or everything."""


def summary(session: Session) -> dict[str, Any]:
    """Describe a session in one row."""
    opened, game = session.opened, session.game
    outcome = game.outcome(session.state)
    return {
        "id": str(session.id),
        "game": opened.game,
        "rules": opened.rules,
        "status": session.status,
        "mode": opened.mode,
        "title": opened.title,
        "prototype": opened.prototype,
        "place": opened.place,
        "tags": list(opened.tags),
        "branch": msgspec.to_builtins(opened.branch),
        "opened_at": session.log[0].at.isoformat(),
        "options": dict(opened.options),
        "edition": opened.edition["name"],
        "edition_hash": opened.edition_hash,
        "players": [{"name": p.name, "bot": p.bot} for p in opened.players],
        "steps": session.last_step,
        "round": game.round_of(session.state),
        "version": session.version,
        "outcome": msgspec.to_builtins(outcome),
    }


def moment(session: Session, step: int, view: View) -> tuple[Any, Recorded, Any]:
    """Return the position before a step, its event and the position after it, as seen.

    :raises SessionError: there is no such step.
    """
    game = session.game
    state = session.state_at(step)
    before = session.state_at(step - 1) if step else game.blank(session.rules)
    move = session.moves[step]
    if view == ALL:
        return before, move, state
    seat = None if view == "public" else _checked(session, view)
    seen = msgspec.structs.replace(move, event=game.redact(move.event, seat))
    return game.observe(before, seat), seen, game.observe(state, seat)


def at_step(session: Session, step: int, view: View) -> dict[str, Any]:
    """Describe a session at one step, as seen by ``view``.

    :raises SessionError: there is no such step or seat.
    """
    game = session.game
    before, move, state = moment(session, step, view)
    told = game.tell(before, move.event)
    return {
        "session": summary(session),
        "step": step,
        "version": move.version,
        "at": move.at.isoformat(),
        "view": "seat" if isinstance(view, int) else view,
        "seat": view if isinstance(view, int) else None,
        "event": {
            "name": move.event.stored_name,
            "data": msgspec.to_builtins(move.event),
            "sentence": plain(told.sentence, session.names),
            "clauses": list(game.cite(before, move.event)),
        },
        "to_act": list(game.to_act(state)),
        "scores": list(game.scores(state)),
        "state": game.as_data(state),
    }


def _checked(session: Session, seat: Any) -> int:
    if seat not in range(len(session.players)):
        expected = f"expected 0 to {len(session.players) - 1}"
        raise SessionError(f"no seat {seat} in session {session.id}, {expected}")
    return int(seat)
