"""Where the time of a session went: thinking and waiting a seat, rules talk, breaks."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

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


class Spell(NamedTuple):
    """The time before one action: seconds that ``seat`` thought and the seats ``idle`` waited."""

    seat: int
    seconds: float
    idle: tuple[int, ...]


def spells(session: Session) -> Iterator[Spell]:
    """Yield one spell an action; breaks and actions at which the clock stood still have 0 seconds.

    Rules talk before an action counts for nobody.
    """
    begun, seats = dict(session.actions), range(len(session.players))
    for step, (before, move, _) in enumerate(session.history()):
        if step not in begun:
            continue
        gap = gap_before(session, move.version) or 0.0
        gap = max(gap - _talk_before(session, move.version), 0.0) if gap else 0.0
        acting = session.game.to_act(before)
        yield Spell(begun[step].seat, gap, tuple(s for s in seats if s not in acting))


def ledger(session: Session) -> Ledger | None:
    """Add up the time of a session as it stands; ``None`` where no clock ran."""
    if not has_clock(session):
        return None
    seats = range(len(session.players))
    thinking, waiting = [0.0 for _ in seats], [0.0 for _ in seats]
    for spell in spells(session):
        thinking[spell.seat] += spell.seconds
        for seat in spell.idle:
            waiting[seat] += spell.seconds
    talked = [entry.event for entry in session.aside(RulesTalked)]
    return Ledger(
        thinking=tuple(thinking),
        waiting=tuple(waiting),
        rules=sum(getattr(talk, "seconds", None) or 0.0 for talk in talked),
        breaks=_breaks(session),
    )


THIRDS = ("beginning", "middle", "end")


class Third(NamedTuple):
    """A seat's time in a third of a session's actions."""

    seat: int
    phase: str
    thinking: float
    waiting: float
    actions: int


def by_third(session: Session) -> list[Third]:
    """Add up each seat's time by thirds of the session's actions; nothing where no clock ran."""
    if not has_clock(session):
        return []
    found = list(spells(session))
    sums: dict[tuple[int, str], list[float]] = {
        (seat, third): [0.0, 0.0, 0] for seat in range(len(session.players)) for third in THIRDS
    }
    for nth, spell in enumerate(found):
        third = THIRDS[nth * len(THIRDS) // len(found)]
        own = sums[spell.seat, third]
        own[0], own[2] = own[0] + spell.seconds, own[2] + 1
        for seat in spell.idle:
            sums[seat, third][1] += spell.seconds
    return [Third(*key, think, wait, int(n)) for key, (think, wait, n) in sums.items()]


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
