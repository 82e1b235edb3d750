"""Queries that a data folder keeps: what was asked lately, and what was saved under a name."""

import re
import unicodedata
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from threading import Lock

import msgspec

from domain.errors import Invalid

FILE = "queries.json"
PAST = 100  # queries asked lately
SAVED = 200
NAME, DESCRIPTION = 80, 1_000  # characters
PAST_SIZE = 20_000  # characters of a query that the history keeps

OWN = "own-"
"""What ids of saved queries as reports begin with; no report of the house does."""

KINDS = ("", "bar", "line", "dots")


class Plot(msgspec.Struct, frozen=True):
    """How a result is drawn; ``kind`` is one of :data:`KINDS`, the rest are columns' names."""

    kind: str = ""
    x: str = ""
    y: str = ""
    series: str = ""


class Saved(msgspec.Struct, frozen=True):
    """A query under a name.

    :ivar game: whose report it is, or nothing.
    :ivar excludes: what it leaves out of the sessions, and why.
    :ivar version: counts up when what it says or asks is changed, at ``at``.
    """

    id: str
    name: str
    description: str
    sql: str
    game: str
    plot: Plot
    at: datetime
    excludes: str = ""
    version: int = 1

    @property
    def report(self) -> str:
        """What addresses and commands call it as a report.

        >>> Saved("1f", "Fights for tiles?", "", "", "", Plot(), datetime.min).report
        'own-fights-for-tiles'
        """
        plain = unicodedata.normalize("NFKD", self.name).encode("ascii", "ignore").decode()
        return OWN + (re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or self.id)


class Past(msgspec.Struct, frozen=True):
    """A query that was asked, and what came of it."""

    id: str
    sql: str
    at: datetime
    outcome: str


class Kept(msgspec.Struct, frozen=True):
    """What the file holds, newest first."""

    saved: tuple[Saved, ...] = ()
    past: tuple[Past, ...] = ()


class NoSuchQuery(LookupError):
    """Nothing is kept under that name."""


class Queries:
    """Reads and writes one data folder's file; a whole new file takes the old one's place."""

    _writing = Lock()

    def __init__(self, data: Path) -> None:
        self._file = data / FILE

    def read(self) -> Kept:
        """Return everything.

        :raises Invalid: the file is damaged; says how.
        """
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=Kept)
        except FileNotFoundError:
            return Kept()
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Invalid(
                f"{FILE} in the data folder is damaged ({error}); move it away to begin a new one"
            ) from error

    def find(self, name: str) -> Saved:
        """Return the saved query with that id or name.

        :raises NoSuchQuery: there is none.
        """
        for saved in self.read().saved:
            if name in (saved.id, saved.name):
                return saved
        raise NoSuchQuery(f"no saved query {name[:NAME]!r}")

    def past(self, id_: str) -> Past:
        """Return a query that was asked.

        :raises NoSuchQuery: it was long ago, or never.
        """
        for past in self.read().past:
            if past.id == id_:
                return past
        raise NoSuchQuery("that query is no longer in the history")

    def remember(self, sql: str, outcome: str, at: datetime) -> None:
        """Put a query first in the history; one that stands there already moves up."""
        if len(sql) > PAST_SIZE:
            return
        with self._writing:
            kept = self.read()
            others = [past for past in kept.past if past.sql != sql]
            past = (Past(token_hex(6), sql, at, outcome), *others[: PAST - 1])
            self._write(Kept(kept.saved, past))

    def save(self, saved: Saved) -> Saved:
        """Keep a query, in the place of one of the same name.

        :raises Invalid: it has no name, a text is too long, or there are too many.
        """
        check(saved)
        with self._writing:
            kept = self.read()
            named = [old for old in kept.saved if old.name == saved.name]
            if not named and len(kept.saved) >= SAVED:
                raise Invalid(f"{SAVED} queries are saved already; remove one first")
            new = msgspec.structs.replace(saved, id=named[0].id if named else token_hex(6))
            if named:
                new = _following(named[0], new)
            for other in kept.saved:
                if saved.game and other.name != new.name and _same_report(other, new):
                    raise Invalid(
                        f"the report {other.name!r} would be called {new.report} too; expected a "
                        "name with other letters or digits"
                    )
            others = [old for old in kept.saved if old.name != saved.name]
            self._write(Kept((new, *others), kept.past))
            return new

    def remove(self, id_: str) -> Saved:
        """Forget a saved query; its text goes to the top of the history.

        :raises NoSuchQuery: there is none.
        """
        with self._writing:
            kept = self.read()
            for saved in kept.saved:
                if saved.id == id_:
                    others = tuple(old for old in kept.saved if old.id != id_)
                    past = Past(token_hex(6), saved.sql, saved.at, f"removed: {saved.name}")
                    self._write(Kept(others, (past, *kept.past[: PAST - 1])))
                    return saved
        raise NoSuchQuery("no such saved query")

    def forget(self) -> None:
        """Empty the history; saved queries stay."""
        with self._writing:
            self._write(Kept(self.read().saved))

    def _write(self, kept: Kept) -> None:
        aside = self._file.with_name(f"{FILE}.{token_hex(4)}")
        try:
            aside.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1))
            aside.chmod(0o600)
            aside.replace(self._file)
        finally:
            aside.unlink(missing_ok=True)


def _following(old: Saved, new: Saved) -> Saved:
    """Return the new state of a query, as a new version where it says or asks something else."""
    said = [(each.sql, each.description, each.excludes) for each in (old, new)]
    if said[0] == said[1]:
        return msgspec.structs.replace(new, version=old.version, at=old.at)
    return msgspec.structs.replace(new, version=old.version + 1)


def _same_report(one: Saved, other: Saved) -> bool:
    return (one.game, one.report) == (other.game, other.report)


def check(saved: Saved) -> None:
    """Refuse a query that cannot be kept.

    :raises Invalid: says what was found and what was expected.
    """
    if not saved.name:
        raise Invalid("the query has no name, expected one to find it by")
    for what, text, most in (
        ("name", saved.name, NAME),
        ("description", saved.description, DESCRIPTION),
        ("text on what is left out", saved.excludes, DESCRIPTION),
    ):
        if len(text) > most:
            raise Invalid(f"the {what} has {len(text):,} characters, expected at most {most:,}")
    if not saved.name.isprintable():
        raise Invalid("the name holds a character that cannot be printed, expected one line")
    if not saved.sql.strip():
        raise Invalid("there is no query to save")
