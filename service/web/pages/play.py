"""Playing a session: on a device that is passed round with one open hand at a time, or with a
window for each seat. Bots act in between.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from domain.edition import assumed, parse_edition
from domain.errors import Refusal
from domain.events import Event
from domain.session import Session
from domain.session.consent import Question, back_or_ask, question, settle_take_back
from domain.session.events import TakenBack
from domain.words import plain, spoken
from service.recorder import Answer
from service.store import Conflict
from service.web import context, forms
from service.web.acting import let_bots_act
from service.web.boards import board_of
from service.web.callers import may
from service.web.errors import wants_json
from service.web.knowledge import EVERYTHING, PUBLIC, as_seat, is_open
from service.web.moment import Moment
from service.web.pages.replay import facts
from service.web.playback import Playback
from service.web.seating import (
    chooser,
    goes_on,
    is_only_person,
    last_choice,
    may_act,
    named_seat,
    opened_here,
    others,
    window_of,
)
from service.web.shelf import playback
from service.web.since import Since, since
from service.web.turns import drawing
from service.web.words import title_of

page = Blueprint("play", __name__, url_prefix="/sessions/<uuid:session_id>/play")


@page.get("")
def table(session_id: UUID) -> ResponseReturnValue:
    """Show the table: the open hand and its choices, or whom to pass the device to."""
    session = context.load(session_id)
    if session.opened.mode == "table":
        return redirect(url_for("table.show", session_id=session_id))
    with drawing:
        return _table(session)


@page.get("/version")
def version(session_id: UUID) -> ResponseReturnValue:
    """Return the session's version: a page that only watches asks for it before it looks again."""
    return {"version": context.load(session_id).version}


@page.post("/here")
def here(session_id: UUID) -> ResponseReturnValue:
    """Make this device the table, and let bots that are to act go first."""
    context.play_here(session_id)
    let_bots_act(context.load(session_id))
    return _back(session_id)


@page.post("/open")
def uncover(session_id: UUID) -> ResponseReturnValue:
    """Lay the hand of the seat to act open; somebody pressed that they are that seat."""
    session = context.load(session_id)
    _check_table(session)
    if (seat := named_seat(session)) is not None and may_act(session, seat):
        context.open_hand(session.id, seat)
    return _back(session_id)


@page.post("/cover")
def cover(session_id: UUID) -> ResponseReturnValue:
    """Close the open hand, so that the device can be passed on."""
    context.cover(session_id)
    return _back(session_id)


@page.post("/window")
def window(session_id: UUID) -> ResponseReturnValue:
    """Give a seat this window for itself; somebody pressed that they are that seat."""
    session = context.load(session_id)
    _check_table(session)
    seat = named_seat(session)
    if seat is None or session.players[seat].bot is not None:
        abort(400, "A window is for a seat in which a person sits.")
    context.open_window(session.id, seat)
    return _back(session_id, seat)


@page.post("/act")
def act(session_id: UUID) -> ResponseReturnValue:
    """Carry out an action, given whole or as the pad sent it; then let bots act."""
    session = context.load(session_id)
    _check_table(session)
    form, recorder = request.form, context.services().recorder
    made_for, key = forms.version(form), forms.key(form)
    try:
        seat = opened_here(session)
        action = _action(session, seat)
        _check_open(session, seat, action, made_for)
        answer = recorder.act(session_id, action, version=made_for, key=key)
    except Conflict as conflict:
        if wants_json():
            raise
        why = conflict.__cause__
        refused = why if isinstance(why, Refusal) else None
        return _table(context.load(session_id), refused, moved_on=True), 409
    except Refusal as refusal:
        if wants_json():
            raise
        return _table(context.load(session_id), refusal), 422
    after = _and_then(answer, action, key)
    let_bots_act(after)
    if window_of(session) is None and not goes_on(after, seat):
        context.cover(session_id)
    return _back(session_id, window_of(session))


def _check_open(session: Session, seat: int | None, action: Any, made_for: int) -> None:
    """Let an action of the seat whose hand is open pass, and one that comes too late."""
    acts_for: int = action.seat
    if acts_for not in range(len(session.players)):
        return
    other = acts_for != seat and may_act(session, acts_for)
    if (seat is None or other) and not session.overtaken(made_for, acts_for):
        abort(400, "The hand that acts is not open on this device.")


def _and_then(answer: Answer, action: Any, key: str | None) -> Session:
    """Carry out what the form asks for after its action, where that is due."""
    session = answer.session
    board, recorder = board_of(session.game), context.services().recorder
    follows = board.then(session.state, action.seat, request.form)
    if follows is None:
        return session
    seen = answer.entries[-1].version
    with suppress(Conflict, Refusal):  # the page asks
        session = recorder.act(
            session.id, follows, version=seen, key=f"{key}-then" if key else None
        ).session
    return session


@page.post("/take-back")
def take_back(session_id: UUID) -> ResponseReturnValue:
    """Take the last action of a person back, and what bots did after it; or ask the others."""
    session = context.load(session_id)
    _check_table(session)
    form, step, mine = request.form, last_choice(session), window_of(session)
    seat = None if step is None else chooser(session, step)
    try:
        after = context.services().recorder.run(
            session_id,
            lambda s: _back_or_ask(s, mine),
            forms.version(form),
            forms.key(form),
        )
    except Conflict:
        if wants_json():
            raise
        return _table(context.load(session_id), moved_on=True), 409
    if not isinstance(after.entries[-1].event, TakenBack):
        return _back(session_id, mine)
    if seat != context.open_seat(session_id) or not goes_on(
        after.session, context.open_seat(session_id)
    ):
        context.cover(session_id)
    return _back(session_id, mine)


