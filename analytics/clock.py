"""Time at the table, where a clock ran: how long a choice took, how long people played."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from domain.events import Recorded
from domain.session import Session
from domain.session.events import (
    ASIDE,
    ClockPaused,
    ClockResumed,
    IrregularityStood,
    SessionAbandoned,
    SessionClosed,
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
NOTHING_MOVED = ASIDE | {IrregularityStood}
NOTHING_PLAYED = NOTHING_MOVED | {SessionClosed, SessionAbandoned}
BREAK = 1800  # seconds; a longer gap is a pause, neither thinking nor play


def has_clock(session: Session) -> bool:
    """Whether the times of the events are those of people who play."""
    opened = session.opened
    people = any(player.bot is None for player in opened.players)
    return opened.timed and opened.mode != "simulated" and people


def gap_before(session: Session, version: int) -> float | None:
    """Return the seconds from the position that the event found to the event.

    The position stood since the latest move or take-back; notes change nothing, and pauses do not
    count. ``None`` for the first event, for a break, and where the clock stood still or ran
    backwards, which no person does: such a log was written down afterwards.
    """
    log = session.log
    at = version - 2
    while at >= 0 and type(log[at].event) in NOTHING_MOVED:
        at -= 1
    if at < 0:
        return None
    seconds = (log[version - 1].at - log[at].at).total_seconds()
    seconds -= paused_before(log[at + 1 : version])
    return seconds if 0 < seconds <= BREAK else None


def paused_before(between: Sequence[Recorded]) -> float:
    """Add up the seconds for which the clock was stopped among these events."""
    seconds, since = 0.0, None
    for entry in between:
        if isinstance(entry.event, ClockPaused) and since is None:
            since = entry.at
        elif since is not None and type(entry.event) not in ASIDE - {ClockResumed}:
            seconds, since = seconds + (entry.at - since).total_seconds(), None
    return seconds


def seconds_of_play(session: Session) -> float | None:
    """Add up the gaps before moves and take-backs; ``None`` where no clock ran."""
    if not has_clock(session):
        return None
    gaps = [
        gap_before(session, entry.version)
        for entry in session.log
        if type(entry.event) not in NOTHING_PLAYED
    ]
    known = [gap for gap in gaps if gap is not None]
    return sum(known) if known else None


def microseconds(at: datetime) -> int:
    """Return the microseconds since 1970, UTC: what a TIMESTAMP column holds.

    Arrow takes a number twelve times faster than a time, and most neighbours are equal.
    """
    return (at - EPOCH) // MICROSECOND
