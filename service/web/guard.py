"""Lets pass who has the right: by a sign-in, by a token, or by a link to a seat or a session."""

from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from flask import (
    Flask,
    Response,
    abort,
    current_app,
    g,
    has_request_context,
    make_response,
    redirect,
    request,
    url_for,
)
from flask import session as cookie
from flask.typing import ResponseReturnValue
from flask_login import LoginManager, UserMixin, current_user, login_user
from flask_wtf.csrf import CSRFError, validate_csrf
from wtforms import ValidationError

from service.accounts import Invitation, Person, Token
from service.accounts.accounts import end_of
from service.web import context
from service.web.errors import ACCOUNTS_FAILURES, answer, unavailable
from service.web.rights import HAVE, OPENS, READS_ALL, WITHIN, Right, right_of

CSRF_HEADER = "X-CSRFToken"
_LINKS = 20  # that a device remembers; the cookie holds 4 KB
FREE = ("static", "plotly", "health.alive", "health.ready")
"""Answered without a look at accounts, whose database may be away."""

OPEN = (
    "nobody has an account here, so that everything is open to whoever sits at this machine and "
    "to nobody else: make a first one, with `mothlog people add NAME --role designer`"
)


@dataclass(frozen=True)
class Caller:
    """Who asks: somebody with an account, perhaps through a token, and the device's links.

    :ivar links: those that still count.
    """

    person: Person | None = None
    token: Token | None = None
    links: tuple[Invitation, ...] = ()

    @property
    def known(self) -> bool:
        """Whether anything lets this caller in at all."""
        return self.person is not None or bool(self.links)

    @property
    def reads_all(self) -> bool:
        """Whether nothing of a session is kept back but what is hidden while it is played."""
        return self.person is not None and self.person.role in READS_ALL

    def has(self, right: Right) -> bool:
        """Whether role and scope hold a right; whose session it is about is not asked here."""
        if right == "anyone":
            return True
        if self.person is None or self.person.role not in HAVE[right]:
            return False
        return self.token is None or right in WITHIN[self.token.scope]

    def seats(self) -> dict[UUID, int]:
        """Return the seats that links lead to, as bits, by session."""
        seats: dict[UUID, int] = {}
        for link in self.links:
            if link.kind == "seat" and link.session_id is not None and link.seat is not None:
                seats[link.session_id] = seats.get(link.session_id, 0) | 1 << link.seat
        return seats


class User(UserMixin):
    """A person as Flask-Login knows one; the stamp in the id ends sign-ins from before."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def get_id(self) -> str:
        """Return what the cookie keeps."""
        return f"{self.person.id}:{self.person.stamp}"


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


def caller() -> Caller | None:
    """Return who asks, or nothing where everything is open to the one who is here."""
    return g.get("caller") if has_request_context() else None


def may(endpoint: str, session_id: UUID | None = None) -> bool:
    """Whether the caller has the right that an endpoint asks for.

    :param session_id: the session that it would be about; without one the role alone counts.
    """
    who, right = caller(), right_of(endpoint)
    if who is None:
        return True
    if not who.has(right):
        return False
    only_host = right in ("host", "seat") and not who.reads_all
    return session_id is None or not only_host or session_id in _hosted(who, [session_id])


def plays(session_id: UUID) -> bool:
    """Whether the caller hosts a session or has a link to a seat of it."""
    who = caller()
    return may("play.here", session_id) or (who is not None and session_id in who.seats())


def person() -> Person:
    """Return who is signed in; 404 where there are no accounts yet."""
    who = caller()
    if who is None or who.person is None:
        abort(404, "There are no accounts yet: 'mothlog people add NAME --role designer'.")
    return who.person


def where() -> str:
    """Return the address that the request comes from."""
    return request.remote_addr or ""


def asker() -> str:
    """Return whose turn in a queue a task takes: a person's, a link's or an address's."""
    who = caller()
    if who is not None and who.person is not None:
        return f"person {who.person.id}"
    if who is not None and who.links:
        return f"link {who.links[0].id}"
    return f"address {where()}"


def sign_in(found: Person) -> None:
    """Begin a new cookie for a person; links that the device holds stay."""
    links = cookie.get("links")
    cookie.clear()
    if links:
        cookie["links"] = links
    login_user(User(found))


def remember(link: Invitation) -> None:
    """Let this device keep a link to a seat or a session, and open what it leads to."""
    links = [one for one in _links() if one != link.id]
    cookie["links"] = [*links, link.id][-_LINKS:]
    if link.kind == "seat" and link.session_id is not None and link.seat is not None:
        context.play_here(link.session_id)
        context.open_window(link.session_id, link.seat)


def _user(id_: str) -> User | None:
    number, _, stamp = id_.partition(":")
    found = context.services().accounts.person(int(number)) if number.isdecimal() else None
    return User(found) if found is not None and found.stamp == stamp else None


def _links() -> list[int]:
    links: Any = cookie.get("links")
    return [one for one in links if isinstance(one, int)] if isinstance(links, list) else []


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
        g.caller = who = Caller(signed, None, tuple(accounts.counting(_links())))
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
        return session_id is not None and session_id in _hosted(who, [session_id])
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
    if who.reads_all or session_id in _hosted(who, [session_id]):
        return None
    seats = bits(who.seats().get(session_id, 0))
    return redirect(url_for("play.table", session_id=session_id, seat=seats[0])) if seats else None


def bits(seats: int) -> list[int]:
    """List the seats that a number of bits names.

    >>> bits(0b101)
    [0, 2]
    """
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]


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
        context.keep_only(_hosted(who, known), seats)


def _hosted(who: Caller, sessions: list[UUID]) -> set[UUID]:
    """Return those of some sessions that a caller hosts: opened once, in a role that still may."""
    if who.person is None or not who.has("host"):
        return set()
    return context.services().accounts.hosted(who.person, sessions)


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
