"""Two sessions side by side, moved by one dock; and choosing what to lay beside a session."""

from dataclasses import dataclass
from typing import Any, cast, get_args
from uuid import UUID

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from domain.session import Session
from service.web import catalogue, forms
from service.web.beside import Beside, By, Track, track
from service.web.context import load, services
from service.web.knowledge import EVERYTHING, PUBLIC, as_seat, choose, is_open
from service.web.moment import Moment
from service.web.playback import Playback
from service.web.query import Query
from service.web.shelf import playback
from service.web.whence import offshoots, origin
from service.web.words import title_of

page = Blueprint("compare", __name__)


@dataclass(frozen=True)
class Side:
    """One of the two: what it is called there, as it is stepped through, its own address.

    :ivar at: what is shown. The past that a branch has from its original is the original's, with
        those who sat there then.
    """

    label: str
    film: Playback
    at: Moment
    href: str

    @property
    def session(self) -> Session:
        """The session itself."""
        return self.film.session

    @property
    def title(self) -> str:
        """The session's title."""
        return title_of(self.session)

    @property
    def over(self) -> bool:
        """Whether it stands at its last step, where it waits for the other."""
        return self.at.step == self.film.last


@page.get("/compare")
def show() -> ResponseReturnValue:
    """Show two sessions of a game side by side at a place of their common track."""
    return render_template("compare.html", here="sessions", **_beside())


@page.get("/compare/part")
def part() -> ResponseReturnValue:
    """Return what changes from place to place."""
    return render_template("compare_part.html", **_beside())


@page.get("/sessions/<uuid:session_id>/compare")
def pick(session_id: UUID) -> ResponseReturnValue:
    """Choose what to lay beside a session: its original or branches, then others of its game."""
    session, query = load(session_id), Query.read(request.args)
    before = origin(session)
    near = [before.id] if before and before.href else []
    near += [each.id for each in offshoots(session)]
    wanted = Query(q=query.q, game=session.opened.game, page=query.page)
    found = catalogue.search(services(), wanted)
    others = [e for e in found.entries if e.session.id not in (session.id, *near)]
    return render_template(
        "compare_pick.html",
        here="sessions",
        session=session,
        title=title_of(session),
        step=forms.step(request.args.get("step", "0")),
        query=wanted,
        found=found,
        near=[catalogue.entry(load(id_)) for id_ in near],
        others=others,
    )


def _beside() -> dict[str, Any]:
    one, other = _asked()
    branch = other.opened.branch
    labels = ("original", "branch") if branch and branch.session == one.id else ("first", "second")
    view = request.args.get("view") or "all"
    mine, theirs = (playback(each, choose(each, view)) for each in (one, other))
    by = cast(By, request.args.get("by", "step"))
    if by not in get_args(By):
        abort(400, f"Steps are laid along each other by step or by round, not by {by[:40]!r}.")
    common = track(mine, theirs, by)
    wanted = request.args.get("step")
    start = common.place_of(branch.step) if branch and labels[0] == "original" else 0
    at = start if wanted is None else min(forms.step(wanted), common.last)
    both = Beside(mine, theirs, common, at, labels)
    fields = {"a": one.id, "b": other.id, "by": by, "view": view}

    def href(**changes: Any) -> str:
        return url_for("compare.show", **{**fields, "step": at, **changes})

    shared = labels[0] == "original" and both.shared
    sides = [
        Side(
            label,
            film,
            Moment(mine if shared else film, step, asked=view),
            url_for("replay.show", session_id=film.session.id, step=step, view=view),
        )
        for label, film, step in zip(labels, (mine, theirs), both.pair, strict=True)
    ]
    return {
        "session": one,
        "board_template": mine.template,
        "both": both,
        "sides": sides,
        "by": by,
        "view": view,
        "views": _views(one, other),
        "href": href,
        "switched": _switched(both),
        "parted": None if both.parted is None else _place(common, both.parted),
        "closed": [s.label for s in sides if not is_open(s.session)],
        "fields": fields,
    }


def _asked() -> tuple[Session, Session]:
    """Return the two sessions, a branch behind its original."""
    one, other = load(_id("a")), load(_id("b"))
    if one.id == other.id:
        abort(400, "Two different sessions are laid side by side; this is one twice.")
    if one.opened.game != other.opened.game:
        games = f"{one.game.title} and {other.game.title}"
        abort(400, f"Sessions of one game are laid side by side, not of {games}.")
    branch = one.opened.branch
    return (other, one) if branch and branch.session == other.id else (one, other)


def _id(name: str) -> UUID:
    try:
        return UUID(request.args.get(name, ""))
    except ValueError:
        abort(400, f"The address names no session as {name!r}; expected a session's id.")


def _views(one: Session, other: Session) -> list[tuple[str, str, int | None]]:
    """List whose knowledge can be shown of both: name, title and seat."""
    seats = range(min(len(one.players), len(other.players)))
    known = [*(as_seat(one, seat) for seat in seats), PUBLIC, EVERYTHING]
    return [(each.name, each.title, each.seat) for each in known]


def _switched(both: Beside) -> dict[str, int]:
    """Return by the way of laying them along each other the place that shows the same steps."""
    return {by: track(both.one, both.other, by).place_of(both.pair.one) for by in get_args(By)}


def _place(common: Track, step: int) -> int:
    """Return the first place at which either session stands at a step."""
    found = (at for at, pair in enumerate(common.pairs) if step in pair)
    return next(found, common.last)
