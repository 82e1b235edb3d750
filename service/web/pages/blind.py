"""Blind mode: what would you do? Asked at each decision before what was done is shown."""

from typing import Any
from uuid import UUID

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from domain.errors import Refusal, SessionError
from domain.session import Session
from service.web import blind, context, forms
from service.web import guesses as counting
from service.web.boards import board_of
from service.web.callers import may
from service.web.knowledge import is_open
from service.web.moment import Moment
from service.web.pages.replay import facts
from service.web.words import title_of

page = Blueprint("blind", __name__, url_prefix="/sessions/<uuid:session_id>/blind")

RECENT = 8
"""Steps before a decision that are told again beside it."""


@page.record_once
def install(setup: BlueprintSetupState) -> None:
    """Let the replay's templates count guesses."""
    setup.app.jinja_env.globals |= {"blind": blind, "counting": counting, "may_guess": _may_guess}


@page.get("")
def show(session_id: UUID) -> ResponseReturnValue:
    """Ask what the reader would do at a decision, show what was done, or count at the end."""
    session = _load(session_id)
    whose = _whose(request.args.get("seat", "all"), session)
    given = request.args.get("step")
    if request.args.get("done") == "1":
        return _counted(session, whose, None if given is None else forms.step(given))
    step = forms.step(given or "0")
    decision = blind.next_decision(session, whose, step)
    if decision is None:
        return redirect(_to(session, whose, done=1))
    if decision.step != step or given is None:
        return redirect(_to(session, whose, step=decision.step))
    if decision.step in blind.own(session, blind.guesses(session)) or "show" in request.args:
        return _shown(session, whose, decision)
    return _asked(session, whose, decision)


@page.post("")
def guess(session_id: UUID) -> ResponseReturnValue:
    """Record what the reader would do, and show what was done."""
    session = _load(session_id)
    whose = _whose(request.form.get("whose", "all"), session)
    step = forms.step(request.form.get("step", ""))
    decision = blind.decisions(session).get(step)
    if decision is None:
        raise SessionError(f"no seat chose anything at step {step}, so nothing can be guessed")
    try:
        blind.record(context.services().recorder, session, decision, _action(session, decision))
    except Refusal as refusal:
        return _asked(session, whose, decision, refusal), 422
    return redirect(_to(session, whose, step=step), 303)


@page.post("/name")
def name(session_id: UUID) -> ResponseReturnValue:
    """Guess under another name from now on."""
    session = _load(session_id)
    blind.call(request.form.get("author", ""))
    back = forms.local_path(request.form.get("back", ""))
    return redirect(back or _to(session, None), 303)


def _may_guess(session: Session) -> bool:
    """Whether this reader may guess decisions of a session."""
    return is_open(session) and may("blind.show")


def _load(session_id: UUID) -> Session:
    session = context.load(session_id)
    blind.check_open(session)
    return session


def _whose(text: str, session: Session) -> int | None:
    """Return the seat whose decisions are guessed, or ``None`` for everybody's."""
    seats = range(len(session.players))
    if text != "all" and text not in map(str, seats):
        abort(400, f"There is no seat {text[:40]!r}; expected all or 0 to {seats[-1]}.")
    return None if text == "all" else int(text)


def _action(session: Session, decision: counting.Decision) -> Any:
    """Read the action that a form holds, whole or as the pad sent it."""
    game, form = session.game, request.form
    if "action" not in form:
        seen = blind.film_of(session, decision).then[decision.step]
        return board_of(game).press(seen, decision.seat, form)
    try:
        return msgspec.json.decode(form["action"], type=game.action)
    except msgspec.MsgspecError:
        abort(400, "The form holds no action of this game.")


def _asked(
    session: Session, whose: int | None, decision: counting.Decision, refusal: Refusal | None = None
) -> str:
    film, step, seat = blind.film_of(session, decision), decision.step, decision.seat
    state, board = film.then[step], film.board
    groups = board.choices(state, seat)
    return render_template(
        "blind.html",
        groups=groups,
        pad=board.pad(state, seat, groups),
        turn=board.turn(state, seat),
        recent=film.rows[max(0, step - RECENT + 1) : step + 1][::-1],
        refusal=refusal,
        sends=url_for("blind.guess", session_id=session.id),
        whole=lambda action: msgspec.json.encode(action).decode(),
        **_common(session, whose, decision, step),
    )


def _shown(session: Session, whose: int | None, decision: counting.Decision) -> str:
    """Show what was done: the position after it, as the seat that chose saw it."""
    given = blind.guesses(session)
    own = blind.own(session, given).get(decision.step)
    here = [one for one in given if one.decision.step == decision.step]
    film = blind.film_of(session, decision)
    return render_template(
        "blind_shown.html",
        own=own,
        counted=counting.tally(here),
        options=[
            (blind.in_words(film, decision.step, one.action), one)
            for one in counting.options(decision, here, own)
        ],
        **_common(session, whose, decision, decision.step + 1),
    )


def _common(
    session: Session, whose: int | None, decision: counting.Decision, step: int
) -> dict[str, Any]:
    """Return what both pages of a decision show; nothing behind ``step`` is in it."""
    film = blind.film_of(session, decision)
    at = Moment(film, step, hide=True, asked=str(decision.seat))
    mine = blind.own(session, blind.guesses(session)).values()
    before = [
        one for one in mine if one.decision.step < step and whose in (None, one.decision.seat)
    ]
    return _page(session, whose) | {
        "film": film,
        "at": at,
        "table": at.table,
        "board_template": film.template,
        "seat": decision.seat,
        "step": decision.step,
        "so_far": counting.tally(before),
        "key": "",
    }


def _counted(session: Session, whose: int | None, step: int | None) -> str:
    """Count this reader's guesses, and compare those decisions with what others said."""
    given = blind.guesses(session)
    mine = [one for one in blind.own(session, given).values() if whose in (None, one.decision.seat)]
    mine.sort(key=lambda one: one.decision.step)
    answered = {one.decision.step for one in mine}
    return render_template(
        "blind_counted.html",
        mine=[(one, *_both(session, one)) for one in mine],
        told=counting.tally(mine),
        kinds=counting.by_kind(mine),
        apart=[
            (decision, told, _done(session, decision))
            for decision, told in counting.apart(
                one for one in given if one.decision.step in answered
            )
        ],
        step=step,
        **_page(session, whose),
    )


def _both(session: Session, one: counting.Guess) -> tuple[Any, Any]:
    film, decision = blind.film_of(session, one.decision), one.decision
    return (
        _words(film, blind.in_words(film, decision.step, one.action)),
        _done(session, decision),
    )


def _done(session: Session, decision: counting.Decision) -> Any:
    film = blind.film_of(session, decision)
    return _words(film, blind.in_words(film, decision.step, decision.action))


def _words(film: Any, parts: Any) -> Any:
    return Moment(film, 0).words(parts)


def _page(session: Session, whose: int | None) -> dict[str, Any]:
    return {
        "here": "sessions",
        "session": session,
        "title": title_of(session),
        "facts": facts(session, hide=True),
        "names": session.names,
        "whose": "all" if whose is None else whose,
        "author": blind.author(),
    }


def _to(session: Session, whose: int | None, **query: int) -> str:
    seat = "all" if whose is None else str(whose)
    values: dict[str, Any] = {"session_id": session.id, "seat": seat, **query}
    return url_for("blind.show", **values)
