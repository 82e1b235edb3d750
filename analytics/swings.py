"""A session's chances by step, and its turning points: where they changed more than by sampling."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

import msgspec

from analytics.bots.evaluating import Evaluation
from domain.session import Session

LEAST, MOST, EVERY = 3, 8, 6
"""Turning points that are listed: one for so many evaluated steps, within these bounds."""

SURE = 3.0
"""Standard errors beyond which a change is no chance of sampling: one of 370 changes is so large by
chance, and a session has 50 to 200. The number of steps is not in it, so that a list up to a step
tells nothing of how many follow."""


class Stand(msgspec.Struct, frozen=True):
    """How the game stands after a step."""

    step: int
    worth: Evaluation


class Swing(NamedTuple):
    """A change of the chances.

    :ivar first: the step of the action that it came from; where seats act at the same time, of the
        round's first one.
    :ivar step: the step at which all is done that followed.
    :ivar size: the sum of all seats' changes, either way.
    :ivar changes: by seat, as the chances are.
    """

    first: int
    step: int
    size: float
    changes: tuple[float, ...]


def steps_of(session: Session) -> list[int]:
    """List the steps at which a session is evaluated: where all is done that follows from the
    set-up, or from an action. In between the game cannot be played on.

    Where seats act at the same time chances stand still within a round: then those steps at which
    one has begun, and the last.
    """
    settled = [end - 1 for _, end in session.stretches()]
    if not session.game.simultaneous:
        return settled
    rounds = [session.game.round_of(session.state_at(step)) for step in settled]
    begun = [
        at for (was, _), (now, at) in pairwise(zip(rounds, settled, strict=True)) if was != now
    ]
    return sorted({settled[0], *begun, settled[-1]})


def by_step(stands: Sequence[Stand], gaps: Sequence[int], last: int) -> list[Stand | None]:
    """Return the stand at each step: the latest one, none behind a step that has none.

    :param gaps: steps that could not be evaluated.
    """
    at: dict[int, Stand | None] = dict.fromkeys(gaps)
    at.update((stand.step, stand) for stand in stands)
    found: list[Stand | None] = []
    for step in range(last + 1):
        found.append(at[step] if step in at else found[-1] if found else None)
    return found


def turning_points(
    stands: Sequence[Stand], gaps: Sequence[int] = (), most: int | None = None
) -> list[Swing]:
    """Return the largest swings, the largest first: those beyond what sampling explains.

    :param gaps: steps that could not be evaluated; a change across one is none of a step.
    :param most: that are returned; by the number of stands without.
    """
    if most is None:
        most = min(max(len(stands) // EVERY, LEAST), MOST)
    return sorted(_swings(stands, gaps), key=lambda swing: (-swing.size, swing.step))[:most]


def _swings(stands: Sequence[Stand], gaps: Sequence[int]) -> Iterator[Swing]:
    for before, after in pairwise(stands):
        if any(before.step < gap < after.step for gap in gaps):
            continue
        pairs = list(zip(before.worth.chances, after.worth.chances, strict=True))
        changes = tuple(now - was for was, now in pairs)
        errors = (
            sqrt(_variance(before.worth, seat) + _variance(after.worth, seat))
            for seat in range(len(changes))
        )
        if any(abs(c) > SURE * e for c, e in zip(changes, errors, strict=True)):
            yield Swing(before.step + 1, after.step, sum(map(abs, changes)), changes)


def _variance(worth: Evaluation, seat: int) -> float:
    """Return the variance of a chance: with one win and one loss more, since none of few is not
    never (Agresti and Caffo, The American Statistician 54, 2000).
    """
    if not worth.games:
        return 0.0
    if worth.alone:
        return (worth.deviation or 0.0) ** 2 / worth.games
    share = (worth.chances[seat] * worth.games + 1) / (worth.games + 2)
    return share * (1 - share) / (worth.games + 2)
