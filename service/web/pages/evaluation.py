"""Chances to win beside the replay, worked out when asked for; hints while a seat chooses."""

from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from analytics.bots.hints import Hint
from domain.errors import SessionError
from domain.session import Session
from service.evaluating.hints import Busy
from service.queue import TooBusy
from service.web import callers, context, forms
from service.web.evaluating import NAME, background, chances, hinting
from service.web.knowledge import as_seat, choose
from service.web.moment import Moment
from service.web.playback import Playback
from service.web.seating import opened_here, window_of
from service.web.shelf import playback
from service.web.words import title_of

page = Blueprint("evaluation", __name__, url_prefix="/sessions/<uuid:session_id>")


@page.get("/evaluation")
def part(session_id: UUID) -> ResponseReturnValue:
    """Show the turning points up to a step, or how far they are worked out, as a part of a page."""
    session = context.load(session_id)
    hide = request.args.get("hide") == "1"
    film = playback(session, choose(session, request.args.get("view"), hide))
    step = forms.step(request.args.get("step", "0")) if hide else film.last
    if step > film.last:
        raise SessionError(f"there is no step {step} in this session")
    found = chances(film, step, hide)
    if found is None:
        raise SessionError("this session has no chances to show")
    at = Moment(film, step, hide, asked=request.args.get("view", ""))
    return render_template("evaluation.html", at=at, film=film, session=session, chances=found)


@page.post("/evaluation")
def start(session_id: UUID) -> ResponseReturnValue:
    """Put an evaluation in line; it goes on when the page is left."""
    session = context.load(session_id)
    asked = request.form.get("view", "")
    knowledge = choose(session, asked)
    try:
        background().start(session, knowledge.view, callers.asker())
    except TooBusy as error:
        raise SessionError(str(error)) from None
    to = url_for("lines.show", session_id=session_id, line=NAME, view=asked or None)
    return redirect(to, 303)


class Tip(NamedTuple):
    """An action that a hint names, in words, with the places of the board that it is about."""

    hint: Hint
    sentence: Any
    whole: str
    places: tuple[str, ...]


@page.post("/play/hint")
def hint(session_id: UUID) -> ResponseReturnValue:
    """Say what a search from the open hand would do. Nothing is recorded."""
    session = context.load(session_id)
    seat = opened_here(session) if context.plays_here(session_id) else None
    if session.status != "live" or session.opened.mode == "table":
        raise SessionError("hints are for a seat that is to choose while a session is played")
    if seat is None or seat not in session.game.to_act(session.state):
        abort(400, "A hint is for the seat that is to choose, and whose hand is open here.")
    film = playback(session, as_seat(session, seat))
    try:
        seed = f"{session.id.hex} {film.last}"
        played = session.opened.game, session.opened.rules
        found = hinting().ask(*played, film.states[-1], seat, seed)
    except Busy as error:
        raise SessionError(str(error)) from None
    except OSError:
        raise SessionError("no hint came in time; ask again, or choose without one") from None
    return render_template(
        "hint.html",
        here="sessions",
        session=session,
        title=title_of(session),
        film=film,
        at=Moment(film, film.last),
        seat=seat,
        window=window_of(session),
        key=context.new_key(),
        tips=[_tip(session, film, each) for each in found],
        alone=len(session.players) == 1,
    )


def _tip(session: Session, film: Playback, found: Hint) -> Tip:
    game, state = session.game, film.states[-1]
    places = set(game.places(session.rules))
    named = [v for v in msgspec.to_builtins(found.action).values() if isinstance(v, str)]
    return Tip(
        found,
        Moment(film, film.last).words(game.tell_action(state, found.action)),
        msgspec.json.encode(found.action).decode(),
        tuple(name for name in named if name in places),
    )
