"""What can be shown elsewhere: a position as a picture, a step in a frame, a session as a file."""

from typing import Literal
from uuid import UUID

from flask import Blueprint, Response, abort, current_app, render_template, request
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from domain.errors import SessionError
from domain.session import Session
from service.transfer.exporting import export_of
from service.transfer.shelf import Shelf
from service.web import forms, safety
from service.web.boards.middles import middles
from service.web.context import load, services
from service.web.frames import film_of
from service.web.knowledge import choose, is_open
from service.web.moment import Moment
from service.web.offline import offline
from service.web.pages import replay
from service.web.pictures import Asked, Pictures, png, svg
from service.web.pictures.marks import marks_of, over
from service.web.shelf import playback
from service.web.words import title_of

page = Blueprint("share", __name__)
Form = Literal["svg", "png"]
TYPES = {"svg": "image/svg+xml", "png": "image/png"}


@page.record_once
def install(setup: BlueprintSetupState) -> None:
    """Give the application pictures of its own to keep, and templates what they ask of a board."""
    setup.app.jinja_env.globals |= {"middles": middles, "whole_open": is_open}
    setup.app.extensions["mothlog-pictures"] = Pictures()


@page.get("/sessions/<uuid:session_id>/steps/<int:step>.<any(svg, png):form>")
def picture(session_id: UUID, step: int, form: Form) -> ResponseReturnValue:
    """Return the position at a step as a picture."""
    session = load(session_id)
    at = moment(session, step)
    asked = Asked.of(request.args, len(session.players))
    answer = Response(drawn(at, asked, form), mimetype=TYPES[form])
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Content-Disposition"] = f'inline; filename="{file_name(at)}.{form}"'
    answer.add_etag()
    return answer.make_conditional(request)


@page.get("/embed/sessions/<uuid:session_id>")
def embed(session_id: UUID) -> ResponseReturnValue:
    """Show a step with the ways to the others, for a frame in a page of another site."""
    session = load(session_id)
    wanted = request.args.get("step", "0")
    at = moment(session, forms.step(wanted))
    asked = Asked.of(request.args, len(session.players))
    marks, places = marks_of(at), middles(at.film.game, at.table)
    safety.allow_framing()
    return render_template(
        "embed.html",
        session=session,
        at=at,
        film=at.film,
        table=at.table,
        board_template=at.film.template,
        title=title_of(session),
        theme=asked.theme if "theme" in request.args else "",
        marks=marks,
        drawn=lambda board: over(board, marks, places),
    )


def moment(session: Session, step: int) -> Moment:
    """Return a step in the view that the request asks for, as far as that is open; where what comes
    next is hidden, the last step in place of a later one, as a refusal would tell the length.

    :raises SessionError: there is no such step.
    """
    asked, hide = request.args.get("view", ""), request.args.get("hide") == "1"
    film = playback(session, choose(session, asked, hide))
    if hide:
        step = min(step, film.last)
    if not 0 <= step <= film.last:
        steps = f"it has the steps 0 to {film.last}"
        raise SessionError(f"there is no step {step} in this session; {steps}")
    return Moment(film, step, hide, asked=asked)


@page.get("/sessions/<uuid:session_id>.html")
def file(session_id: UUID) -> ResponseReturnValue:
    """Return a session as one file that replays without a network."""
    if request.args.get("hide") == "1":  # the file holds every step
        abort(400, "The file tells how a session goes on; what comes next cannot be hidden in it.")
    at = moment(load(session_id), 0)
    answer = Response(offline_file(at), mimetype="text/html")
    name = f"{at.film.game.command_name}-{at.session.id.hex[-6:]}.html"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@page.get("/sessions/<uuid:session_id>/export.<any(txt, jsonl):form>")
def export(session_id: UUID, form: Literal["txt", "jsonl"]) -> ResponseReturnValue:
    """Return a session as a file to import, with everything that was recorded."""
    session = load(session_id)
    if not is_open(session):
        abort(403, "A session that is played digitally can be taken along when it has ended.")
    told = export_of(session, "text" if form == "txt" else "jsonl", Shelf(services().data))
    kind = "text/plain" if form == "txt" else "application/x-ndjson"
    answer = Response(told, mimetype=kind)
    name = f"{session.game.command_name}-{session.id.hex[-6:]}.{form}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def offline_file(at: Moment) -> str:
    """Put a session in a view into one file."""
    first = Moment(at.film, 0, asked=at.view)
    return offline(replay.drawn(first), film_of(at.film).frames, at.film.knowledge.title)


def drawn(at: Moment, asked: Asked, form: Form) -> bytes:
    """Return a picture's content; the ones used last are kept."""
    pictures: Pictures = current_app.extensions["mothlog-pictures"]
    session = at.session
    key = session.id, session.version, at.view, at.step, at.hide, asked
    drawing = pictures.get((*key, "svg"), lambda: svg(at, asked).encode())
    if form == "svg":
        return drawing
    return pictures.get((*key, "png"), lambda: png(drawing.decode(), asked.width))


def file_name(at: Moment) -> str:
    """Name a file for a step: game, the session's last digits, step."""
    film = at.film
    return f"{film.game.command_name}-{film.session.id.hex[-6:]}-{at.step}"
