"""Where invitations lead: to an account of one's own, to a seat, or to a session to watch.

A link is used by pressing a button, so that a program that looks at it does not use it up.
"""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from domain.errors import Invalid
from service.accounts import Invitation
from service.accounts.hidden import SHORTEST
from service.web import callers, limits, safety
from service.web.context import load, services
from service.web.words import title_of

page = Blueprint("join", __name__, url_prefix="/join")

GONE = "This link leads nowhere: it is mistyped, used up, revoked or over. Ask for a new one."


@page.get("/<secret>")
def form(secret: str) -> ResponseReturnValue:
    """Say what the link is for, and ask before it is used."""
    safety.keep_address()
    return _form(secret, _named(secret))


@page.post("/<secret>")
def enter(secret: str) -> ResponseReturnValue:
    """Use the link."""
    safety.keep_address()
    link = _named(secret)
    if link.kind == "person":
        return _join(secret, link)
    found = services().accounts.redeem(secret)
    if found is None or found.session_id is None:
        abort(404, GONE)
    load(found.session_id)
    callers.remember(found)
    return redirect(url_for("play.table", session_id=found.session_id, seat=found.seat), 303)


def _join(secret: str, link: Invitation) -> ResponseReturnValue:
    """Make the account, and sign its person in."""
    name = request.form.get("name", "")
    with limits.trying(name):
        try:
            made = services().accounts.join(
                secret, name, request.form.get("password", ""), callers.where()
            )
        except Invalid as error:
            limits.count_failure(name)
            return _form(secret, link, name[:40], f"{error}"), 422
    if made is None:
        abort(404, GONE)
    callers.sign_in(made)
    return redirect(url_for("sessions.index"), 303)


def _named(secret: str) -> Invitation:
    found = services().accounts.peek(secret)
    if found is None:
        abort(404, GONE)
    return found


def _form(secret: str, link: Invitation, name: str = "", problem: str = "") -> str:
    session = load(link.session_id) if link.session_id else None
    return render_template(
        "join.html",
        here="",
        secret=secret,
        link=link,
        session=session,
        title=title_of(session) if session else "",
        name=name,
        problem=problem,
        shortest=SHORTEST,
    )