def _back_or_ask(session: Session, mine: int | None) -> Sequence[Event]:
    """Go back to before a person's last choice, in a window its own seat's, or ask the others."""
    step = last_choice(session)
    if step is None or (mine is not None and chooser(session, step) != mine):
        abort(422, "Nothing has been done yet that could be taken back.")
    return back_or_ask(session, step, chooser(session, step))


@page.post("/answer")
def answer(session_id: UUID) -> ResponseReturnValue:
    """Answer for a seat whether what was asked may be taken back."""
    session = context.load(session_id)
    _check_table(session)
    form, seat = request.form, named_seat(session)
    if seat is None or form.get("agrees") not in ("yes", "no"):
        abort(400, "An answer names its seat and says yes or no.")
    agrees = form["agrees"] == "yes"
    try:
        context.services().recorder.run(
            session_id,
            lambda s: settle_take_back(s, seat, agrees),
            forms.version(form),
            forms.key(form),
        )
    except Conflict:
        if wants_json():
            raise
        return _table(context.load(session_id), moved_on=True), 409
    mine = window_of(session)
    if mine is None:
        context.cover(session_id)
    return _back(session_id, mine)


def _table(session: Session, refusal: Refusal | None = None, moved_on: bool = False) -> str:
    own = window_of(session) is not None
    common = {
        "here": "sessions",
        "session": session,
        "title": title_of(session),
        "facts": facts(session),
        "key": context.new_key(),
        "refusal": refusal,
        "moved_on": moved_on,
        "mine": context.plays_here(session.id) and (own or may("play.here", session.id)),
        "assumed": assumed(parse_edition(session.opened.edition, session.game.edition)),
    }
    acting = session.game.to_act(session.state) if session.status == "live" else ()
    people = [seat for seat in acting if session.players[seat].bot is None]
    mine = window_of(session)
    if session.status != "live" or not (people or mine is not None) or not common["mine"]:
        knowledge, seat = EVERYTHING if is_open(session) else PUBLIC, None
    elif (seat := opened_here(session)) is not None:
        if mine is None and is_only_person(session, seat):
            context.open_hand(session.id, seat)
        knowledge = as_seat(session, seat)
    else:
        knowledge, seat = PUBLIC, people[0]
    film = playback(session, knowledge)
    moment = Moment(film, film.last)
    common |= {"at": moment, "film": film, "table": moment.table, "seat": seat, "people": people}
    undo = last_choice(session)
    if mine is not None and undo is not None and chooser(session, undo) != mine:
        undo = None
    found = question(session)
    undo = undo if found is None or not found.open else None
    common |= {"board_template": film.template, "undo": undo is not None, "window": mine}
    common |= {"asks": found, "answering": _answering(found, mine, bool(common["mine"]))}
    common |= {"waits": [film.names[bot] for bot in acting] if not people else []}
    common |= {"round": session.game.round_of(film.states[-1]), "acting": acting}
    if seat is None:
        turn = f"{plain(spoken(acting), film.names)} to act" if acting else ""
        return render_template("watch.html", turn=turn, **common)
    news = since(film, seat)
    common |= {"since": news, "said": _said(film, news)}
    if knowledge is PUBLIC:
        context.cover(session.id)
        return render_template("pass.html", others=others(session, people), **common)
    return _hand(film, seat, acting, common)


def _answering(found: Question | None, mine: int | None, here: bool) -> list[int]:
    """List the seats that can answer on this page: its own, or on a shared device all."""
    if found is None or not here:
        return []
    return [seat for seat in found.waiting if mine is None or seat == mine]


def _hand(film: Playback, seat: int, acting: Sequence[int], common: dict[str, Any]) -> str:
    """Show a seat's hand with what it can choose, or that it waits for others."""
    board, state = film.board, film.states[-1]
    waiting = seat not in acting
    if waiting and not film.game.simultaneous:
        return render_template(
            "play.html", groups=[], pad=None, turn="", waiting=True, whole=_whole, **common
        )
    groups = board.choices(state, seat)
    common |= {"turn": board.turn(state, seat), "pad": board.pad(state, seat, groups)}
    return render_template("play.html", groups=groups, waiting=waiting, whole=_whole, **common)


def _said(film: Playback, news: Since) -> str:
    """Say what a screen reader hears: a round's end with what it brought, or the last step."""
    rows = list(news.telling) if news.over else []
    rows += [film.rows[-1]] if film.rows[-1] not in rows else []
    told = ". ".join(plain(row.sentence, film.names) for row in rows)
    return f"{film.word} {news.over} is over. {told}" if news.over else told


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
    """Let a device pass that plays a session which mothlog deals."""
    if session.opened.mode == "table":
        abort(422, "This session is the log of a real table: its page takes what was played.")
    if not context.plays_here(session.id):
        abort(
            400, "This device is not the table of that session. Open it and press 'Play here too'."
        )


def _back(session_id: UUID, seat: int | None = None) -> ResponseReturnValue:
    return redirect(url_for("play.table", session_id=session_id, seat=seat), 303)
