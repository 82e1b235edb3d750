"""What people and programs do with sessions: load, decide, store, and nothing in between."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import uuid_utils.compat

from domain.chance import Chance, Shuffled
from domain.errors import Refusal, SessionError
from domain.events import Event, Recorded
from domain.session import Session, fold
from domain.session.commands import (
    Table,
    abandon,
    act,
    add_note,
    close,
    open_session,
    take_back,
)
from domain.session.events import Glyph
from domain.session.ids import uuid7_of
from domain.session.limits import check_limits
from service.folded import Folded
from service.luck import Luck
from service.store import Conflict, Playtests

_UUID7 = re.compile(r"[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}(?![0-9a-f])")

ATTEMPTS = 20  # a command is decided anew when somebody else recorded in between
LONGEST_KEY = 200  # characters of an idempotency key


class Answer(NamedTuple):
    """The session after a command, and what the command recorded.

    ``repeated`` says that the request had been answered before and recorded nothing now.
    """

    session: Session
    entries: tuple[Recorded, ...]
    repeated: bool = False


class Recorder:
    """Runs commands on sessions; the only writer of moves, so that what it takes comes back from
    a file too.

    :param now: the clock; time zones are required.
    :param rng: where shuffles come from in digital play.
    :param stored: called after each successful write, so that a projector need not wait.
    :param folded: where sessions are kept from one command to the next.
    """

    def __init__(
        self,
        store: Playtests,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        rng: Random | None = None,
        stored: Callable[[], None] = lambda: None,
        folded: Folded | None = None,
    ) -> None:
        self.store = store
        self.folded = Folded(store) if folded is None else folded
        self._now = now
        self.chance = Shuffled(rng or Random())
        self._stored = stored
        self._luck = Luck(store, self.chance)

    def open(self, table: Table, chance: Chance | None = None, key: str | None = None) -> Answer:
        """Open a session. With a key, a repeated request opens none: its id comes from the key.

        :raises Invalid: the table's data does not fit.
        :raises Refusal: the game cannot be set up so.
        """
        session_id = self._id_of(key) if key else new_id()
        if key and (earlier := self._earlier(session_id)):
            return earlier
        events = open_session(table, chance or self.chance)
        check_limits(events, key)
        try:
            entries = self.store.append(session_id, 0, events, self._now(), key)
        except Conflict:
            if key and (earlier := self._earlier(session_id)):
                return earlier
            raise
        self._stored()
        session = fold(entries)
        assert session is not None
        self.folded.keep(session)
        return Answer(session, tuple(entries))

    def _id_of(self, key: str) -> UUID:
        """Return the id of the session that a key opens, or has opened at any time."""
        session_id = session_id_of(key, self._now())
        return self.store.twin(session_id) or session_id

    def enter(
        self, told: Sequence[tuple[datetime, Sequence[Event]]], key: str | None = None
    ) -> Answer:
        """Store a whole session that begins with a past, all of it or nothing.

        With a key, a repeated request stores none: its id comes from the key.

        :param told: what each command recorded, and when.
        """
        session_id = self._id_of(key) if key else new_id()
        if key and (earlier := self._earlier(session_id)):
            return earlier
        rows = [(at, event) for at, events in told for event in events]
        check_limits((event for _, event in rows), key)
        entries = [Recorded(session_id, v, at, event, key) for v, (at, event) in enumerate(rows, 1)]
        try:
            self.store.enter(entries)
        except Conflict:
            if key and (earlier := self._earlier(session_id)):
                return earlier
            raise
        self._stored()
        session = fold(entries)
        assert session is not None
        return Answer(session, tuple(entries))

    def chance_of(self, session: Session) -> Chance:
        """Return where a session's cards come from in digital play."""
        return self._luck.of(session)

    def act(
        self,
        session_id: UUID,
        action: Any,
        *,
        version: int | None = None,
        key: str | None = None,
        chance: Callable[[], Chance] | None = None,
        irregular: bool = False,
    ) -> Answer:
        """Carry out an action of the game.

        :param version: the version that the writer saw; ``None`` accepts any.
        :param chance: makes the source of chance outcomes, anew for each attempt; without it
            they come from :meth:`chance_of`.
        :param irregular: let it stand though it breaks rules, in a table's log.
        :raises Refusal: the rules forbid it.
        :raises Conflict: the session has moved on since that version; where seats act at the
            same time, only what concerns this seat counts.
        """
        return self.run(
            session_id,
            lambda s: act(
                s, action, chance() if chance else self.chance_of(s), irregular=irregular
            ),
            version,
            key,
            lambda s, v: s.overtaken(v, action.seat),
        )

    def add_note(
        self,
        session_id: UUID,
        step: int,
        text: str,
        author: str = "",
        *,
        tags: tuple[str, ...] = (),
        marks: tuple[str, ...] = (),
        glyph: Glyph = "",
        key: str | None = None,
    ) -> Answer:
        """Write a note at a step, with what it points at."""
        return self.run(
            session_id,
            lambda s: add_note(s, step, text, author, tags, marks, glyph),
            None,
            key,
        )

    def take_back(
        self, session_id: UUID, step: int, *, version: int | None = None, key: str | None = None
    ) -> Answer:
        """Go back to an earlier step."""
        return self.run(session_id, lambda s: take_back(s, step), version, key)

    def close(self, session_id: UUID, *, key: str | None = None) -> Answer:
        """Close a session whose game is over."""
        return self.run(session_id, close, None, key)

    def abandon(self, session_id: UUID, reason: str = "", *, key: str | None = None) -> Answer:
        """Leave a session in the middle."""
        return self.run(session_id, lambda s: abandon(s, reason), None, key)

    def run(
        self,
        session_id: UUID,
        command: Callable[[Session], Sequence[Event]],
        version: int | None = None,
        key: str | None = None,
        overtaken: Callable[[Session, int], bool] = Session.moved_since,
    ) -> Answer:
        """Run any command of :mod:`domain.session.commands` or an amendment on a session.

        :raises Conflict: the position was touched since the version that the writer saw, or what
            the rules refuse now was possible there; then the refusal is its cause.
        :raises Invalid: something written is longer than it may be, or no plain text.
        """
        if key is not None and not 0 < len(key) <= LONGEST_KEY:
            raise SessionError(f"idempotency key of {len(key)} characters, expected 1 to 200")
        for attempt in range(ATTEMPTS):
            session = self.folded.get(session_id)
            if key and (before := session.recorded_with(key)):
                return Answer(session, before, repeated=True)
            if version is not None and overtaken(session, version):
                raise Conflict(
                    f"session {session_id} is at version {session.version}, "
                    f"the request saw {version}"
                )
            events = _decided(command, session, version)
            check_limits(events, key)
            try:
                entries = self.store.append(session_id, session.version, events, self._now(), key)
            except Conflict:
                if attempt + 1 == ATTEMPTS:
                    raise
                continue
            self._stored()
            moved = fold(entries, session)
            assert moved is not None
            self.folded.keep(moved)
            return Answer(moved, tuple(entries))
        raise AssertionError("the last attempt returns or raises")

    def _earlier(self, session_id: UUID) -> Answer | None:
        try:
            session = self.store.load(session_id)
        except LookupError:
            return None
        return Answer(session, session.log, repeated=True)


