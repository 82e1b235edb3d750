"""Logging a real table: one line of text an action, typed or tapped, and what is seen with it."""

from typing import Any
from uuid import UUID

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from domain.chance import Told
from domain.errors import DomainError, Invalid, Refusal, SessionError, Unanswered, Unseen
from domain.grammar import trimmed
from domain.session import Session
from domain.session.amend import carry_on
from domain.session.commands import act as carry_out
from domain.session.commands import refuse_attempt
from domain.words import plain
from service.store import Conflict
from service.web import context, errors, forms, words
from service.web.boards import board_of
from service.web.pages.feedback import links
from service.web.pages.replay import facts
from service.web.table import pads
from service.web.table.clock import spoken
from service.web.table.desk import Desk, action_of, unsettled
from service.web.table.entry import Look, composed, look, open_question
from service.web.words import title_of

page = Blueprint("table", __name__, url_prefix="/sessions/<uuid:session_id>/table")

IRREGULAR, TOLD_NO = "irregular", "told-no"


@page.get("")
def show(session_id: UUID) -> ResponseReturnValue:
    """Show the table with its pad."""
    return shown(_load(session_id), line=request.args.get("text", ""))


@page.get("/line")
def line(session_id: UUID) -> ResponseReturnValue:
    """Say what a line would do, and what it could become, as JSON."""
    session = _load(session_id)
    names = words.named(session.names)
    seen = look(session.game, session.state, request.args.get("text", ""))
    return {
        "version": session.version,
        "kind": seen.kind,
        "words": plain(seen.sentence, names),
        "short": seen.short,
        "reason": seen.reason,
        "clauses": list(seen.clauses),
        "options": [{"text": o.text, "words": plain(o.sentence, names)} for o in seen.options],
    }


@page.post("/act")
def act(session_id: UUID) -> ResponseReturnValue:
    """Record the action of a line, as a play within the rules, against them, or as an attempt."""
    session, form = _load(session_id), request.form
    made_for, key = forms.version(form), forms.key(form)
    if key and session.recorded_with(key):
        return back(session_id)
    text = composed(form, form.to_dict(flat=False))
    seen = look(session.game, session.state, text)
    seat = seen.reading.action.seat if seen.reading else -1
    if session.overtaken(made_for, seat):
        return overtaken(session, line=text)
    if seen.reading is None:
        why = seen.reason or "no action was told"
        return refused(session, Invalid(why), line=text, looked=seen, sent=True)
    way = request.values.get("way", "")
    try:
        _record(session, seen, way, made_for, key)
    except Conflict:
        return overtaken(_load(session_id), line=text)
    except Unanswered as error:
        if way == IRREGULAR:
            seen = open_question(session.game, session.state, seen)
        return refused(session, error, line=text, looked=seen, sent=True, way=way)
    except (Refusal, Unseen) as error:
        problem = str(error) if way == IRREGULAR else ""
        return refused(session, error, line=text, looked=seen, sent=True, problem=problem)
    except DomainError as error:
        return refused(session, error, line=text, looked=seen, sent=True, problem=str(error))
    return back(session_id)


def _record(session: Session, seen: Look, way: str, made_for: int, key: str | None) -> None:
    recorder, reading = context.services().recorder, seen.reading
    assert reading is not None
    if way == TOLD_NO:
        recorder.run(session.id, lambda s: refuse_attempt(s, reading.action), made_for, key)
        return
    waits = unsettled(session) if session.unsettled else None
    answer = recorder.act(
        session.id,
        reading.action,
        version=made_for,
        key=key,
        chance=lambda: reading.chance,
        irregular=way == IRREGULAR,
    )
    if waits is not None and waits.why is not None:  # it happened in the place of that one
        on = f"{key}-on" if key else None
        recorder.run(session.id, lambda s: [carry_on(s, 1).event], answer.session.version, on)


