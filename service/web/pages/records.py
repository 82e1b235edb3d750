"""What is recorded about a session besides its moves: notes, its close, its being abandoned."""

from typing import cast
from uuid import UUID

from flask import Blueprint, redirect, request, url_for
from flask import abort as refuse
from flask.typing import ResponseReturnValue

from domain.session.events import Glyph
from domain.session.marks import read_marks
from service.web.context import plays_here, services
from service.web.forms import key, local_path

page = Blueprint("records", __name__)


@page.post("/sessions/<uuid:session_id>/notes")
def note(session_id: UUID) -> ResponseReturnValue:
    """Write a note at a step, with what it points at, and go back to where it was written."""
    form = request.form
    step = form.get("step", "")
    if not step.isdecimal() or len(step) > 9:
        refuse(400, "A note needs the step that it is about.")
    services().recorder.add_note(
        session_id,
        int(step),
        form.get("text", ""),
        form.get("author", "").strip()[:40],
        tags=_tags(form.get("tags", "")),
        marks=read_marks(form.get("marks", "")),
        glyph=cast(Glyph, form.get("glyph", "")),
        key=key(form),
    )
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


def _replay(session_id: UUID, **query: object) -> str:
    return url_for("replay.show", session_id=session_id, **query)  # type: ignore[arg-type]
