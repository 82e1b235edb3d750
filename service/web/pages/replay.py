"""Stepping through a session: the whole page, one step of it, and a step as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from flask import Blueprint, abort, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue

from domain.edition import assumed, parse_edition
from domain.errors import SessionError
from domain.session import Session
from service import seeds, views
from service.web import finding, pace, words
from service.web.context import load
from service.web.evaluating import turning
from service.web.frames import film_of
from service.web.knowledge import choose
from service.web.moment import Moment
from service.web.pages.feedback import links
from service.web.shelf import playback
from service.web.timeline import graph, line
from service.web.whence import offshoots
from service.web.words import title_of, untitled

page = Blueprint("replay", __name__)


class Draft(NamedTuple):
    """A note as its form was filled in, and by field what is wrong."""

    form: Mapping[str, str]
    errors: Mapping[str, str]


@page.get("/sessions/<uuid:session_id>")
def show(session_id: UUID) -> ResponseReturnValue:
    """Show a step with its log; the newest step of a session that is played, else the set-up."""
    session = load(session_id)
    wanted = request.args.get("step")
    last = session.last_step
    step = _number(wanted) if wanted is not None else last if session.status == "live" else 0
    moment = _moment(session, min(step, last), request.args)
    if moment.step != step:
        return redirect(moment.back)
    return drawn(moment)


def again(session: Session, step: int, query: Mapping[str, str], written: Draft) -> str:
    """Draw a step with a note that cannot be kept as it is written.

    :param query: whose knowledge the page shows, and what it hides, as in an address.
    """
    return drawn(_moment(session, step, query), written)


def drawn(moment: Moment, written: Draft | None = None) -> str:
    """Draw the whole page of a step, with the form of a note as it was written."""
    session = moment.session
    branched = [] if moment.hide else offshoots(session)
    return render_template(
        "replay.html",
        here="sessions",
        facts=facts(session, moment.hide),
        assumed=assumed(parse_edition(session.opened.edition, session.game.edition)),
        rulings=changed_rulings(session),
        views=moment.views(),
        pace=[] if moment.hide else pace.real(moment.film),
        interest=[] if moment.hide else pace.interest(moment.film),
        answering=links(session) if session.opened.mode == "table" else [],
        branched=branched,
        written=written,
        **_parts(moment, [(each.step, each.title) for each in branched]),
    )


@page.get("/sessions/<uuid:session_id>/steps/<int:step>")
def frame(session_id: UUID, step: int) -> ResponseReturnValue:
    """Return the parts of the page that change from step to step."""
    moment = _moment(load(session_id), step, request.args)
    if moment.hide:  # what surrounds the step hides what comes next, too
        return render_template("frame.html", **_parts(moment))
    return film_of(moment.film).frames.fragment(moment.step)


@page.get("/sessions/<uuid:session_id>.json")
def data(session_id: UUID) -> ResponseReturnValue:
    """Return a step as JSON, as the view sees it; see ``docs/json.md``."""
    if request.args.get("hide") == "1":  # the session's own row tells how it ended
        abort(400, "JSON tells how a session goes on; what comes next cannot be hidden in it.")
    session = load(session_id)
    wanted = request.args.get("step")
    step = session.last_step if wanted is None else _number(wanted)
    knowledge = choose(session, request.args.get("view"))
    told = views.at_step(session, step, knowledge.view)
    if knowledge.now:
        known = playback(session, knowledge).states[step]
        told |= {"view": "seat-now", "state": session.game.as_data(known)}
    return jsonify(told)


def facts(session: Session, hide: bool = False) -> str:
    """Return game, seats, day and length in one line; a title that is game and day is enough."""
    opened = session.log[0].at
    said = [words.count(len(session.players), "seat")]
    if not untitled(session):
        said = [session.game.title, *said, words.day(opened)]
    if session.opened.mode == "simulated":
        said.append("simulated")
    elif not hide and session.status != "live" and session.opened.branch is None:
        said.append(words.length(session.moves[-1].at - opened))
    return ", ".join(
        [
            *said,
            *map(words.isolated, filter(None, [session.opened.prototype, session.opened.place])),
        ]
    )


def changed_rulings(session: Session) -> list[tuple[str, str]]:
    """List the rulings that are not at their default."""
    book = seeds.rulebook(session.game)
    played = session.opened.options
    return [
        (option.name, played[option.name])
        for option in book.options
        if played.get(option.name, option.values[0].value) != option.values[0].value
    ]


def _moment(session: Session, step: int, query: Mapping[str, str]) -> Moment:
    hide = query.get("hide") == "1"
    asked = query.get("view", "")
    film = playback(session, choose(session, asked, hide))
    if hide:
        step = min(step, film.last)
    if not 0 <= step <= film.last:
        steps = f"it has the steps 0 to {film.last}"
        raise SessionError(f"there is no step {step} in this session; {steps}")
    sought = finding.read(query, len(session.players))
    return Moment(film, step, hide, query.get("taken") == "1", asked, sought)


def _parts(moment: Moment, branched: Sequence[tuple[int, str]] = ()) -> dict[str, Any]:
    film = moment.film
    return {
        "at": moment,
        "KINDS": finding.KINDS,
        "session": film.session,
        "film": film,
        "title": title_of(film.session),
        "board_template": film.template,
        "table": moment.table,
        "rounds": _stops(moment, film.round_stops),
        "turns": _stops(moment, film.turn_stops),
        "graph": graph(film, moment.step, moment.hide),
        "line": line(
            film, moment.step, moment.hide, branched, turning(film, moment.step, moment.hide)
        ),
    }


def _stops(moment: Moment, stops: list[int]) -> list[int]:
    """Keep the stops that the reader may know of: while what comes next is hidden, those behind."""
    return [stop for stop in stops if stop < moment.step] if moment.hide else stops


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        abort(400, f"A step is a number from 0, not {text[:40]!r}.")
    return int(text)
