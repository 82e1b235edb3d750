"""What is kept about accounts, as read from the database: never a secret, hashed or not."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args
from uuid import UUID

Role = Literal["designer", "recorder", "player", "watcher"]
Scope = Literal["read", "record", "everything"]
Kind = Literal["person", "seat", "watch"]

ROLES: tuple[Role, ...] = get_args(Role)
"""From the one that may do everything to the one that only looks."""

SCOPES: tuple[Scope, ...] = get_args(Scope)


@dataclass(frozen=True)
class Person:
    """Somebody with an account.

    :ivar stamp: changes when every sign-in of this person is to end.
    """

    id: int
    name: str
    role: Role
    stamp: str
    made: datetime


@dataclass(frozen=True)
class Token:
    """What lets a program use the API for a person, within a scope.

    :ivar until: when it ends; ``None`` for never.
    :ivar used: about when it was used last, to the minute.
    """

    id: int
    person: int
    name: str
    scope: Scope
    made: datetime
    until: datetime | None
    used: datetime | None


@dataclass(frozen=True)
class Invitation:
    """A link that lets its holder in: as a new person, into one seat, or to watch one session.

    :ivar role: of the person who is invited; ``None`` for a seat and for watching.
    :ivar seat: from 0; ``None`` unless the link is for a seat.
    :ivar by: the name of who made it.
    :ivar until: when it ends; ``None`` for a day after the session has ended.
    """

    id: int
    kind: Kind
    role: Role | None
    session_id: UUID | None
    seat: int | None
    by: str
    made: datetime
    until: datetime | None
    used: datetime | None
    revoked: datetime | None


@dataclass(frozen=True)
class Invited:
    """A new invitation with its secret, which is said once and kept nowhere."""

    invitation: Invitation
    secret: str


@dataclass(frozen=True)
class Entry:
    """A line of the audit log.

    :ivar what: what happened, in the past tense, such as ``sign-in refused``.
    :ivar who: the name of who did it, as it was given.
    :ivar where: the address that it came from; empty for the command line.
    :ivar about: whom or what it was done to.
    """

    id: int
    at: datetime
    what: str
    who: str
    where: str
    about: str