@page.post("/take-back")
def take_back(session_id: UUID) -> ResponseReturnValue:
    """Take the last actions back, to the step that the form names."""
    session, form = _load(session_id), request.form
    step = form.get("step", "")
    if not step.isdecimal() or len(step) > 9:
        abort(400, "The form does not say how far to take back.")
    try:
        context.services().recorder.take_back(
            session_id, int(step), version=forms.version(form), key=forms.key(form)
        )
    except Conflict:
        return overtaken(_load(session_id))
    return back(session.id)


@page.post("/settle")
def settle(session_id: UUID) -> ResponseReturnValue:
    """Carry on after an amendment: with what waits, without its first action, or without all."""
    session, form = _load(session_id), request.form
    made_for, key, way = forms.version(form), forms.key(form), form.get("way", "")
    if key and session.recorded_with(key):
        return back(session_id)
    recorder = context.services().recorder
    skip = {"skip": 1, IRREGULAR: 1, "drop": len(session.unsettled)}.get(way, 0)
    try:
        if way == IRREGULAR and session.unsettled:
            made_for = _let_stand(session, made_for, key)
        recorder.run(session_id, lambda s: [carry_on(s, skip).event], made_for, key)
    except Conflict:
        return overtaken(_load(session_id))
    except DomainError as error:
        return refused(_load(session_id), error, problem=str(error))
    return back(session_id)


def _let_stand(session: Session, made_for: int, key: str | None) -> int:
    """Let the first action that waits stand though it breaks rules; return the version after it."""
    waiting = session.unsettled[0]
    action = action_of(session, waiting)

    def stand(now: Session) -> Any:
        return carry_out(now, action, Told(trimmed(waiting.answers)), irregular=True)

    first = f"{key}-stood" if key else None
    answer = context.services().recorder.run(session.id, stand, made_for, first)
    return answer.session.version


def overtaken(session: Session, line: str = "") -> ResponseReturnValue:
    """Say that somebody else recorded first, with the table as it stands now."""
    if errors.wants_json():
        reason = f"somebody else recorded first; the log stands at version {session.version}"
        return errors.answer(409, reason)
    return shown(session, line=line, moved_on=True), 409


def refused(session: Session, why: DomainError, **more: Any) -> ResponseReturnValue:
    """Say why something is not recorded; ``more`` is what the page shows with it."""
    if errors.wants_json():
        return errors.answer(422, str(why), why.clauses if isinstance(why, Refusal) else ())
    return shown(session, **more), 422


def shown(
    session: Session,
    *,
    line: str = "",
    looked: Look | None = None,
    moved_on: bool = False,
    sent: bool = False,
    problem: str = "",
    told: str = "",
    way: str = "",
) -> str:
    """Draw the page. ``sent``: the line was sent to be recorded, and was not; ``way``: its answers
    are to be recorded in that way; ``told``: what is to be said though nothing is wrong.
    """
    seat = request.values.get("seat", "")
    mine = int(seat) if seat in map(str, range(len(session.players))) else None
    desk = Desk(session, mine, line, looked)
    return render_template(
        "table.html",
        here="sessions",
        desk=desk,
        session=session,
        film=desk.film,
        at=desk.at,
        title=title_of(session),
        facts=facts(session),
        key=context.new_key(),
        moved_on=moved_on,
        sent=sent,
        way=way,
        problem=problem,
        told=told,
        spoken=spoken,
        board=board_of(session.game),
        board_template=desk.film.template,
        pad_template=pads.template_of(session.game),
        table=desk.at.table,
        answering=links(session),
    )


def _load(session_id: UUID) -> Session:
    """Load a session that is logged at a table.

    :raises SessionError: it is played here, or was simulated.
    """
    session = context.load(session_id)
    if session.opened.mode != "table":
        raise SessionError("that session is not logged at a table")
    return session


load_table = _load


def back(session_id: UUID) -> ResponseReturnValue:
    """Go to the table."""
    return redirect(url_for("table.show", session_id=session_id), 303)
