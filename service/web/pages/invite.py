"""Links to a live session: one for each seat that plays on a device of its own, one to watch."""

from uuid import UUID

import segno
from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from domain.session import Session
from service.accounts import Invitation
from service.web import callers
from service.web.context import load, services
from service.web.words import title_of

page = Blueprint("invite", __name__, url_prefix="/sessions/<uuid:session_id>/invite")

WATCH = "watch"


@page.get("")
def show(session_id: UUID) -> ResponseReturnValue:
    """List the links to a session, and offer new ones."""
    return _show(_playable(session_id))


@page.post("")
def make(session_id: UUID) -> ResponseReturnValue:
    """Make a link and show it, this once, with its code."""
    session, me, accounts = _playable(session_id), callers.person(), services().accounts
    whom = request.form.get("whom", "")
    if whom == WATCH:
        made = accounts.invite_watcher(session.id, me.name, where=callers.where())
    elif whom in map(str, _people(session)):
        made = accounts.invite_seat(session.id, int(whom), me.name, where=callers.where())
    else:
        abort(400, "A link is for a seat in which a person sits, or to watch.")
    return _show(session, made.invitation, url_for("join.form", secret=made.secret, _external=True))


@page.post("/<small:id_>/revoke")
def revoke(session_id: UUID, id_: int) -> ResponseReturnValue:
    """End one of the session's links at once."""
    session, me, accounts = _playable(session_id), callers.person(), services().accounts
    if id_ not in [one.id for one in accounts.invitations(session.id)]:
        abort(404, "This session has no such link.")
    accounts.revoke(id_, me.name, callers.where())
    return _show(session)


def _playable(session_id: UUID) -> Session:
    session = load(session_id)
    if session.opened.mode != "digital":
        abort(404, "Links lead to seats of sessions that are played digitally.")
    return session


def _people(session: Session) -> list[int]:
    return [seat for seat, player in enumerate(session.players) if player.bot is None]


def _show(session: Session, made: Invitation | None = None, link: str = "") -> str:
    accounts = services().accounts
    found = [] if accounts.is_open() else accounts.invitations(session.id)
    return render_template(
        "invite.html",
        here="sessions",
        session=session,
        title=title_of(session),
        open=accounts.is_open(),
        people=_people(session),
        given=[(one, accounts.counts(one)) for one in found],
        made=made,
        link=link,
        code=_code(link) if link else "",
    )


def _code(link: str) -> Markup:
    drawn = segno.make(link, error="m", micro=False)
    return Markup(drawn.svg_inline(border=4, omitsize=True, light="#fff", svgclass="qr"))
