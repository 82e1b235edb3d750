"""Sessions as JSON Lines: one stored event a line, with session, version, name, time and key."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from uuid import UUID

import msgspec

from domain.events import Recorded, UnreadableEvent
from domain.session import CODEC, Session
from domain.session.limits import excess_in
from domain.session.reading import LONGEST, Fault, Faulty, Found, Read
from domain.session.replay import Misplaced, parts

Placed = tuple[int, Recorded]
"""A line's number and the event in it."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One stored event."""

    session: UUID
    version: int
    name: str
    state: msgspec.Raw


def write(session: Session) -> Iterator[str]:
    """Yield the lines of a session; the same session gives the same bytes."""
    for entry in session.log:
        name, state = CODEC.encode(entry.at, entry.event, entry.key)
        head = f'{{"session": "{entry.session_id.hex}", "version": {entry.version}, '
        yield f'{head}"name": "{name}", "state": {state.decode()}}}\n'


def read(lines: Iterable[tuple[int, str]]) -> Read:
    """Read sessions and carry every one of them out again.

    What a store may hold from before there were limits is taken as it is, and said: a backup has
    to come back whole.
    """
    placed, broken = _decoded(lines)
    odd = tuple(
        Fault(number, f"{excess.field}: {excess.reason}")
        for number, entry in placed
        if (excess := excess_in(entry))
    )
    found: list[Found] = []
    seen: set[UUID] = set()
    for session_id, group in groupby(placed, key=lambda one: one[1].session_id):
        entries = list(group)
        if session_id in seen:
            reason = f"session {session_id} again, expected its lines to stand together"
            return Read(tuple(found), Fault(entries[0][0], reason), odd)
        seen.add(session_id)
        cut_by = broken if entries[-1] is placed[-1] else None
        session, fault = _replayed(entries, cut_by)
        if session is not None:
            found.append(Found(session))
        if fault:
            return Read(tuple(found), fault, odd)
    return Read(tuple(found), broken, odd)


def _decoded(lines: Iterable[tuple[int, str]]) -> tuple[list[Placed], Fault | None]:
    """Decode line after line, up to the first that cannot be."""
    placed: list[Placed] = []
    for number, text in lines:
        if not text.strip():
            continue
        try:
            placed.append((number, _entry(number, text)))
        except Faulty as error:
            return placed, error.fault
    return placed, None


def _entry(number: int, text: str) -> Recorded:
    try:
        line = msgspec.json.decode(text.encode(), type=Line)
        return CODEC.decode(line.session, line.version, line.name, bytes(line.state))
    except UnreadableEvent as error:
        raise Faulty(number, str(error)) from error
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Faulty(number, f"no event of a session: {error}") from error


def _replayed(entries: list[Placed], cut_by: Fault | None) -> tuple[Session | None, Fault | None]:
    """Return the session as far as it is good, and the first line that does not fit.

    :param cut_by: why the line after the last of these cannot be read.
    """
    session: Session | None = None
    if len(entries) > LONGEST:
        reason = f"more than {LONGEST} events, expected fewer in a session"
        return None, Fault(entries[LONGEST][0], reason)
    try:
        for part in parts([entry for _, entry in entries]):
            session = part.after
    except Misplaced as error:
        if error.cut and cut_by:
            return session, cut_by
        first = entries[0][0]
        by_place = {nth: line for nth, (line, _) in enumerate(entries, 1)}
        return session, Faulty(by_place.get(error.version, first), error.reason).fault
    return session, None
