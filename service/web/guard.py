"""Lets pass who has the right: by a sign-in, by a token, or by a link to a seat or a session."""

from functools import partial
from uuid import UUID

import msgspec
from flask import (
    Flask,
    Response,
    current_app,
    g,
    make_response,
    redirect,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_login import LoginManager, current_user
from flask_wtf.csrf import CSRFError, validate_csrf
from wtforms import ValidationError

from service.accounts.accounts import end_of
from service.web import context
from service.web.callers import Caller, User, bits, caller, hosted, links, may, plays
from service.web.errors import ACCOUNTS_FAILURES, answer, unavailable
from service.web.rights import HAVE, OPENS, Right, right_of

CSRF_HEADER = "X-CSRFToken"
FREE = ("static", "plotly", "health.alive", "health.ready")
"""Answered without a look at accounts, whose database may be away."""

OPEN = (
    "nobody has an account here, so that everything is open to whoever sits at this machine and "
    "to nobody else: make a first one, with `mothlog people add NAME --role designer`"
)


def install(app: Flask) -> None:
    """Ask everybody who comes, before anything else is done."""
    manager = LoginManager()
    manager.user_loader(_user)
    # In place of init_app, whose remember-me cookie would make every answer depend on the cookie.
    app.login_manager = manager  # type: ignore[attr-defined]
    app.before_request(_check)
    app.after_request(_keep_host)
    app.jinja_env.globals |= {"may": may, "plays": plays, "visitor": caller}
    accounts = app.extensions[context.EXTENSION].accounts
    accounts.ended = partial(end_of, context.load)


def _user(id_: str) -> User | None:
    number, _, stamp = id_.partition(":")
    found = context.services().accounts.person(int(number)) if number.isdecimal() else None
    return User(found) if found is not None and found.stamp == stamp else None


def _check() -> ResponseReturnValue | None:
    """Let the request pass, or answer that its sender has to sign in, or may not."""
    accounts = context.services().accounts
    if request.endpoint in FREE:
        return None
    if accounts.is_open():
        return None if context.from_here() or _asks_nothing() else answer(403, OPEN)
    bearer = _bearer()
    if bearer is not None:
        found = accounts.bearer(bearer)
        if found is None:
            return _who("this token is not known here, or has ended")
        g.caller = who = Caller(*found)
    else:
        signed = current_user.person if current_user.is_authenticated else None
        g.caller = who = Caller(signed, None, tuple(accounts.counting(links())))
    _settle(who)
    g.reads_all = who.reads_all
    if _asks_nothing():
        return None
    right = right_of(request.endpoint or "")
    if right in ("watch", "seat") and _by_link(who, right):
        return _to_own_seat(who)
    if not who.has(right) or not _within(who, right):
        if who.person is None:
            return _who("sign in first")
        return answer(403, _needed(who, right))
    if bearer is None and _is_api() and request.method not in ("GET", "HEAD", "OPTIONS"):
        _check_csrf()
    return None


def _asks_nothing() -> bool:
    """Whether the request needs no right: it is for anyone, or leads nowhere."""
    return not request.endpoint or right_of(request.endpoint) == "anyone"


def _within(who: Caller, right: Right) -> bool:
    """Whether a caller who has a right has it in the session that the request is about."""
    if who.reads_all:
        return True
    if right == "open":
        return not _opens_table()
    if right in ("host", "seat"):
        session_id = _session_named()
        return session_id is not None and session_id in hosted(who, [session_id])
    return True


def _by_link(who: Caller, right: Right) -> bool:
    """Whether one of the device's links lets the request pass: to watch, or for its own seat."""
    session_id = _session_named()
    if session_id is None:
        return False
    if right == "seat":
        # Everything that names a seat has to name that one: form and address may differ.
        named = {*request.args.getlist("seat"), *request.form.getlist("seat")}
        return len(named) == 1 and named <= {*map(str, bits(who.seats().get(session_id, 0)))}
    return any(link.session_id == session_id for link in who.links)


def _to_own_seat(who: Caller) -> ResponseReturnValue | None:
    """Lead whoever has a link to a seat, hosts nothing and names no seat, to that seat's window."""
    session_id = _session_named()
    asks = request.endpoint == "play.table" and request.method == "GET"
    if not asks or session_id is None or "seat" in request.args:
        return None
    if who.reads_all or session_id in hosted(who, [session_id]):
        return None
    seats = bits(who.seats().get(session_id, 0))
    return redirect(url_for("play.table", session_id=session_id, seat=seats[0])) if seats else None


def _session_named() -> UUID | None:
    session_id = (request.view_args or {}).get("session_id")
    return session_id if isinstance(session_id, UUID) else None


def _opens_table() -> bool:
    """Whether the request would open the log of a real table, which is no player's to write."""
    if request.method == "GET":
        return False
    if not _is_api():
        return "table" in (request.form.get("mode"), request.form.get("way"))
    try:
        said = msgspec.json.decode(request.get_data())
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        said = None
    if request.endpoint == "api.open_a_session":
        return not (isinstance(said, dict) and said.get("mode") == "digital")
    return isinstance(said, dict) and said.get("mode") == "table"


def _settle(who: Caller) -> None:
    """Close what this device had open and may no longer have, and open what its links lead to."""
    if who.reads_all:
        return
    known, seats = context.kept(), who.seats()
    if known or seats:
        context.keep_only(hosted(who, known), seats)


def _keep_host(response: Response) -> Response:
    """Write down who opened a session."""
    who = caller()
    if who is None or who.person is None or request.endpoint not in OPENS:
        return response
    if response.status_code in (201, 303):
        for part in response.headers.get("Location", "").split("?")[0].split("/"):
            try:
                context.services().accounts.set_host(UUID(part), who.person)
            except ValueError:
                continue
            except ACCOUNTS_FAILURES as error:  # sent again under its key it has its host
                return make_response(unavailable(error))
    return response


def _bearer() -> str | None:
    """Return the token that a request to the API carries."""
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if _is_api() and kind.lower() == "bearer" else None


def _is_api() -> bool:
    return (request.endpoint or "").startswith("api.")


def _check_csrf() -> None:
    """Let a write pass that a page of ours sends; a token of a program needs no such proof."""
    if not current_app.config.get("WTF_CSRF_ENABLED", True):
        return
    try:
        validate_csrf(request.headers.get(CSRF_HEADER))
    except ValidationError as error:
        raise CSRFError(str(error)) from None


def _needed(who: Caller, right: Right) -> str:
    """Say what an account lacks: its role, a token's scope, or that the session is its own."""
    assert who.person is not None
    if who.person.role in HAVE[right]:
        if who.token is not None and not who.has(right):
            return f"that needs another token than one to {who.token.scope}"
        if right in ("host", "seat"):
            return "that is for whoever opened the session, recorders and designers"
    return f"that needs another role than {who.person.role}"


def _who(message: str) -> ResponseReturnValue:
    """Ask who is there: a page by the page to sign in, anything else by 401."""
    navigates = request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"
    asks_page = request.method == "GET" and not _is_api() and navigates
    if asks_page and not request.path.endswith(".json"):
        return redirect(url_for("sign_in.form", next=request.full_path.rstrip("?")))
    response = make_response(answer(401, message))
    response.headers["WWW-Authenticate"] = 'Bearer realm="mothlog"'
    return response
