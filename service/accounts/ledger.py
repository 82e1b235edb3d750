"""What people, tokens and invitations share: the database, the clock, and the audit log."""

import unicodedata
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL, Connection, insert, select

from domain.errors import Invalid
from service.accounts.database import Database
from service.accounts.hidden import Passwords
from service.accounts.kinds import Entry
from service.accounts.tables import audit, people

LONGEST_NAME = 40  # characters


class Ledger:
    """The database of one data folder, and the log of what was done with it."""

    def __init__(
        self, place: Path | URL, now: Callable[[], datetime], passwords: Passwords | None = None
    ) -> None:
        self.database = Database(place)
        self.now = now
        self._passwords = passwords or Passwords()
        self._closed = False

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def is_open(self) -> bool:
        """Whether there is no designer yet, so that everything is open to whoever is here.

        Once there is one there always is: the last one stays.
        """
        if not self._closed and self.database.exists:
            asked = select(people.c.id).where(people.c.role == "designer").limit(1)
            with self.database.reading() as connection:
                self._closed = connection.execute(asked).first() is not None
        return not self._closed

    def entries(self, limit: int = 100, before: int | None = None) -> list[Entry]:
        """List the audit log, newest first.

        :param before: only what stands before the entry with that id.
        """
        if not self.database.exists:
            return []
        asked = select(audit).order_by(audit.c.id.desc()).limit(limit)
        if before is not None:
            asked = asked.where(audit.c.id < before)
        with self.database.reading() as connection:
            return [Entry(**row) for row in connection.execute(asked).mappings()]

    def note(self, what: str, who: str, where: str = "", about: str = "") -> None:
        """Write a line into the audit log."""
        with self.database.writing() as connection:
            self._note(connection, what, who, where, about)

    def _note(
        self, connection: Connection, what: str, who: str, where: str = "", about: str = ""
    ) -> None:
        """Write a line in the transaction of what it tells."""
        values = {"who": printable(who, 80), "where": where[:80], "about": printable(about, 200)}
        connection.execute(insert(audit).values(at=self.now(), what=what, **values))


def printable(text: str, longest: int) -> str:
    """Return a text without anything that would move what stands around it.

    >>> printable("Ada\\n2026 sign-in", 9)
    'Ada·2026 '
    """
    return "".join(c if c.isprintable() else "·" for c in text)[:longest]


def checked_name(name: str, what: str = "name", longest: int = LONGEST_NAME) -> str:
    """Return a name without spaces around it.

    :raises Invalid: it is empty, too long, or holds something that cannot be seen.
    """
    name = unicodedata.normalize("NFC", name.strip())
    if not 1 <= len(name) <= longest or not name.isprintable():
        found = f"{len(name)} characters" if name.isprintable() else "an invisible character"
        raise Invalid(f"{what}: {found} found, expected 1 to {longest} that can be seen")
    return name


def folded(name: str) -> str:
    """Return a name as it is compared: without case and with one form for letters that look alike.

    >>> folded(" Ada ") == folded("ADA")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name.strip()).casefold())
