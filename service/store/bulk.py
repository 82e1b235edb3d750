"""What a database has to do for :class:`service.store.Playtests` beyond the library's recorder."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol, runtime_checkable
from uuid import UUID

from eventsourcing.persistence import PersistenceError

HEAD = 64  # characters of a stored event that hold its time
NEVER = datetime.min.replace(tzinfo=UTC)

STRAY = UUID(int=0)
"""The session of what is stored under no session's id: SQLite lets a column hold anything."""

_ID = re.compile("[0-9a-f]{32}")
_AT = re.compile(r'\{"at":"([^"]+)"')

Row = tuple[str, int, str, bytes]
"""A stored event: the session's id as 32 hex digits, version, stored name, JSON."""

Position = tuple[int, str, int, str, bytes]
"""A stored event in the order of the whole store: its position there, then as in :data:`Row`.

Positions ascend in the order in which events became readable; some numbers may be missing."""


@runtime_checkable
class Bulk(Protocol):
    """Bulk inserts, the log of the whole store, and ids of whole sessions.

    Whoever has read the log up to a position never misses an event by reading on from there: no
    event becomes readable at a position behind which another one could be read before.
    """

    datastore: Any

    @property
    def table(self) -> str:
        """The events' table, as a statement names it."""

    def insert_rows(self, rows: Iterable[Row]) -> None:
        """Insert events that are encoded already, all or none, in one transaction.

        :raises IntegrityError: the library's; a version of a session is stored already.
        """

    def select_rows(self, after: int, limit: int) -> list[Position]:
        """Return up to ``limit`` rows behind a position, in the order in which they were stored.

        In SQLite they may be none of events: see :func:`readable` and :func:`checked`.
        """

    def all_ids(self) -> list[UUID]:
        """List the ids of everything that is stored, damaged or not, in ascending order."""

    def session_ids(self, opened: Sequence[str]) -> list[UUID]:
        """List the ids of all sessions, oldest first; ``opened`` are names of the first event."""

    def opened(self, opened: Sequence[str]) -> list[tuple[UUID, datetime]]:
        """List the ids of all sessions with when they were opened, in the order of storing.

        :param opened: names of the first event; one that tells no time counts as the earliest.
        """

    def id_ending_as(self, session_id: UUID) -> UUID | None:
        """Return the id of a stored session that differs from this one in its time at most."""

    def endings(self, first: str, last: str, ending: str) -> list[str]:
        """List what ids of sessions have behind their time, in order.

        :param first: 20 hex digits, the lowest that count.
        :param last: the highest that count.
        :param ending: their last 10 digits.
        """

    def durability(self) -> Mapping[str, str]:
        """Read back the settings of a connection on which the durability of a write rests."""


def time_in(head: bytes | str) -> datetime:
    """Return the time that a stored event begins with, :data:`NEVER` where it tells none."""
    text = head.decode(errors="replace") if isinstance(head, bytes) else head
    found = _AT.match(text)
    try:
        at = datetime.fromisoformat(found[1]) if found else NEVER
    except ValueError:
        return NEVER
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def id_of(told: Any) -> UUID:
    """Return the id that a stored event has as 32 hex digits, :data:`STRAY` where it has none."""
    return UUID(told) if isinstance(told, str) and _ID.fullmatch(told) else STRAY


def readable(row: Position) -> Position:
    """Return a row of the store; where it is no event's, one that reads as a damaged event."""
    told: Any = row
    at, id_, version, name, state = told
    if isinstance(state, str):  # SQLite gives text back where text was put in by hand
        state = state.encode()
    if fits((id_, version, name, state)):
        return at, id_, version, name, state
    return (
        at,
        id_of(id_).hex,
        version if isinstance(version, int) else 0,
        name if isinstance(name, str) else "",
        state if isinstance(state, bytes) else b"",
    )


def fits(row: Row) -> bool:
    """Whether a stored event's columns hold what they should."""
    id_, version, name, state = row
    kinds = isinstance(version, int) and isinstance(name, str) and isinstance(state, str | bytes)
    return kinds and isinstance(id_, str) and _ID.fullmatch(id_) is not None


def checked(row: Row) -> Row:
    """Return a stored event.

    :raises PersistenceError: the library's; one of its columns holds what it should not.
    """
    if not fits(row):
        id_, version, name, _ = row
        raise PersistenceError(
            f"an event is stored as version {version!r:.40} of session {id_!r:.40}, {name!r:.40}; "
            "expected a number, 32 hex digits, a name and JSON"
        )
    return row


def hex_of(originator_id: UUID | str) -> str:
    """Return an id as 32 hex digits."""
    return originator_id.hex if isinstance(originator_id, UUID) else originator_id
