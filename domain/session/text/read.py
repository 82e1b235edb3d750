"""Sessions from their text: each line is carried out where it stands."""

import re
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from domain.errors import DomainError
from domain.events import Event, Recorded
from domain.notation import SEATS
from domain.session.limits import Excess, excess_in
from domain.session.reading import LONGEST, Faulty, Found, Read
from domain.session.replay import Misplaced
from domain.session.session import Session, fold
from domain.session.text.head import MAGIC, Head
from domain.session.text.opening import Library, opening_of
from domain.session.text.told import events_of
from domain.session.text.values import read_time

NOBODY = UUID(int=0)
"""The id of a session whose text gives none."""

Lines = Iterable[tuple[int, str]]

_END = re.compile(r"@end\b")
_PLAYER = re.compile(r"players\[(\d)\]\.(\w+)")
_TIME = re.compile(r"\[([^\]]*)\]\s*(.*)")


def read(lines: Lines, library: Library, now: datetime) -> Read:
    """Read the sessions of a text, up to the first line that does not fit.

    :param now: when a session was opened that does not say it.
    """
    found: list[Found] = []
    reader: Account | None = None
    number = 0
    try:
        for number, text in lines:
            text = text.strip()
            if reader is None:
                reader = _begun(number, text, library, now, found)
            elif _END.match(text):
                found.append(reader.end(number, text))
                reader = None
            else:
                reader.take(number, text)
        if reader is not None:
            reader.carry_out()
            raise Faulty(number, "the text ends without @end, expected the rest of the session")
        if not found:
            raise Faulty(None, f"no session in it, expected {MAGIC!r} as the first line")
    except Faulty as error:
        cut = reader.found() if reader else None
        return Read((*found, cut) if cut else tuple(found), error.fault)
    return Read(tuple(found))


def _begun(
    number: int, text: str, library: Library, now: datetime, found: list[Found]
) -> "Account | None":
    if not text or text.startswith("#"):
        return None
    if text != MAGIC:
        where = " after @end" if found else ""
        raise Faulty(number, f"{text[:60]!r} found{where}, expected {MAGIC!r}")
    return Account(number, library, now)


class Account:
    """One session as told line by line: its headers, then its body, carried out at the end."""

    def __init__(self, number: int, library: Library, now: datetime) -> None:
        self.head = Head(number)
        self.body: list[tuple[int, str]] = []
        self.library, self.now = library, now
        self.session: Session | None = None
        self.named = self.dated = False
        self._in_head = True

    def take(self, number: int, text: str) -> None:
        """Take the next line in: the headers go on to the first empty one."""
        if text.startswith("#"):
            return
        if not self._in_head:
            if text:
                self.body.append((number, text))
        elif text:
            self.head.add(number, text)
        elif self.head.lines:
            self._in_head = False

    def end(self, number: int, text: str) -> Found:
        """Carry everything out and return the session, which ends with this line.

        :raises Faulty: the first line that does not fit, or not as many events as it says.
        """
        found = self.carry_out()
        count = text.removeprefix("@end").strip()
        if count and count != str(found.session.version):
            reason = f"@end {count[:20]} found, but these lines make {found.session.version} events"
            raise Faulty(number, reason)
        return found

    def found(self) -> Found | None:
        """Return what is good so far."""
        return Found(self.session, self.named, self.dated) if self.session else None

    def carry_out(self) -> Found:
        """Open the session and carry out its body.

        :raises Faulty: the first line that does not fit.
        """
        timed = any(_TIME.fullmatch(text) for _, text in self.body)
        opening = opening_of(self.head, self.library, timed)
        self.named, self.dated = opening.session_id is not None, opening.opened is not None
        at = opened = opening.opened or self.now
        session = self._record(
            self.head.line, None, opening.events, at, opening.session_id or NOBODY
        )
        for number, line in self.body:
            try:
                found = _TIME.fullmatch(line)
                at = read_time(found[1], opened) if found else at
                events = events_of(session, found[2] if found else line)
            except Misplaced as error:
                raise Faulty(number, error.reason) from error
            except DomainError as error:
                reason = str(error).replace(f" in session {NOBODY}", "")
                raise Faulty(number, reason) from error
            session = self._record(number, session, events, at, session.id)
        return Found(session, self.named, self.dated)

    def _record(
        self,
        number: int,
        session: Session | None,
        events: Iterable[Event],
        at: datetime,
        session_id: UUID,
    ) -> Session:
        version = session.version if session else 0
        entries = [Recorded(session_id, version + n, at, e) for n, e in enumerate(events, 1)]
        if version + len(entries) > LONGEST:
            raise Faulty(number, f"more than {LONGEST} events, expected fewer in a session")
        for entry in entries:
            if excess := excess_in(entry):
                raise self._too_much(number, excess, opening=session is None)
        self.session = fold(entries, session)
        assert self.session is not None
        return self.session

    def _too_much(self, number: int, excess: Excess, *, opening: bool) -> Faulty:
        """Return the fault of a field, at its header where it is one of the opening."""
        if not opening:
            return Faulty(number, f"{excess.field}: {excess.reason}")
        found = _PLAYER.fullmatch(excess.field)
        what = "" if not found or found[2] == "name" else f" {found[2]}"
        key = f"player {SEATS[int(found[1])].lower()}{what}" if found else excess.field
        return self.head.fault(key.partition("[")[0], excess.reason)
