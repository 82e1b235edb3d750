"""Who asks: somebody with an account, perhaps through a token, and the links of their device."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from flask import abort, g, has_request_context, request
from flask import session as cookie
from flask_login import UserMixin, login_user

from service.accounts import Invitation, Person, Token
from service.web import context
from service.web.rights import HAVE, READS_ALL, WITHIN, Right, right_of

_LINKS = 20  # that a device remembers; the cookie holds 4 KB


@dataclass(frozen=True)
class Caller:
    """Who asks: somebody with an account, perhaps through a token, and the device's links.

    :ivar links: those that still count.
    """

    person: Person | None = None
    token: Token | None = None
    links: tuple[Invitation, ...] = ()

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
    return session_id is None or not only_host or session_id in hosted(who, [session_id])


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
    held = cookie.get("links")
    cookie.clear()
    if held:
        cookie["links"] = held
    login_user(User(found))


def remember(link: Invitation) -> None:
    """Let this device keep a link to a seat or a session, and open what it leads to."""
    others = [one for one in links() if one != link.id]
    cookie["links"] = [*others, link.id][-_LINKS:]
    if link.kind == "seat" and link.session_id is not None and link.seat is not None:
        context.play_here(link.session_id)
        context.open_window(link.session_id, link.seat)


def links() -> list[int]:
    """Return the numbers of the links that this device holds, whether or not they count."""
    held: Any = cookie.get("links")
    return [one for one in held if isinstance(one, int)] if isinstance(held, list) else []


def hosted(who: Caller, sessions: list[UUID]) -> set[UUID]:
    """Return those of some sessions that a caller hosts: opened once, in a role that still may."""
    if who.person is None or not who.has("host"):
        return set()
    return context.services().accounts.hosted(who.person, sessions)


def bits(seats: int) -> list[int]:
    """List the seats that a number of bits names.

    >>> bits(0b101)
    [0, 2]
    """
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]
