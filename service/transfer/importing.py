"""Sessions in: a file is stored as a whole or not at all, and once however often it comes."""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

import msgspec

from domain.events import Recorded, UnreadableEvent
from domain.session import CODEC, Session, fold
from domain.session.reading import Faulty, Found, Read
from service.recorder import session_id_of
from service.store import Conflict, NoSuchSession, Playtests
from service.transfer.reading import Form

OWN_ID = "; without its header 'id' it would be stored as another session"


class Imported(NamedTuple):
    """A session of a file; ``new`` if it was stored now, otherwise it was here already."""

    session: Session
    new: bool


def store(playtests: Playtests, read: Read, form: Form = "jsonl") -> list[Imported]:
    """Store the sessions of a file that are not here yet.

    :param form: what the file is; in some an id can be left out.
    :raises Faulty: a line that does not fit, or a session that is here with another content;
        nothing of the file is stored.
    """
    if read.fault:
        raise Faulty(*read.fault)
    found = [(one, _known_by(playtests, one)) for one in read.sessions]
    done: list[Imported] = []
    rows: list[tuple[str, int, str, bytes]] = []
    for one, session in found:
        there = _there(playtests, session.id) or _among(done, session.id)
        if there is not None and (reason := _difference(there, session, one.dated)):
            hint = "" if form == "jsonl" or not one.named else OWN_ID
            raise Faulty(None, f"session {session.id} is here already, {reason}{hint}")
        done.append(Imported(session, there is None))
        rows += _rows(session) if there is None else []
    try:
        playtests.append_encoded(rows)
    except Conflict as error:
        raise Faulty(None, f"{error}, by somebody else just now") from error
    return done


def named(found: Found) -> Session:
    """Return a session under its id; without one, under an id that follows from its content.

    Its time is that of the opening; for a session that tells none, the hour in which it is read.
    """
    if found.named:
        return found.session
    log = found.session.log
    told = sha256()
    for entry in log:
        at = [entry.at] if found.dated else []
        told.update(msgspec.json.encode([*at, entry.event.stored_name, entry.event]) + b"\n")
    digest = told.hexdigest()
    milliseconds = int(log[0].at.timestamp() * 1000)
    dated = found.dated and 0 <= milliseconds < 1 << 48
    key = f"{milliseconds:012x}7000b{digest[:15]}-{digest}" if dated else digest
    return _under(session_id_of(key, log[0].at), log)


def _known_by(playtests: Playtests, found: Found) -> Session:
    """Return a session under its id; one without id or date under that of its first import."""
    session = named(found)
    twin = None if found.named or found.dated else playtests.twin(session.id)
    return _under(twin, session.log) if twin else session


def _under(session_id: UUID, log: Sequence[Recorded]) -> Session:
    session = fold(msgspec.structs.replace(entry, session_id=session_id) for entry in log)
    assert session is not None
    return session


def _there(playtests: Playtests, session_id: UUID) -> Session | None:
    try:
        return playtests.load(session_id)
    except NoSuchSession:
        return None
    except UnreadableEvent as error:
        raise Faulty(None, f"session {session_id} is here already, damaged: {error}") from error


def _among(done: Sequence[Imported], session_id: UUID) -> Session | None:
    return next((one.session for one in done if one.session.id == session_id), None)


def _difference(there: Session, session: Session, dated: bool) -> str | None:
    """Say where two sessions of one id differ; keys of requests do not matter."""
    for one, other in zip(there.log, session.log, strict=False):
        if one.event != other.event or (dated and one.at != other.at):
            return f"with another event or time at version {one.version}"
    if there.version != session.version:
        return f"with {there.version} events; the file has {session.version}"
    return None


def _rows(session: Session) -> list[tuple[str, int, str, bytes]]:
    return [(e.session_id.hex, e.version, *CODEC.encode(e.at, e.event, e.key)) for e in session.log]
