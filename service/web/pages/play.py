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
    """Carry out an action, given whole or as a card and a place; then let bots act."""
    session = context.load(session_id)
    _check_table(session)
    form, recorder = request.form, context.services().recorder
    made_for, key = forms.version(form), forms.key(form)
    try:
        if made_for == session.version and not _hand_is_open(session):
            abort(400, "The hand that acts is not open on this device.")
        answer = recorder.act(session_id, _action(session), version=made_for, key=key)
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
        seats = game.to_act(session.state_at(step))
        if any(session.players[seat].bot is None for seat in seats):
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
    waits = bool(acting) and session.players[acting[0]].bot is not None
    if not acting or waits or not context.plays_here(session.id):
        knowledge, seat = EVERYTHING if is_open(session) else PUBLIC, None
    else:
        seat = acting[0]
        if _is_only_person(session, seat):
            context.open_hand(session.id, seat)
        opened = _is_only_person(session, seat) or context.open_seat(session.id) == seat
        knowledge = as_seat(session, seat) if opened else PUBLIC
    film = playback(session, knowledge)
    moment = Moment(film, film.last)
    common |= {"waits": waits, "at": moment, "film": film, "table": moment.table, "seat": seat}
    common |= {"board_template": film.board.template, "undo": last_choice(session) is not None}
    common |= {"round": session.game.round_of(film.states[-1])}
    if seat is None:
        turn = f"{session.names[acting[0]]} to act" if acting else ""
        return render_template("watch.html", turn=turn, **common)
    news = since(film, seat)
    common |= {"since": news, "said": _said(film, news)}
    if knowledge is PUBLIC:
        context.cover(session.id)
        return render_template("pass.html", **common)
    groups = film.board.choices(film.states[-1])
    lit = {choice.place for group in groups for choice in group.choices}
    common |= {"turn": film.board.turn(film.states[-1])}
    return render_template("play.html", groups=groups, lit=lit, token=_token, **common)


def _said(film: Playback, news: Since) -> str:
    """Say what a screen reader hears: a round's end with what it brought, or the last step."""
    rows = list(news.telling) if news.over else []
    rows += [film.rows[-1]] if film.rows[-1] not in rows else []
    told = ". ".join(plain(row.sentence, film.names) for row in rows)
    return f"Round {news.over} is over. {told}" if news.over else told


def _is_only_person(session: Session, seat: int) -> bool:
    people = [s for s, player in enumerate(session.players) if player.bot is None]
    return people == [seat]


def _hand_is_open(session: Session) -> bool:
    acting = session.game.to_act(session.state)
    return any(s == context.open_seat(session.id) or _is_only_person(session, s) for s in acting)


def _action(session: Session) -> Any:
    form = request.form
    if "action" not in form:
        board = playback(session, PUBLIC).board
        return board.press(session.state, form.get("card", ""), form.get("place", ""))
    try:
        return msgspec.json.decode(form["action"], type=session.game.action)
    except msgspec.MsgspecError:
        abort(400, "The form holds no action of this game.")


def _token(action: Any) -> str:
    return msgspec.json.encode(action).decode()


def _check_table(session: Session) -> None:
    if not context.plays_here(session.id):
        abort(400, "This device is not the table of that session. Open it and press 'Play here'.")


def _back(session_id: UUID) -> ResponseReturnValue:
    return redirect(url_for("play.table", session_id=session_id), 303)
