"""Setting an earlier action right: what would change is shown before it is recorded."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from domain.chance import Told
from domain.errors import DomainError, Refusal, SessionError
from domain.session import Session
from domain.session.amend import Amendment, amend, amend_set_up
from service.store import Conflict
from service.web import context, errors, forms
from service.web.knowledge import EVERYTHING
from service.web.moment import Moment
from service.web.pages.table import IRREGULAR, back, load_table, overtaken
from service.web.shelf import playback
from service.web.table import pads
from service.web.table.changes import changes
from service.web.table.done import done
from service.web.table.entry import LONGEST, look
from service.web.words import title_of

page = Blueprint("amend", __name__, url_prefix="/sessions/<uuid:session_id>/table/amend")


@page.get("/<int:step>")
def show(session_id: UUID, step: int) -> ResponseReturnValue:
    """Show the action that began at a step, as it can be typed anew."""
    return _shown(load_table(session_id), step)


@page.post("/<int:step>")
def change(session_id: UUID, step: int) -> ResponseReturnValue:
    """Show what an amendment would change; record it once that was seen."""
    session, form = load_table(session_id), request.form
    made_for, key = forms.version(form), forms.key(form)
    if key and session.recorded_with(key):
        return back(session_id)
    if session.moved_since(made_for):
        return overtaken(session)
    try:
        made = _amendment(session, step, form)
    except DomainError as error:
        if errors.wants_json():
            raise
        return _shown(session, step, error=error), 422
    if "record" not in form:
        return _shown(session, step, made=made)
    try:
        context.services().recorder.run(
            session_id, lambda s: [_amendment(s, step, form).event], made_for, key
        )
    except Conflict:
        return overtaken(load_table(session_id))
    return back(session_id)


def _amendment(session: Session, step: int, form: Mapping[str, str]) -> Amendment:
    """Work an amendment out from what was typed."""
    game, reason = session.game, form.get("reason", "").strip()[:LONGEST]
    if step == 0:
        headers = pads.told(game, session.rules, form)
        start, answers = game.notation.read_set_up(session.rules, headers)
        return amend_set_up(session, start, Told(answers), reason=reason)
    if not 0 < step <= session.last_step:
        raise SessionError(f"no action begins at step {step}")
    reading = game.notation.read(session.state_at(step - 1), form.get("text", ""))
    irregular = form.get("way") == IRREGULAR
    return amend(session, step, reading.action, reading.chance, irregular=irregular, reason=reason)


def _shown(
    session: Session, step: int, made: Amendment | None = None, error: DomainError | None = None
) -> str:
    film = playback(session, EVERYTHING)
    one = next((d for d in done(session, film) if d.row.step == step), None)
    if one is None:
        abort(404, f"No action begins at step {step}.")
    form, line = request.form, request.form.get("text", one.line)
    before = session.state_at(step - 1) if step else None
    seen = look(session.game, before, line) if step and error else None
    return render_template(
        "table_amend.html",
        here="sessions",
        session=session,
        title=title_of(session),
        film=film,
        at=Moment(film, film.last),
        one=one,
        line=line,
        key=context.new_key(),
        asks=pads.pad_of(session.game).asks(session.rules) if not step else (),
        headers=_headers(session) if not step else {},
        field=pads.field,
        asked=form,
        seen=seen,
        error=error,
        refused=isinstance(error, Refusal),
        changed=changes(session, made) if made else None,
    )


def _headers(session: Session) -> dict[str, str]:
    """Return the set-up as headers, every header that there can be."""
    game, event = session.game, session.moves[0].event
    start: Any = getattr(event, "start", 0)
    known = game.notation.write_set_up(session.rules, start, game.answers(event))
    return {key: known.get(key, "") for key in game.notation.set_up_keys(session.rules)}
