"""All sessions of one data folder, as an application of the ``eventsourcing`` package."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import cast
from uuid import UUID

from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.persistence import IntegrityError, Mapper

from analytics.runs import Run, number_in, session_id
from domain.events import Event, Recorded
from domain.session import CODEC, Session, fold
from domain.session.events import SessionOpened
from service.store.bulk import Bulk, Position, Row, readable
from service.store.choosing import APPLICATION, Kind, settings
from service.store.mapper import MsgspecMapper, NullTranscoder


class Conflict(Exception):
    """Somebody else recorded in the session first; reload it and try again."""


class NoSuchSession(LookupError):
    """There is no session with that id."""


class Playtests(Application[UUID]):
    """Loads and saves sessions.

    The library's environment variables choose the database; by default it is one SQLite file
    in the data folder, fully synchronous.

    :param kind: the database, whatever they choose.
    :raises StoreError: the database cannot be reached, or used.
    """

    name = APPLICATION

    def __init__(self, data: Path, kind: Kind | None = None) -> None:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)  # every hand lies in it
        super().__init__(env=settings(data, kind))

    def construct_mapper(self) -> Mapper[UUID]:
        """Use the domain's own names and JSON for stored events."""
        return MsgspecMapper(NullTranscoder())

    @property
    def bulk(self) -> Bulk:
        """The recorder, with its bulk methods."""
        assert isinstance(self.recorder, Bulk)
        return self.recorder

    def load(self, session_id: UUID) -> Session:
        """Rebuild a session from its stored events.

        :raises NoSuchSession: nothing is stored under that id.
        :raises UnreadableEvent: a stored event is damaged; names it.
        """
        try:
            return self.repository.get(session_id, projector_func=_project)
        except AggregateNotFoundError:
            raise NoSuchSession(f"no session {session_id}") from None

    def catch_up(self, session: Session) -> Session:
        """Return a session with what was recorded since; the same one if nothing was.

        :raises UnreadableEvent: a stored event is damaged; names it.
        """
        since = cast(list[Recorded], list(self.events.get(session.id, gt=session.version)))
        return (fold(since, session) if since else None) or session

    def append(
        self,
        session_id: UUID,
        version: int,
        events: Sequence[Event],
        at: datetime,
        key: str | None = None,
    ) -> list[Recorded]:
        """Store events behind the version that the writer has seen, all or none.

        :raises Conflict: that version is no longer the latest one.
        """
        entries = [
            Recorded(session_id, version + n, at, event, key) for n, event in enumerate(events, 1)
        ]
        try:
            self.save(*entries)
        except IntegrityError as error:
            raise Conflict(f"session {session_id} has moved on since version {version}") from error
        return entries

    def enter(self, entries: Sequence[Recorded]) -> None:
        """Store a whole new session, all of it or nothing.

        :raises Conflict: a session of that id is stored already.
        """
        self.append_encoded(
            (e.session_id.hex, e.version, *CODEC.encode(e.at, e.event, e.key)) for e in entries
        )

    def append_encoded(self, rows: Iterable[Row]) -> None:
        """Store whole new sessions that are encoded already, all or none.

        :raises Conflict: one of them is stored already.
        """
        try:
            self.bulk.insert_rows(rows)
        except IntegrityError as error:
            raise Conflict("one of these sessions is stored already") from error

    def session_ids(self) -> list[UUID]:
        """List all sessions, oldest first."""
        return self.bulk.session_ids(CODEC.names_of(SessionOpened))

    def newest_first(self) -> list[UUID]:
        """List all sessions by when they were opened, newest first, then the last stored first."""
        found = self.bulk.opened(CODEC.names_of(SessionOpened))[::-1]
        return [session_id for session_id, _ in sorted(found, key=lambda one: one[1], reverse=True)]

    def twin(self, session_id: UUID) -> UUID | None:
        """Return the id of a stored session that differs from this one in its time at most."""
        return self.bulk.id_ending_as(session_id)

    def numbers(self, run: Run) -> list[int]:
        """List the numbers of a run's games that are stored, in ascending order."""
        first, last = (session_id(run, n).hex[12:] for n in (0, run.games - 1))
        return [number_in(tail) for tail in self.bulk.endings(first, last, run.key)]

    def all_ids(self) -> list[UUID]:
        """List everything that is stored, with sessions whose first event is damaged."""
        return self.bulk.all_ids()

    def read(self, after: int, limit: int) -> list[Position]:
        """Return up to ``limit`` stored events behind a position, in the order of storing.

        A row that is no event's reads as a damaged one.
        """
        return [readable(row) for row in self.bulk.select_rows(after, limit)]

    def last_position(self) -> int:
        """Return the position of the newest stored event; 0 for an empty store."""
        return self.recorder.max_notification_id() or 0


def _project(session: Session | None, entries: Iterable[Recorded]) -> Session | None:
    return fold(entries, session)
