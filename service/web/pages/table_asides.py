"""What else happens at a real table: talk about rules, attempts, feelings, notes, items, pauses."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast, get_args
from uuid import UUID

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from domain.errors import DomainError, SessionError
from domain.events import Event
from domain.notation import Misread
from domain.session import Session, commands
from domain.session.events import Feeling, PauseReason, TalkKind
from service import seeds
from service.web import context, forms
from service.web.pages.table import back, load_table, refused, shown
from service.web.table.desk import felt_at
from service.web.words import isolated

page = Blueprint("aside", __name__, url_prefix="/sessions/<uuid:session_id>/table")

Form = Mapping[str, str]
LONGEST_NAME = 40


class NotedAlready(DomainError):
    """The same as was recorded before, so that there is nothing to record."""


@page.post("/aside/<what>")
def record(session_id: UUID, what: str) -> ResponseReturnValue:
    """Record something that leaves the position as it is."""
    if what not in ASIDES:
        abort(404)
    session, form = load_table(session_id), request.form
    try:
        context.services().recorder.run(
            session_id, lambda s: ASIDES[what](s, form), None, forms.key(form)
        )
    except NotedAlready as error:
        return shown(session, told=str(error)) if not form.get("back") else _back(session_id, form)
    except DomainError as error:
        return refused(session, error, problem=str(error))
    return _back(session_id, form)


@page.post("/stop")
def stop(session_id: UUID) -> ResponseReturnValue:
    """Leave the session in the middle, or say that a finished one is complete."""
    session, form = load_table(session_id), request.form
    recorder, reason = context.services().recorder, form.get("reason", "").strip()[:400]
    if session.status == "finished":
        recorder.close(session_id, key=forms.key(form))
    else:
        recorder.abandon(session_id, reason, key=forms.key(form))
    return redirect(url_for("replay.show", session_id=session_id, step=session.last_step), 303)


def _back(session_id: UUID, form: Form) -> ResponseReturnValue:
    there = forms.local_path(form.get("back", ""))
    return redirect(there, 303) if there else back(session_id)


def _note(session: Session, form: Form) -> Sequence[Event]:
    tags = tuple(dict.fromkeys(filter(None, map(str.strip, form.get("tags", "").split(",")))))
    return commands.add_note(
        session, _step(session, form), form.get("text", ""), _author(form), tags
    )


def _feeling(session: Session, form: Form) -> Sequence[Event]:
    seat, _, feeling = form.get("felt", "").partition(" ")
    if feeling not in get_args(Feeling) or not _number(seat):
        raise SessionError(f"no such feeling: {form.get('felt', '')[:40]!r}")
    step = _step(session, form)
    made = commands.note_feeling(session, step, int(seat), cast(Feeling, feeling))
    if felt_at(session, step).get(int(seat)) == feeling:
        name = session.names[int(seat)]
        raise NotedAlready(f"{isolated(name)} is noted as {feeling} at step {step} already")
    return made


def _talk(session: Session, form: Form) -> Sequence[Event]:
    kind, seconds = form.get("kind", ""), form.get("seconds", "").strip()
    if kind not in get_args(TalkKind):
        raise SessionError("say whether it was a look-up, a dispute or a ruling")
    if seconds and not _number(seconds):
        raise SessionError(f"seconds: {seconds[:20]!r} is no whole number")
    clause = _clause(session, form)
    return commands.talk_rules(
        session,
        _step(session, form),
        cast(TalkKind, kind),
        clause,
        form.get("text", ""),
        float(seconds) if seconds else None,
    )


def _attempt(session: Session, form: Form) -> Sequence[Event]:
    """Record an attempt: by its line, or in words with the clause by which it was refused."""
    said, clause, seat = form.get("said", ""), _clause(session, form), form.get("seat", "")
    action = None
    try:
        action = session.game.notation.read(session.state, said).action
    except Misread:
        if not clause:
            raise
    return commands.refuse_attempt(
        session,
        action,
        seat=int(seat) if _number(seat) else None,
        said="" if action is not None else said,
        clause=clause,
    )


def _item(session: Session, form: Form) -> Sequence[Event]:
    return commands.add_item(session, _step(session, form), form.get("text", ""), _author(form))


def _item_done(session: Session, form: Form) -> Sequence[Event]:
    item = form.get("item", "")
    return commands.finish_item(session, int(item) if _number(item) else 0)


def _pause(session: Session, form: Form) -> Sequence[Event]:
    reason = form.get("reason", "break")
    if reason not in get_args(PauseReason):
        raise SessionError(f"no such reason for a pause: {reason[:40]!r}")
    return commands.pause(session, cast(PauseReason, reason))


def _resume(session: Session, form: Form) -> Sequence[Event]:
    return commands.resume(session)


ASIDES: dict[str, Callable[[Session, Any], Sequence[Event]]] = {
    "note": _note,
    "feeling": _feeling,
    "talk": _talk,
    "attempt": _attempt,
    "item": _item,
    "item-done": _item_done,
    "pause": _pause,
    "resume": _resume,
}


def _clause(session: Session, form: Form) -> str:
    """Return the clause that the form names, as it stands or by the beginning of its list entry."""
    given = form.get("clause", "").strip()
    if not given:
        return ""
    named = given.split()[0]
    if named not in {clause.id for clause in seeds.rulebook(session.game).clauses}:
        raise SessionError(f"the rulebook has no clause {named[:60]!r}")
    return named


def _step(session: Session, form: Form) -> int:
    """Return the step that the form is about, the newest one without it."""
    given = form.get("step", "")
    return int(given) if _number(given) else session.last_step


def _author(form: Form) -> str:
    return form.get("author", "").strip()[:LONGEST_NAME]


def _number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 8
