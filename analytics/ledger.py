"""Where the time of a session went: thinking and waiting a seat, rules talk, breaks."""

from dataclasses import dataclass
from itertools import pairwise

from analytics.clock import BREAK, gap_before, has_clock, paused_before
from domain.session import Session
from domain.session.events import ASIDE, ClockPaused, IrregularityStood, RulesTalked


@dataclass(frozen=True)
class Ledger:
    """Seconds. By seat: ``thinking`` before its own actions, ``waiting`` while it had none to do.

    ``rules`` is time that the table talked about rules; it counts for nobody's thinking. ``breaks``
    are pauses and gaps of more than half an hour.
    """

    thinking: tuple[float, ...]
    waiting: tuple[float, ...]
    rules: float
    breaks: float


def ledger(session: Session) -> Ledger | None:
    """Add up the time of a session as it stands; ``None`` where no clock ran."""
    if not has_clock(session):
        return None
    seats = range(len(session.players))
    thinking, waiting = [0.0 for _ in seats], [0.0 for _ in seats]
    begun = dict(session.actions)
    for step, (before, move, _) in enumerate(session.history()):
        if step not in begun:
            continue
        gap = gap_before(session, move.version)
        if gap is None:
            continue
        gap = max(gap - _talk_before(session, move.version), 0.0)
        acting = session.game.to_act(before)
        thinking[begun[step].seat] += gap
        for seat in seats:
            if seat not in acting:
                waiting[seat] += gap
    talked = [entry.event for entry in session.aside(RulesTalked)]
    return Ledger(
        thinking=tuple(thinking),
        waiting=tuple(waiting),
        rules=sum(getattr(talk, "seconds", None) or 0.0 for talk in talked),
        breaks=_breaks(session),
    )


def _talk_before(session: Session, version: int) -> float:
    """Add up the rules talk between a position and the event that left it."""
    seconds = 0.0
    for entry in reversed(session.log[: version - 1]):
        if type(entry.event) not in ASIDE | {IrregularityStood}:
            break
        if isinstance(entry.event, RulesTalked):
            seconds += entry.event.seconds or 0.0
    return seconds


def _breaks(session: Session) -> float:
    """Add up pauses, and gaps beside them that nobody sits through."""
    gaps = [
        (later.at - one.at).total_seconds()
        for one, later in pairwise(session.log)
        if not isinstance(one.event, ClockPaused)
    ]
    return paused_before(session.log) + sum(gap for gap in gaps if gap > BREAK)
