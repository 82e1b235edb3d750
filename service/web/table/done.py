"""The actions of a log, newest last: what was done, what followed by itself, how long it took."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from analytics.clock import gap_before, has_clock
from domain.session import Session
from domain.session.session import Irregularity
from service.web.playback import Playback, Row


@dataclass(frozen=True)
class Done:
    """One action in the log, or the set-up.

    :ivar row: the step that it began with; ``follows`` those that came by themselves.
    :ivar hidden: cards of it that nobody saw.
    """

    session: Session
    action: Any
    row: Row
    follows: tuple[Row, ...]
    hidden: int
    seconds: float | None
    irregular: Irregularity | None

    @property
    def line(self) -> str:
        """The action in notation with what was seen, as it can be typed again."""
        if self.action is None:
            return ""
        session, first = self.session, self.row.step
        moves = session.moves[first : self.last + 1]
        answers = tuple(a for move in moves for a in session.game.answers(move.event))
        return session.game.notation.write(session.state_at(first - 1), self.action, answers)

    @property
    def last(self) -> int:
        """The last step of the action."""
        return self.follows[-1].step if self.follows else self.row.step


def done(session: Session, film: Playback, newest: int | None = None) -> list[Done]:
    """List the actions that stand, or the newest of them, after the set-up."""
    begun = [(0, None), *session.actions]
    spans = [*pairwise([step for step, _ in begun]), (begun[-1][0], len(session.moves))]
    timed = has_clock(session)
    wanted = list(zip(begun, spans, strict=True))[-newest if newest else 0 :]
    return [_done(session, film, action, *span, timed) for (_, action), span in wanted]


def _done(
    session: Session, film: Playback, action: object, first: int, end: int, timed: bool
) -> Done:
    moves, rows = session.moves[first:end], film.rows[first:end]
    answers = (answer for move in moves for answer in session.game.answers(move.event))
    return Done(
        session,
        action,
        rows[0],
        tuple(rows[1:]),
        sum(answer is None for answer in answers),
        gap_before(session, moves[0].version) if timed else None,
        session.irregular.get(first),
    )