def _decided(
    command: Callable[[Session], Sequence[Event]], session: Session, version: int | None
) -> Sequence[Event]:
    """Return what a command records.

    :raises Conflict: the rules refuse it, and did not in the version that the writer saw.
    """
    try:
        return command(session)
    except Exception as error:
        refusal = error if isinstance(error, Refusal) else error.__cause__
        if version is None or version >= session.version or not isinstance(refusal, Refusal):
            raise
        seen = fold(session.log[:version])
        assert seen is not None
        try:
            command(seen)
        except Exception:
            raise error from error.__cause__
        raise Conflict(
            f"session {session.id} is at version {session.version}, "
            f"the request saw {version}: {refusal}"
        ) from refusal


def new_id() -> UUID:
    """Return a new session id: a UUID of version 7, ordered by time for the store's index."""
    return uuid_utils.compat.uuid7()


def session_id_of(key: str, now: datetime) -> UUID:
    """Return the id of the session that a request with this key opens.

    It is of version 7 too. Its time is the key's, if the key begins with such an id, as those of
    the pages do, else the hour of ``now``; all behind the time comes from the key alone.
    """
    digest = int.from_bytes(sha256(key.encode()).digest())
    hour = int(now.timestamp()) // 3600 * 3_600_000
    time = int(key[:12], 16) if _UUID7.match(key) else hour
    low = digest & ((1 << 62) - 1)
    return uuid7_of(time, (digest >> 244) << 62 | low)
