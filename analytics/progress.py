"""One session as far as it is projected, and the rows that moving it on writes."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple
from uuid import UUID

from analytics.facts import FACTS, Row, Rows
from analytics.standing import settle
from analytics.walk import Walk
from domain.events import Recorded, UnreadableEvent
from domain.session import CODEC, Session, fold

Stored = tuple[int, str, int, str, bytes]
"""A stored event: position, session id in 32 hex digits, version, stored name, JSON."""

UNFIT = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""What folding raises when events contradict each other or the rules' data."""


class Damaged(Exception):
    """A session that cannot be projected: the event at fault, and why."""

    def __init__(self, version: int, reason: str) -> None:
        self.version = version
        super().__init__(reason)


class Progress(NamedTuple):
    """A session and the walk over the moves that are in the warehouse."""

    session: Session
    walk: Walk

    @property
    def complete(self) -> bool:
        """Whether no more moves can follow, only notes."""
        return self.session.closed or self.session.abandoned is not None


def read(stored: Sequence[Stored], before: Session | None = None) -> Session:
    """Decode a session's stored events and fold them, from the start or behind what was read.

    :raises Damaged: an event is unreadable or missing, or the first one opens no session.
    """
    first, session_id = (before.version if before else 0) + 1, UUID(stored[0][1])
    for expected, row in enumerate(stored, first):
        if row[2] != expected:
            raise Damaged(expected, f"version {expected} is missing")
    recorded: list[Recorded] = []
    add, decode = recorded.append, CODEC.decode
    try:
        for _, _, version, name, state in stored:
            add(decode(session_id, version, name, state))
    except UnreadableEvent as error:
        raise Damaged(first + len(recorded), str(error)) from error
    try:
        session = fold(recorded, before)
        assert session is not None, "it has no events"
    except UNFIT as error:
        raise Damaged(1, _reason(error)) from error
    return session


def damage(first: Stored, last: Stored, error: Exception, before: Session | None = None) -> Row:
    """Return the row that says what is wrong with a session.

    :param first: where it begins, which tells its game if ``before`` does not.
    :param last: where reading it ended.
    """
    at = error.version if isinstance(error, Damaged) else last[2]
    return first[1], before.opened.game if before else _game(first), at, str(error)


def _game(first: Stored) -> str | None:
    """Return which game a session is of, if that much of it can be read."""
    try:
        return read([first]).opened.game
    except Damaged:
        return None


def resume(number: int, session: Session) -> Progress:
    """Walk a session silently: its rows are in the warehouse already.

    :raises Damaged: its events do not fit together.
    """
    return advance(number, session, None, defaultdict(list))[0]


def advance(
    number: int, session: Session, before: Progress | None, rows: Rows
) -> tuple[Progress, int | None]:
    """Walk what is new in a session and add its rows.

    Returns the progress and, after a take-back, the first step of which rows were written before
    that no longer stand.

    :raises Damaged: its events do not fit together.
    """
    walk = before.walk if before else None
    undone: int | None = None
    kept = _kept(before.session, session) if before else 0
    try:
        if walk is None or kept < walk.step:
            undone = None if walk is None else kept
            walk = Walk(number, session)
            walk.go(session, kept, defaultdict(list))
        walk.go(session, len(session.moves), rows)
        settle(session, walk, rows)
        facts = FACTS[session.game.name]
        walk.looks.settle(number, session, facts, walk.state, walk.round, rows)
    except UNFIT as error:
        raise Damaged(_stopped_at(session, walk), _reason(error)) from error
    return Progress(session, walk), undone


def _stopped_at(session: Session, walk: Walk | None) -> int:
    """Return the version of the event that a walk could not pass."""
    if walk is None:
        return 1
    ahead = session.moves[walk.step :]
    return ahead[0].version if ahead else session.version


def _kept(before: Session, after: Session) -> int:
    """Count the moves from the start on that stand in both."""
    pairs = zip(before.moves, after.moves, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
