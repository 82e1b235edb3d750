"""Signing in and out, and one's own password."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue

from domain.errors import Invalid
from service.web import callers, limits
from service.web.context import services
from service.web.forms import local_path

page = Blueprint("sign_in", __name__)

WRONG = "Name and password do not fit together."


@page.get("/sign-in")
def form() -> ResponseReturnValue:
    """Ask for name and password; say so where there are no accounts."""
    return _form(request.args.get("next", ""))


@page.post("/sign-in")
def submit() -> ResponseReturnValue:
    """Sign in and go on to where the way led."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    with limits.trying(name):
        found = services().accounts.sign_in(name, password, callers.where())
        if found is None:
            limits.count_failure(name)
    if found is None:
        return _form(request.form.get("next", ""), name[:40], WRONG), 401
    callers.sign_in(found)
    return redirect(local_path(request.form.get("next", "")) or url_for("sessions.index"), 303)


@page.post("/sign-out")
def out() -> ResponseReturnValue:
    """Sign out on this device, and close every hand that lies open on it."""
    services().accounts.note("signed out", callers.person().name, callers.where())
    cookie.clear()
    return redirect(url_for("sign_in.form"), 303)


@page.post("/account/sign-out-everywhere")
def everywhere() -> ResponseReturnValue:
    """End every sign-in of this person, this one too."""
    me = callers.person()
    services().accounts.sign_out_everywhere(me.id, me.name, callers.where())
    cookie.clear()
    return redirect(url_for("sign_in.form"), 303)


@page.post("/account/password")
def password() -> ResponseReturnValue:
    """Change one's own password; every other sign-in ends."""
    me, accounts = callers.person(), services().accounts
    with limits.trying(me.name):
        if not accounts.check_password(me.id, request.form.get("old", "")):
            limits.count_failure(me.name)
            raise Invalid("old password: another one found, expected the present one")
        changed = accounts.set_password(
            me.id, request.form.get("new", ""), me.name, callers.where()
        )
    callers.sign_in(changed)
    return redirect(url_for("tokens.show", changed=1), 303)


def _form(next_: str, name: str = "", problem: str = "") -> str:
    return render_template(
        "sign_in.html",
        here="",
        next=local_path(next_),
        name=name,
        problem=problem,
        open=services().accounts.is_open(),
    )
