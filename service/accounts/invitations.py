"""Invitations: links that let their holder in, until they end or are revoked."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Row, insert, select, update

from domain.errors import Invalid
from service.accounts.hidden import digest, new_secret
from service.accounts.kinds import Invitation, Invited, Kind, Person, Role
from service.accounts.people import checked_role, is_over
from service.accounts.tables import hosts, invitations
from service.accounts.tokens import Tokens

DAYS = 14
"""How long a link lets in, unless said otherwise; one for a seat ends with its session."""

AFTER = timedelta(days=1)
"""How long after its session's end a seat's link still leads there."""

SHOWN = tuple(column for column in invitations.c if column.name != "hash")


class Invitations(Tokens):
    """Keeps the links, and who opened which session.

    ``ended`` says of a session when it ended: ``None`` while it goes on, the earliest time there is
    if there is no such session.
    """

    ended: Callable[[UUID], datetime | None]

    def invite_person(
        self, role: Role, by: str, until: datetime | None = None, where: str = ""
    ) -> Invited:
        """Make a link with which one person makes an account of their own, once.

        :raises Invalid: there is no such role, or the link has ended already.
        """
        return self._invite("person", by, until, where, role=checked_role(role))

    def invite_seat(
        self, session_id: UUID, seat: int, by: str, until: datetime | None = None, where: str = ""
    ) -> Invited:
        """Make a link to one seat of a session, and to nothing else.

        Several devices may use it. Without ``until`` it ends a day after the session.

        :raises Invalid: the link has ended already.
        """
        return self._invite("seat", by, until, where, session_id=session_id, seat=seat)

    def invite_watcher(
        self, session_id: UUID, by: str, until: datetime | None = None, where: str = ""
    ) -> Invited:
        """Make a link to what everybody sees of one session.

        :raises Invalid: the link has ended already.
        """
        return self._invite("watch", by, until, where, session_id=session_id)

    def peek(self, secret: str) -> Invitation | None:
        """Return the invitation with that secret if it still counts, and leave it unused."""
        if not self.database.exists:
            return None
        with self.database.reading() as connection:
            found = _found(connection, secret)
        return found if found is not None and self.counts(found) else None

    def redeem(self, secret: str) -> Invitation | None:
        """Use an invitation; one for a person counts once.

        :returns: nothing if there is none with that secret, or it is used up, revoked or over.
        """
        if not self.database.exists:
            return None
        with self.database.writing() as connection:
            return self._redeem(connection, secret)

    def join(self, secret: str, name: str, password: str, where: str = "") -> Person | None:
        """Make the account that an invitation for a person promises.

        :returns: nothing if the invitation no longer counts.
        :raises Invalid: name or password do not do; the invitation still counts.
        """
        if self.peek(secret) is None:
            return None
        kept = self._passwords.hash(password)
        with self.database.writing() as connection:
            found = self._redeem(connection, secret)
            if found is None or found.role is None:
                return None
            return self._add(connection, name, found.role, kept, f"invited by {found.by}", where)

    def revoke(self, id_: int, by: str, where: str = "") -> bool:
        """End an invitation at once; return whether there was one to end."""
        if not self.database.exists:
            return False
        own = (invitations.c.id == id_) & invitations.c.revoked.is_(None)
        with self.database.writing() as connection:
            row = connection.execute(select(*SHOWN).where(own)).first()
            if row is None:
                return False
            connection.execute(update(invitations).where(own).values(revoked=self.now()))
            self._note(connection, "invitation revoked", by, where, about(_read(row)))
        return True

    def invitations(self, session_id: UUID | None = None) -> list[Invitation]:
        """List the invitations to a session, or all, newest first."""
        if not self.database.exists:
            return []
        asked = select(*SHOWN).order_by(invitations.c.id.desc())
        if session_id is not None:
            asked = asked.where(invitations.c.session_id == session_id.hex)
        with self.database.reading() as connection:
            return [_read(row) for row in connection.execute(asked)]

    def counting(self, ids: Collection[int]) -> list[Invitation]:
        """Return those of some invitations that still count."""
        if not ids or not self.database.exists:
            return []
        with self.database.reading() as connection:
            rows = connection.execute(select(*SHOWN).where(invitations.c.id.in_(ids)))
            found = [_read(row) for row in rows]
        return [one for one in found if self.counts(one)]

    def counts(self, one: Invitation) -> bool:
        """Whether an invitation still lets its holder in."""
        now = self.now()
        used_up = one.kind == "person" and one.used is not None
        if one.revoked is not None or used_up or is_over(one.until, now):
            return False
        if one.until is not None or one.session_id is None:
            return True
        ended = self.ended(one.session_id)
        return ended is None or now < ended + AFTER

    def set_host(self, session_id: UUID, person: Person) -> None:
        """Say who opened a session; whoever is named first stays."""
        with self.database.writing() as connection:
            known = select(hosts.c.person).where(hosts.c.session_id == session_id.hex)
            if connection.execute(known).first() is None:
                row = insert(hosts).values(session_id=session_id.hex, person=person.id)
                connection.execute(row)

    def hosted(self, person: Person, sessions: Collection[UUID]) -> set[UUID]:
        """Return those of some sessions that a person opened."""
        if not sessions:
            return set()
        among = hosts.c.session_id.in_([session_id.hex for session_id in sessions])
        asked = select(hosts.c.session_id).where(hosts.c.person == person.id, among)
        with self.database.reading() as connection:
            return {UUID(row[0]) for row in connection.execute(asked)}

    def _invite(
        self,
        kind: Kind,
        by: str,
        until: datetime | None,
        where: str,
        *,
        role: Role | None = None,
        session_id: UUID | None = None,
        seat: int | None = None,
    ) -> Invited:
        made = self.now()
        if until is None and kind != "seat":
            until = made + timedelta(days=DAYS)
        if is_over(until, made):
            raise Invalid("until: a time that has passed found, expected one to come")
        secret = new_secret()
        row = insert(invitations).values(
            kind=kind,
            role=role,
            session_id=session_id and session_id.hex,
            seat=seat,
            hash=digest(secret),
            by=by[:40],
            made=made,
            until=until,
        )
        with self.database.writing() as connection:
            (id_,) = connection.execute(row).inserted_primary_key or (0,)
            new = Invitation(
                id_, kind, role, session_id, seat, by[:40], made, until, None, None
            )  # fmt: skip
            self._note(connection, "invitation made", by, where, about(new))
        return Invited(new, secret)

    def _redeem(self, connection: Connection, secret: str) -> Invitation | None:
        found = _found(connection, secret)
        if found is None or not self.counts(found):
            return None
        if found.used is None:
            own = invitations.c.id == found.id
            connection.execute(update(invitations).where(own).values(used=self.now()))
        return found


def about(one: Invitation) -> str:
    """Say in a line what an invitation is for."""
    match one.kind:
        case "person":
            return f"a {one.role}"
        case "seat":
            return f"seat {'ABCDEFGH'[one.seat or 0]} of session {one.session_id}"
    return f"watching session {one.session_id}"


def _found(connection: Connection, secret: str) -> Invitation | None:
    asked = select(*SHOWN).where(invitations.c.hash == digest(secret))
    row = connection.execute(asked).first()
    return None if row is None else _read(row)


def _read(row: Row[Any]) -> Invitation:
    values = dict(row._mapping)
    session_id = values["session_id"]
    return Invitation(**values | {"session_id": None if session_id is None else UUID(session_id)})
