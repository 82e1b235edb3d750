"""People: their names, roles and passwords."""

from datetime import datetime
from typing import Any, get_args

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from domain.errors import Invalid
from service.accounts.hidden import LONGEST, new_stamp
from service.accounts.kinds import Person, Role
from service.accounts.ledger import Ledger, checked_name, folded
from service.accounts.tables import invitations, people

COLUMNS = (people.c.id, people.c.name, people.c.role, people.c.stamp, people.c.made)

UNKNOWN = "a name that nobody has"
"""Stands in the audit log for whoever was refused under no known name."""


class NoSuchPerson(LookupError):
    """There is no account with that id or name."""


class People(Ledger):
    """Keeps the accounts. ``by`` is the name of who does it, ``where`` the address it is from."""

    def people(self) -> list[Person]:
        """List everybody, by name."""
        if not self.database.exists:
            return []
        with self.database.reading() as connection:
            rows = connection.execute(select(*COLUMNS).order_by(people.c.folded)).mappings()
            return [Person(**row) for row in rows]

    def person(self, id_: int) -> Person | None:
        """Return somebody by id."""
        if not self.database.exists:
            return None
        with self.database.reading() as connection:
            return _one(connection, people.c.id == id_)

    def named(self, name: str) -> Person:
        """Return somebody by name, whatever its case.

        :raises NoSuchPerson: nobody is called that.
        """
        with self.database.reading() as connection:
            found = _one(connection, people.c.folded == folded(name))
        if found is None:
            raise NoSuchPerson(f"nobody with an account is called {name.strip()[:40]!r}")
        return found

    def add(self, name: str, role: Role, password: str, by: str, where: str = "") -> Person:
        """Make an account.

        :raises Invalid: the name is taken or none, the password too short, or there is no such
            role.
        """
        kept = self._passwords.hash(password)
        with self.database.writing() as connection:
            return self._add(connection, name, role, kept, by, where)

    def _add(
        self, connection: Connection, name: str, role: Role, kept: str, by: str, where: str
    ) -> Person:
        name, made, stamp = checked_name(name), self.now(), new_stamp()
        row = insert(people).values(
            name=name,
            folded=folded(name),
            role=checked_role(role),
            password=kept,
            stamp=stamp,
            made=made,
        )
        try:
            (id_,) = connection.execute(row).inserted_primary_key or (0,)
        except IntegrityError:
            raise Invalid(f"name: somebody is called {name!r} already, choose another") from None
        self._note(connection, f"person added as {role}", by, where, name)
        return Person(id_, name, role, stamp, made)

    def set_role(self, id_: int, role: Role, by: str, where: str = "") -> None:
        """Give somebody another role. Whoever is no designer any more invites nobody either.

        :raises Invalid: it is the last designer's, or there is no such role.
        """
        checked_role(role)
        with self.database.writing() as connection:
            person = _known(connection, id_)
            if role == person.role:
                return
            _check_last(connection, person)
            connection.execute(update(people).where(people.c.id == id_).values(role=role))
            self._note(connection, f"role changed to {role}", by, where, person.name)
            if role != "designer":
                self._revoke_made_by(connection, person, by, where)

    def set_password(self, id_: int, password: str, by: str, where: str = "") -> Person:
        """Set a password and end every sign-in of this person.

        :raises Invalid: it is too short.
        """
        kept = self._passwords.hash(password)
        return self._restamp(id_, "password changed", by, where, password=kept)

    def sign_out_everywhere(self, id_: int, by: str, where: str = "") -> Person:
        """End every sign-in of this person; tokens stay."""
        return self._restamp(id_, "signed out everywhere", by, where)

    def remove(self, id_: int, by: str, where: str = "") -> None:
        """Remove an account with its tokens, and with links by which somebody could still make
        one; what the person recorded stays.

        :raises Invalid: it is the last designer's.
        """
        with self.database.writing() as connection:
            person = _known(connection, id_)
            _check_last(connection, person)
            connection.execute(delete(people).where(people.c.id == id_))
            self._note(connection, "person removed", by, where, person.name)
            self._revoke_made_by(connection, person, by, where)

    def sign_in(self, name: str, password: str, where: str = "") -> Person | None:
        """Return whom name and password belong to, and write down that they came or failed.

        A name that nobody has takes as long as a wrong password, and is not written down: it may be
        a password in the wrong field.
        """
        found = None
        if self.database.exists:
            asked = select(*COLUMNS, people.c.password).where(people.c.folded == folded(name[:80]))
            with self.database.reading() as connection:
                found = connection.execute(asked).mappings().first()
        good = self._passwords.fits(found["password"] if found else None, password)
        if found is None or not good:
            self.note("sign-in refused", found["name"] if found else UNKNOWN, where)
            return None
        values: dict[str, Any] = {**found}
        kept = values.pop("password")
        again = self._passwords.hash(password) if self._passwords.is_dated(kept) else None
        with self.database.writing() as connection:
            if again:
                row = update(people).where(people.c.id == values["id"], people.c.password == kept)
                connection.execute(row.values(password=again))
            self._note(connection, "signed in", values["name"], where)
        return Person(**values)

    def check_password(self, id_: int, password: str) -> bool:
        """Whether that is somebody's password, as a change of it asks for."""
        with self.database.reading() as connection:
            asked = select(people.c.password).where(people.c.id == id_)
            kept = connection.execute(asked).scalar()
        return self._passwords.fits(kept, password[: LONGEST + 1])

    def _revoke_made_by(self, connection: Connection, person: Person, by: str, where: str) -> None:
        """Revoke what invites people and was made by somebody: it could let its maker in again."""
        open_ = update(invitations).where(
            invitations.c.kind == "person",
            invitations.c.by == person.name[:40],
            invitations.c.used.is_(None),
            invitations.c.revoked.is_(None),
        )
        if connection.execute(open_.values(revoked=self.now())).rowcount:
            self._note(connection, "their invitations revoked", by, where, person.name)

    def _restamp(self, id_: int, what: str, by: str, where: str, **values: str) -> Person:
        with self.database.writing() as connection:
            person = _known(connection, id_)
            row = update(people).where(people.c.id == id_)
            connection.execute(row.values(stamp=new_stamp(), **values))
            self._note(connection, what, by, where, person.name)
            return _known(connection, id_)


def checked_role(role: str) -> Role:
    """Return a role.

    :raises Invalid: there is no such role.
    """
    for known in get_args(Role):
        if role == known:
            return known
    raise Invalid(f"role: {role[:40]!r} found, expected one of: {', '.join(get_args(Role))}")


def _check_last(connection: Connection, person: Person) -> None:
    """Keep one designer: without one everything would be open."""
    counted = select(func.count()).select_from(people).where(people.c.role == "designer")
    if person.role == "designer" and connection.execute(counted).scalar_one() == 1:
        raise Invalid(f"{person.name} is the last designer: make somebody else one first")


def _known(connection: Connection, id_: int) -> Person:
    found = _one(connection, people.c.id == id_)
    if found is None:
        raise NoSuchPerson("that account is no longer there")
    return found


def _one(connection: Connection, which: Any) -> Person | None:
    row = connection.execute(select(*COLUMNS).where(which)).mappings().first()
    return None if row is None else Person(**row)


def is_over(until: datetime | None, now: datetime) -> bool:
    """Whether something with an end has reached it."""
    return until is not None and until <= now
