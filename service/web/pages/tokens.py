"""One's own account: who one is here, the password, and tokens for programs."""

from datetime import timedelta
from typing import cast

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from domain.errors import Invalid
from service.accounts import Scope
from service.accounts.hidden import SHORTEST
from service.web import callers
from service.web.context import services

page = Blueprint("tokens", __name__, url_prefix="/account")

SCOPES: tuple[tuple[Scope, str], ...] = (
    ("read", "read only"),
    ("record", "read and record sessions"),
    ("everything", "all that I may do"),
)
LASTS = (("30", "30 days"), ("365", "a year"), ("", "until revoked"))


@page.get("")
def show() -> ResponseReturnValue:
    """Show the account; where there are none, how to make the first."""
    return redirect(url_for("people.show")) if callers.caller() is None else _show()


@page.post("/tokens")
def make() -> ResponseReturnValue:
    """Make a token and show its secret, once."""
    me, form, services_ = callers.person(), request.form, services()
    days = form.get("days", "")
    until = services_.now() + timedelta(days=days_in(days)) if days else None
    _, secret = services_.accounts.make_token(
        me, form.get("name", ""), cast(Scope, form.get("scope", "")), until, callers.where()
    )
    return _show(secret)


@page.post("/tokens/<small:id_>/revoke")
def revoke(id_: int) -> ResponseReturnValue:
    """End a token at once."""
    if not services().accounts.revoke_token(id_, callers.person(), callers.where()):
        abort(404, "You have no such token.")
    return redirect(url_for("tokens.show"), 303)


def days_in(text: str) -> int:
    """Return how many days a form says.

    :raises Invalid: it is no number from 1 to 3650.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 5 and 1 <= int(text) <= 3650):
        raise Invalid(f"days: {text[:40]!r} found, expected 1 to 3650")
    return int(text)


def _show(secret: str = "") -> str:
    me = callers.person()
    return render_template(
        "account.html",
        here="account",
        me=me,
        tokens=services().accounts.tokens(me),
        secret=secret,
        scopes=SCOPES,
        lasts=LASTS,
        now=services().now(),
        changed="changed" in request.args,
        shortest=SHORTEST,
    )
