"""What is recorded about a session besides its moves: notes, its close, its being abandoned."""

from collections.abc import Mapping
from typing import cast
from urllib.parse import parse_qsl, urlsplit
from uuid import UUID

from flask import Blueprint, redirect, request, url_for
from flask import abort as refuse
from flask.typing import ResponseReturnValue

from domain.errors import SessionError
from domain.session.events import Glyph
from domain.session.marks import check_marks, read_marks
from service.web.context import load, plays_here, services
from service.web.errors import wants_json
from service.web.forms import key, local_path
from service.web.pages import replay

page = Blueprint("records", __name__)


@page.post("/sessions/<uuid:session_id>/notes")
def note(session_id: UUID) -> ResponseReturnValue:
    """Write a note at a step, with what it points at, and go back to where it was written.

    A note that cannot be kept comes back as it was written, with what is wrong beside its field.
    """
    form = request.form
    step = form.get("step", "")
    if not step.isdecimal() or len(step) > 9:
        refuse(400, "A note needs the step that it is about.")
    session, marks, field = load(session_id), read_marks(form.get("marks", "")), "marks"
    session.check_step(int(step))
    try:
        check_marks(marks, session.game.places(session.rules))
        field = "text"
        services().recorder.add_note(
            session_id,
            int(step),
            form.get("text", ""),
            form.get("author", "").strip()[:40],
            tags=_tags(form.get("tags", "")),
            marks=marks,
            glyph=cast(Glyph, form.get("glyph", "")),
            key=key(form),
        )
    except SessionError as error:
        if wants_json():
            raise
        wrong = str(error)
        written = replay.Draft(form, {field: f"{wrong[:1].upper()}{wrong[1:]}."})
        return replay.again(session, int(step), _query(form), written), 422
    return redirect(local_path(form.get("back", "")) or _replay(session_id, step=step), 303)


@page.post("/sessions/<uuid:session_id>/close")
def close(session_id: UUID) -> ResponseReturnValue:
    """Say that a finished session is complete."""
    services().recorder.close(session_id, key=key(request.form))
    return redirect(_replay(session_id), 303)


@page.post("/sessions/<uuid:session_id>/abandon")
def abandon(session_id: UUID) -> ResponseReturnValue:
    """Leave a session in the middle."""
    if not plays_here(session_id):
        refuse(
            400,
            "Only the device that plays a session can stop it. Open it and press 'Play here too'.",
        )
    reason = request.form.get("reason", "").strip()[:400]
    session = services().recorder.abandon(session_id, reason, key=key(request.form)).session
    return redirect(_replay(session_id, step=session.last_step), 303)


def _tags(text: str) -> tuple[str, ...]:
    """Read tags with commas between them, each once."""
    return tuple(dict.fromkeys(tag.strip()[:40] for tag in text.split(",") if tag.strip()))


def _query(form: Mapping[str, str]) -> dict[str, str]:
    """Return the query of the page on which a form stood."""
    return dict(parse_qsl(urlsplit(local_path(form.get("back", ""))).query))


def _replay(session_id: UUID, **query: object) -> str:
    return url_for("replay.show", session_id=session_id, **query)  # type: ignore[arg-type]
