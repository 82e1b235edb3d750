"""Why something cannot be played: asked about a place or a card at a step of a replay."""

from uuid import UUID

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from domain.errors import SessionError
from service.web.context import load
from service.web.knowledge import choose
from service.web.moment import Moment
from service.web.shelf import playback
from service.web.why import Question, ask
from service.web.words import title_of

page = Blueprint("why", __name__)


@page.app_template_global()
def question(at: Moment) -> Question:
    """Return the question that a page about a step begins with: nothing is asked yet."""
    return ask(at.film, at.step)


@page.get("/sessions/<uuid:session_id>/steps/<int:step>/why")
def part(session_id: UUID, step: int) -> ResponseReturnValue:
    """Return question and answer as a part of the replay's page."""
    return render_template("why_part.html", **_asked(session_id, step))


@page.get("/sessions/<uuid:session_id>/why")
def show(session_id: UUID) -> ResponseReturnValue:
    """Show question and answer on a page of their own."""
    step = _number("step")
    return render_template("why.html", here="sessions", **_asked(session_id, step or 0))


def _asked(session_id: UUID, step: int) -> dict[str, object]:
    session = load(session_id)
    hide, view = request.args.get("hide") == "1", request.args.get("view", "")
    film = playback(session, choose(session, view, hide))
    if hide:
        step = min(step, film.last)
    if step > film.last:
        raise SessionError(f"there is no step {step} in this session")
    about = request.args.get("about", "")
    return {
        "at": Moment(film, step, hide, asked=view),
        "asked": ask(film, step, _number("seat"), about),
        "session": session,
        "film": film,
        "title": title_of(session),
        "board_template": film.template,
    }


def _number(name: str) -> int | None:
    text = request.args.get(name, "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 9:
        abort(400, f"A {name} is a number from 0, not {text[:40]!r}.")
    return int(text)
