"""Reading sessions: lists, events, positions, legal actions, what a seat sees."""

from typing import Any
from uuid import UUID

import msgspec

from domain.errors import SessionError
from domain.session import Session
from service import views
from service.api.answers import (
    Events,
    LegalActions,
    Position,
    Sessions,
    Summary,
)
from service.api.routing import Reply, read
from service.api.seen import Hidden, described, event_rows, knowledge_of, widest
from service.api.shapes import Choosable, Moment, Sought, Stretch, Watched
from service.web.context import load, services
from service.web.counted import counted
from service.web.knowledge import is_open
from service.web.query import Query


@read("/sessions", Sessions, "Sessions", query=Sought)
def list_sessions(query: Sought) -> Reply:
    """List sessions by when they were opened, newest first, then the last stored first.

    Pages are stable: what is recorded or imported meanwhile stands where it belongs, and no session
    comes twice or is passed over.
    """
    cursor, behind = counted(services())
    condition, values = _where(query)
    rows = cursor.execute(
        f"SELECT session, id FROM sessions WHERE {condition}"
        " ORDER BY opened_at DESC, session DESC LIMIT $limit",
        values | {"limit": query.limit + 1},
    ).fetchall()
    shown = rows[: query.limit]
    found, damaged = [], 0
    for _, session_id in shown:
        try:
            found.append(summary(services().store.load(session_id)))
        except (ValueError, LookupError, TypeError):
            damaged += 1
    following = shown[-1][0] if len(rows) > query.limit else None
    return Reply(Sessions(sessions=tuple(found), next=following, damaged=damaged, behind=behind))


@read("/sessions/{session_id}", Summary, "Sessions", refuses=(404,))
def show_session(session_id: UUID) -> Reply:
    """Describe a session in one row."""
    session = load(session_id)
    return Reply(summary(session), session.version)


@read("/sessions/{session_id}/events", Events, "Sessions", query=Stretch, refuses=(403, 404))
def list_events(session_id: UUID, query: Stretch) -> Reply:
    """List what was recorded, in order.

    While people play digitally, hidden cards are left out.
    """
    session = load(session_id)
    seen = knowledge_of(session, query.view)
    entries = session.log[query.after : query.after + query.limit]
    more = query.after + len(entries) < session.version and entries
    events = Events(
        view=_view(seen.view)[0],
        seat=_view(seen.view)[1],
        version=session.version,
        events=event_rows(session, entries, seen),
        next=entries[-1].version if more else None,
    )
    return Reply(events, session.version)


@read("/sessions/{session_id}/state", Position, "Sessions", query=Moment, refuses=(403, 404))
def show_state(session_id: UUID, query: Moment) -> Reply:
    """Show a position, with the event that led to it in words and its clauses."""
    session = load(session_id)
    return _position(session, query.step, knowledge_of(session, query.view).view)


@read(
    "/sessions/{session_id}/observations/{seat}",
    Position,
    "Sessions",
    query=Watched,
    refuses=(403, 404),
)
def observe(session_id: UUID, seat: int, query: Watched) -> Reply:
    """Show what a seat saw at a step.

    Refused (403) in digital play that goes on: without accounts, nobody can say who asks.
    """
    session = load(session_id)
    if not is_open(session):
        raise Hidden("what a seat sees is secret while the session is played")
    return _position(session, query.step, seat)


@read(
    "/sessions/{session_id}/legal-actions",
    LegalActions,
    "Sessions",
    query=Choosable,
    refuses=(404,),
)
def list_legal_actions(session_id: UUID, query: Choosable) -> Reply:
    """List the legal actions, of one seat or of all.

    In digital play that goes on they are those of the public position: every card that a hidden
    hand could hold. In a table's log they are those of the log.
    """
    session = load(session_id)
    step = session.last_step if query.step is None else query.step
    seen, game = widest(session), session.game
    state = seen.state(game, session.state_at(step))
    if query.seat is not None and query.seat >= len(session.players):
        raise SessionError(f"no seat {query.seat} in session {session.id}")
    asked = [] if query.seat is None else [query.seat]
    legal = game.legal_actions(state, *asked)
    answer = LegalActions(
        step=step,
        version=session.version,
        view=_view(seen.view)[0],
        to_act=game.to_act(state),
        count=len(legal),
        actions=described(session, state, legal, query.limit),
    )
    return Reply(answer, session.version)


def summary(session: Session) -> Summary:
    """Describe a session in one row."""
    return msgspec.convert(views.summary(session), Summary)


def _position(session: Session, step: int | None, view: views.View) -> Reply:
    at = session.last_step if step is None else step
    return Reply(views.at_step(session, at, view), session.version)


def _view(view: views.View) -> tuple[str, int | None]:
    return ("seat", view) if isinstance(view, int) else (view, None)


def _where(query: Sought) -> tuple[str, dict[str, Any]]:
    """Return what is looked for as a condition and its parameters."""
    game = query.game.replace("-", "_")
    sought = Query(
        q=query.q,
        game=game,
        player=query.player,
        status=query.status,
        tag=query.tag,
        by=query.by,
    )
    condition, values = sought.where()
    if query.mode:
        condition, values = f"{condition} AND mode = $mode", values | {"mode": query.mode}
    if query.after is not None:
        last = "(SELECT (opened_at, session) FROM sessions WHERE session = $after)"
        condition, values = (
            f"{condition} AND (opened_at, session) < {last}",
            values | {"after": query.after},
        )
    return condition, values
