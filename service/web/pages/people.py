"""People and their roles, invitations, and the audit log: for designers."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.accounts.hidden import SHORTEST
from service.accounts.invitations import DAYS, about
from service.accounts.kinds import ROLES
from service.accounts.people import NoSuchPerson, checked_role
from service.web import callers
from service.web.context import services
from service.web.pages.tokens import days_in

page = Blueprint("people", __name__, url_prefix="/people")

MEANS = {
    "designer": "everything",
    "recorder": "logs, plays, amends, reads all",
    "player": "opens and plays digital sessions, writes notes",
    "watcher": "reads finished sessions and reports, watches live ones",
}
LINES = 100  # of the audit log on a page


@page.get("")
def show() -> ResponseReturnValue:
    """List people and invitations; say how to begin where there are none."""
    return _show()


@page.post("/invitations")
def invite() -> ResponseReturnValue:
    """Make a link for a new person and show it, once."""
    me, services_ = callers.person(), services()
    role = checked_role(request.form.get("role", ""))
    until = services_.now() + timedelta(days=days_in(request.form.get("days", str(DAYS))))
    made = services_.accounts.invite_person(role, me.name, until, callers.where())
    return _show(url_for("join.form", secret=made.secret, _external=True))


@page.post("/invitations/<small:id_>/revoke")
def revoke(id_: int) -> ResponseReturnValue:
    """End an invitation of any kind at once."""
    if not services().accounts.revoke(id_, callers.person().name, callers.where()):
        abort(404, "There is no such invitation, or it is revoked already.")
    return redirect(url_for("people.show", _anchor="invitations"), 303)


@page.post("/<small:id_>/role")
def role(id_: int) -> ResponseReturnValue:
    """Give somebody another role."""
    role = checked_role(request.form.get("role", ""))
    with _present():
        services().accounts.set_role(id_, role, callers.person().name, callers.where())
    return redirect(url_for("people.show"), 303)


@page.post("/<small:id_>/password")
def password(id_: int) -> ResponseReturnValue:
    """Set somebody's password, as for one who has forgotten it; their sign-ins end."""
    me, new = callers.person(), request.form.get("password", "")
    with _present():
        changed = services().accounts.set_password(id_, new, me.name, callers.where())
    if changed.id == me.id:
        callers.sign_in(changed)
    return redirect(url_for("people.show"), 303)


@page.post("/<small:id_>/remove")
def remove(id_: int) -> ResponseReturnValue:
    """Remove an account; what its person recorded stays."""
    with _present():
        services().accounts.remove(id_, callers.person().name, callers.where())
    return redirect(url_for("people.show"), 303)


@page.get("/audit")
def audit() -> ResponseReturnValue:
    """List what was done with accounts, newest first."""
    before = request.args.get("before", "")
    since = int(before) if before.isascii() and before.isdecimal() and len(before) < 10 else None
    entries = services().accounts.entries(LINES + 1, since)
    more = entries[LINES - 1].id if len(entries) > LINES else None
    return render_template("audit.html", here="people", entries=entries[:LINES], more=more)


@contextmanager
def _present() -> Iterator[None]:
    """Answer 404 where somebody is no longer there."""
    try:
        yield
    except NoSuchPerson as error:
        abort(404, f"{error}.")


def _show(link: str = "") -> str:
    accounts = services().accounts
    return render_template(
        "people.html",
        here="people",
        open=accounts.is_open(),
        people=accounts.people(),
        invitations=[(one, about(one), accounts.counts(one)) for one in accounts.invitations()],
        link=link,
        roles=ROLES,
        means=MEANS,
        days=DAYS,
        shortest=SHORTEST,
    )
