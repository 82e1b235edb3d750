"""Playing a session on this device: one open hand at a time, bots in between."""

from contextlib import suppress
from typing import Any
from uuid import UUID

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from domain.errors import Refusal
from domain.session import Session
from domain.words import plain
from service.bots import play_bots
from service.store import Conflict
from service.web import context, forms
from service.web.boards import board_of
from service.web.knowledge import EVERYTHING, PUBLIC, as_seat, is_open
from service.web.moment import Moment
from service.web.pages.replay import facts, title_of
from service.web.playback import Playback, playback
from service.web.since import Since, since

page = Blueprint("play", __name__, url_prefix="/sessions/<uuid:session_id>/play")


@page.get("")
def table(session_id: UUID) -> ResponseReturnValue:
    """Show the table: the open hand and its choices, or whom to pass the device to."""
    return _table(context.load(session_id))


@page.get("/version")
def version(session_id: UUID) -> ResponseReturnValue:
    """Return the session's version: a page that only watches asks for it before it looks again."""
    return {"version": context.load(session_id).version}


@page.post("/here")
def here(session_id: UUID) -> ResponseReturnValue:
    """Make this device the table, and let bots that are to act go first."""
    context.play_here(session_id)
    with suppress(Conflict):
        play_bots(context.services().recorder, context.load(session_id))
    return _back(session_id)


@page.post("/open")
def uncover(session_id: UUID) -> ResponseReturnValue:
    """Lay the hand of the seat to act open; somebody pressed that they are that seat."""
    session = context.load(session_id)
    _check_table(session)
    seat = request.form.get("seat", "")
    if seat in {str(s) for s in session.game.to_act(session.state)}:
        context.open_hand(session.id, int(seat))
    return _back(session_id)


@page.post("/act")
def act(session_id: UUID) -> ResponseReturnValue:
    """Carry out an action, given whole or as the pad sent it; then let bots act."""
    session = context.load(session_id)
    _check_table(session)
    form, recorder = request.form, context.services().recorder
    made_for, key = forms.version(form), forms.key(form)
    try:
        seat = _opened(session)
        action = _action(session, seat)
        acts_for = getattr(action, "seat", seat)
        closed = acts_for != seat and acts_for in session.game.to_act(session.state)
        if made_for == session.version and (seat is None or closed):
            abort(400, "The hand that acts is not open on this device.")
        answer = recorder.act(session_id, action, version=made_for, key=key)
    except Conflict:
        return _table(context.load(session_id), moved_on=True), 409
    except Refusal as refusal:
        return _table(session, refusal), 422
    with suppress(Conflict):  # somebody else lets the bots act
        play_bots(recorder, answer.session)
    return _back(session_id)


@page.post("/take-back")
def take_back(session_id: UUID) -> ResponseReturnValue:
    """Take the last action of a person back, and what bots did after it."""
    session = context.load(session_id)
    _check_table(session)
    form, step = request.form, last_choice(session)
    if step is None:
        abort(422, "Nothing has been done yet that could be taken back.")
    try:
        after = context.services().recorder.take_back(
            session_id, step, version=forms.version(form), key=forms.key(form)
        )
    except Conflict:
        return _table(context.load(session_id), moved_on=True), 409
    was, now = (s.game.to_act(s.state) for s in (session, after.session))
    if was != now:
        context.cover(session_id)
    return _back(session_id)


def last_choice(session: Session) -> int | None:
    """Return the step at which a person chose last, or ``None``."""
    step, game = session.last_step, session.game
    while step > 0:
        step = session.decision_before(step)
        chosen = game.action_of(session.state_at(step), session.moves[step + 1].event)
        if chosen is not None and session.players[chosen.seat].bot is None:
            return step
    return None


def _table(session: Session, refusal: Refusal | None = None, moved_on: bool = False) -> str:
    common = {
        "here": "sessions",
        "session": session,
        "title": title_of(session),
        "facts": facts(session),
        "key": context.new_key(),
        "refusal": refusal,
        "moved_on": moved_on,
        "mine": context.plays_here(session.id),
    }
    acting = session.game.to_act(session.state) if session.status == "live" else ()
    people = [seat for seat in acting if session.players[seat].bot is None]
    if not people or not context.plays_here(session.id):
        knowledge, seat = EVERYTHING if is_open(session) else PUBLIC, None
    elif (seat := _opened(session)) is not None:
        if _is_only_person(session, seat):
            context.open_hand(session.id, seat)
        knowledge = as_seat(session, seat)
    else:
        knowledge, seat = PUBLIC, people[0]
    film = playback(session, knowledge)
    moment = Moment(film, film.last)
    common |= {"at": moment, "film": film, "table": moment.table, "seat": seat, "people": people}
    common |= {"board_template": film.template, "undo": last_choice(session) is not None}
    common |= {"waits": [film.names[bot] for bot in acting] if not people else []}
    common |= {"round": session.game.round_of(film.states[-1])}
    if seat is None:
        turn = f"{' and '.join(film.names[s] for s in acting)} to act" if acting else ""
        return render_template("watch.html", turn=turn, **common)
    news = since(film, seat)
    common |= {"since": news, "said": _said(film, news)}
    if knowledge is PUBLIC:
        context.cover(session.id)
        return render_template("pass.html", **common)
    board, state = film.board, film.states[-1]
    groups = board.choices(state, seat)
    common |= {"turn": board.turn(state, seat), "pad": board.pad(state, seat, groups)}
    return render_template("play.html", groups=groups, whole=_whole, **common)


def _said(film: Playback, news: Since) -> str:
    """Say what a screen reader hears: a round's end with what it brought, or the last step."""
    rows = list(news.telling) if news.over else []
    rows += [film.rows[-1]] if film.rows[-1] not in rows else []
    told = ". ".join(plain(row.sentence, film.names) for row in rows)
    return f"{film.word} {news.over} is over. {told}" if news.over else told


def _is_only_person(session: Session, seat: int) -> bool:
    people = [s for s, player in enumerate(session.players) if player.bot is None]
    return people == [seat]


def _opened(session: Session) -> int | None:
    """Return the seat to act whose hand lies open on this device."""
    opened = context.open_seat(session.id)
    acting = session.game.to_act(session.state)
    return next((s for s in acting if s == opened or _is_only_person(session, s)), None)


def _action(session: Session, seat: int | None) -> Any:
    form = request.form
    if "action" not in form:
        return board_of(session.game).press(session.state, seat or 0, form)
    try:
        return msgspec.json.decode(form["action"], type=session.game.action)
    except msgspec.MsgspecError:
        abort(400, "The form holds no action of this game.")


def _whole(action: Any) -> str:
    return msgspec.json.encode(action).decode()


def _check_table(session: Session) -> None:
    if not context.plays_here(session.id):
        abort(400, "This device is not the table of that session. Open it and press 'Play here'.")


def _back(session_id: UUID) -> ResponseReturnValue:
    return redirect(url_for("play.table", session_id=session_id), 303)
