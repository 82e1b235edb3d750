"""The actions of a log, newest last: what was done, what followed by itself, how long it took."""

from dataclasses import dataclass
from itertools import pairwise

from analytics.clock import gap_before, has_clock
from domain.session import Session
from domain.session.session import Irregularity
from service.web.playback import Playback, Row


@dataclass(frozen=True)
class Done:
    """One action in the log, or the set-up.

    :ivar row: the step that it began with; ``follows`` those that came by themselves.
    :ivar line: the action in notation with what was seen, as it can be typed again.
    :ivar hidden: cards of it that nobody saw.
    """

    row: Row
    follows: tuple[Row, ...]
    line: str
    hidden: int
    seconds: float | None
    irregular: Irregularity | None

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
    answers = tuple(a for move in moves for a in session.game.answers(move.event))
    line = ""
    if action is not None:
        line = session.game.notation.write(session.state_at(first - 1), action, answers)
    return Done(
        rows[0],
        tuple(rows[1:]),
        line,
        sum(answer is None for answer in answers),
        gap_before(session, moves[0].version) if timed else None,
        session.irregular.get(first),
    )
