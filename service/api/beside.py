"""What happens beside the game: notes, attempts, talk, feelings, items, pauses, its end."""

from collections.abc import Callable
from uuid import UUID

from domain.errors import DomainError, Invalid
from domain.events import Event
from domain.session import Session, commands
from domain.session.events import FeedbackGiven
from service import seeds
from service.api import reading, shapes
from service.api.answers import Written
from service.api.playing import action_in
from service.api.refusing import Stopped
from service.api.routing import Reply, write
from service.api.writing import record, recorded
from service.web.context import load


@write("/sessions/{session_id}/notes", shapes.Note, Written, "Beside the game")
def write_note(session_id: UUID, body: shapes.Note) -> Reply:
    """Write a note at a step."""
    return _at_step(
        session_id,
        body,
        lambda s, step: commands.add_note(
            s, step, body.text, body.author, body.tags, body.marks, body.glyph
        ),
    )


@write("/sessions/{session_id}/attempts", shapes.Attempt, Written, "Beside the game")
def refuse_attempt(session_id: UUID, body: shapes.Attempt) -> Reply:
    """Record that somebody tried something at the newest step and was told no."""
    session = load(session_id)
    if body.action is not None:
        reading.fitting(body.action, session.game.action, "action")
    if body.action is not None and body.notation is not None:
        raise Invalid("expected one of 'action' and 'notation', not both")
    _check_clause(session, body.clause)

    def command(now: Session) -> list[Event]:
        action = None
        if body.action is not None or body.notation is not None:
            try:
                action = action_in(now, body).action
            except DomainError as why:
                raise Stopped("notation", why, now) from why
        seat = body.seat if action is None else action.seat
        if seat is not None and seat not in range(len(now.players)):
            raise Invalid(f"there is no seat {seat}, expected 0 to {len(now.players) - 1}")
        return commands.refuse_attempt(now, action, seat=seat, said=body.said, clause=body.clause)

    return recorded(record(session_id, body, command))


@write("/sessions/{session_id}/talk", shapes.Talk, Written, "Beside the game")
def talk_about_rules(session_id: UUID, body: shapes.Talk) -> Reply:
    """Record that the table looked a rule up, argued about one, or made a ruling."""
    _check_clause(load(session_id), body.clause)
    return _at_step(
        session_id,
        body,
        lambda s, step: commands.talk_rules(
            s, step, body.kind, body.clause, body.text, body.seconds
        ),
    )


@write("/sessions/{session_id}/feelings", shapes.Felt, Written, "Beside the game")
def note_feeling(session_id: UUID, body: shapes.Felt) -> Reply:
    """Record how a seat feels at a step."""
    return _at_step(
        session_id, body, lambda s, step: commands.note_feeling(s, step, body.seat, body.feeling)
    )


@write("/sessions/{session_id}/items", shapes.Item, Written, "Beside the game")
def add_item(session_id: UUID, body: shapes.Item) -> Reply:
    """Add something to be done about the game; its event's version names it."""
    return _at_step(
        session_id, body, lambda s, step: commands.add_item(s, step, body.text, body.author)
    )


@write("/sessions/{session_id}/items/{item}/done", shapes.Write, Written, "Beside the game")
def finish_item(session_id: UUID, item: int, body: shapes.Write) -> Reply:
    """Mark an item as done."""
    return recorded(record(session_id, body, lambda s: commands.finish_item(s, item)))


@write("/sessions/{session_id}/pause", shapes.Pause, Written, "Beside the game")
def pause(session_id: UUID, body: shapes.Pause) -> Reply:
    """Stop the clock."""
    return recorded(record(session_id, body, lambda s: commands.pause(s, body.reason)))


@write("/sessions/{session_id}/resume", shapes.Write, Written, "Beside the game")
def resume(session_id: UUID, body: shapes.Write) -> Reply:
    """Let the clock run on."""
    return recorded(record(session_id, body, commands.resume))


@write("/sessions/{session_id}/feedback", shapes.Feedback, Written, "Beside the game")
def give_feedback(session_id: UUID, body: shapes.Feedback) -> Reply:
    """Record what a seat thought; a later answer of the seat takes the place of this one."""
    given = FeedbackGiven(body.seat, body.fun, body.clarity, body.length, body.again, body.text)
    return recorded(record(session_id, body, lambda s: commands.give_feedback(s, given)))


@write("/sessions/{session_id}/close", shapes.Write, Written, "The end")
def close(session_id: UUID, body: shapes.Write) -> Reply:
    """Say that a session whose game is over is complete."""
    return recorded(record(session_id, body, commands.close))


@write("/sessions/{session_id}/abandon", shapes.Abandon, Written, "The end")
def abandon(session_id: UUID, body: shapes.Abandon) -> Reply:
    """Leave a session in the middle."""
    return recorded(record(session_id, body, lambda s: commands.abandon(s, body.reason)))


def _at_step(
    session_id: UUID,
    body: shapes.Note | shapes.Talk | shapes.Felt | shapes.Item,
    command: Callable[[Session, int], list[Event]],
) -> Reply:
    """Record something at the step that the request names, or at the newest one."""

    def at(session: Session) -> list[Event]:
        return command(session, session.last_step if body.step is None else body.step)

    return recorded(record(session_id, body, at))


def _check_clause(session: Session, clause: str) -> None:
    """Let a clause of the session's rulebook pass, or none.

    :raises Invalid: there is no such clause.
    """
    book = seeds.rulebook(session.game)
    if clause and clause not in (each.id for each in book.clauses):
        raise Invalid(f"clause: {clause!r} found, expected a clause of {book.title}")
