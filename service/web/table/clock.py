"""The table's clock: how long people have played, how long the turn takes, whether it stands."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from domain.session import Session
from domain.session.events import ASIDE, ClockPaused, ClockResumed, RulesTalked


@dataclass(frozen=True)
class Clock:
    """Seconds as of now. ``running`` is false while paused, after the end and without a clock."""

    timed: bool
    running: bool
    paused: str
    played: int
    turn: int
    rules: int


def clock(session: Session, now: datetime) -> Clock:
    """Read the clock of a session; pauses do not count."""
    paused = session.paused
    over = session.status != "live"
    end = session.log[-1].at if over else now
    talked = [entry.event for entry in session.aside(RulesTalked)]
    moved = next(e.at for e in reversed(session.log) if type(e.event) not in ASIDE)
    return Clock(
        timed=session.opened.timed,
        running=session.opened.timed and not over and paused is None,
        paused=getattr(paused.event, "reason", "") if paused and not over else "",
        played=_seconds(_running(session, session.log[0].at, end)),
        turn=_seconds(_running(session, moved, end)),
        rules=_seconds(timedelta(seconds=sum(getattr(t, "seconds", 0) or 0 for t in talked))),
    )


def _running(session: Session, since: datetime, end: datetime) -> timedelta:
    """Return the time since a moment for which the clock was not stopped."""
    total, stopped = end - since, None
    for entry in session.log:
        if entry.at < since:
            stopped = None
        elif isinstance(entry.event, ClockPaused):
            stopped = stopped or entry.at
        elif stopped and (isinstance(entry.event, ClockResumed) or type(entry.event) not in ASIDE):
            total, stopped = total - (entry.at - stopped), None
    return total - (end - stopped) if stopped else total


def _seconds(span: timedelta) -> int:
    return max(round(span.total_seconds()), 0)


def spoken(seconds: float) -> str:
    """Write a time as clocks show it.

    >>> spoken(21), spoken(1122), spoken(7384)
    ('0:21', '18:42', '2:03:04')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
