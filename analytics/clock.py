"""Time at the table, where a clock ran: how long a choice took, how long people played."""

from datetime import UTC, datetime, timedelta

from domain.session import Session
from domain.session.events import NoteAdded, SessionAbandoned, SessionClosed

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
BREAK = 1800  # seconds; a longer gap is a pause, neither thinking nor play


def has_clock(session: Session) -> bool:
    """Whether the times of the events are those of people who play."""
    mode, players = session.opened.mode, session.opened.players
    return mode != "simulated" and any(player.bot is None for player in players)


def gap_before(session: Session, version: int) -> float | None:
    """Return the seconds from the position that the event found to the event.

    The position stood since the latest move or take-back; notes change nothing. ``None`` for the
    first event, for a break, and where the clock stood still or ran backwards, which no person
    does: such a log was written down afterwards.
    """
    log = session.log
    at = version - 2
    while at >= 0 and isinstance(log[at].event, NoteAdded):
        at -= 1
    if at < 0:
        return None
    seconds = (log[version - 1].at - log[at].at).total_seconds()
    return seconds if 0 < seconds <= BREAK else None


def seconds_of_play(session: Session) -> float | None:
    """Add up the gaps before moves and take-backs; ``None`` where no clock ran."""
    if not has_clock(session):
        return None
    beside = NoteAdded | SessionClosed | SessionAbandoned
    gaps = [
        gap_before(session, entry.version)
        for entry in session.log
        if not isinstance(entry.event, beside)
    ]
    known = [gap for gap in gaps if gap is not None]
    return sum(known) if known else None


def microseconds(at: datetime) -> int:
    """Return the microseconds since 1970, UTC: what a TIMESTAMP column holds.

    Arrow takes a number twelve times faster than a time, and most neighbours are equal.
    """
    return (at - EPOCH) // MICROSECOND
