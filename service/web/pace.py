"""How long each step deserves when a replay plays by itself: as at the table, or by interest."""

from itertools import pairwise
from typing import get_args

from domain.session.events import Feeling
from service.web.playback import Playback

FELT = frozenset(get_args(Feeling))
PLAIN, DECIDED, MARKED, LED, NOTED, ODD = 1, 2, 3, 3, 4, 4
"""Weights of a step: what follows from the rules, a decision, a key event, a new leader, a note
or a feeling, what stood against the rules.
"""


def real(film: Playback) -> list[int]:
    """Return the seconds that the table took for each step; nothing where no clock ran."""
    opened = film.session.opened
    if opened.mode == "simulated" or not opened.timed:
        return []
    times = [row.at for row in film.rows]
    spent = [round((b - a).total_seconds()) for a, b in pairwise(times)]
    return [0, *(max(seconds, 0) for seconds in spent)] if any(spent) else []


def interest(film: Playback) -> list[int]:
    """Return a weight for each step, from 1 for a plain event; the heaviest of its reasons."""
    _, _, counted = film.lines
    weights = []
    for row in film.rows:
        step = row.step
        reasons = [PLAIN]
        if row.seat is not None and row.seat in film.game.to_act(film.before(step)):
            reasons.append(DECIDED)
        if row.mark:
            reasons.append(MARKED)
        if step and _leads(counted[step]) != _leads(counted[step - 1]):
            reasons.append(LED)
        felt = any(aside.icon in FELT for aside in film.asides.get(step, ()))
        if felt or step in film.notes:
            reasons.append(NOTED)
        if row.irregular or row.amended:
            reasons.append(ODD)
        weights.append(max(reasons))
    return weights


def _leads(numbers: tuple[int, ...]) -> frozenset[int]:
    """Return the seats that have most; nobody leads while all have the same."""
    most = max(numbers)
    if min(numbers) == most:
        return frozenset()
    return frozenset(seat for seat, number in enumerate(numbers) if number == most)
