"""A game in numbers, the same for one that bots just played and one from the table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from analytics.experiments.measures import Values
from analytics.facts import FACTS
from analytics.facts.facts import Standing
from domain.events import Event
from domain.game import Game


@dataclass(frozen=True)
class Measured:
    """A game in numbers: its measures, the clauses that its steps rest on, why it ended, and the
    seats that won; ``None`` where nobody could.
    """

    values: Values
    clauses: frozenset[str]
    ended_by: str | None
    winners: tuple[int, ...] | None = None


def measure(game: Game, rules: Any, events: Iterable[Event], choices: int, seats: int) -> Measured:
    """Walk a game and measure it.

    :param events: the game's own, from the set-up to the end.
    :param choices: actions that seats chose.
    """
    facts, state = FACTS[game.name], game.blank(rules)
    ends: list[tuple[int, Any, Standing]] = []
    clauses: set[str] = set()
    first: int | None = None
    was = game.round_of(state)
    for step, event in enumerate(events):
        now = game.round_of(state)
        if now != was and step > 1:
            _stand(facts.standing, ends, was, state)
        was = now
        clauses.update(game.cite(state, event))
        state = game.evolve(state, event)
        if not step:
            acting = game.to_act(state)
            first = acting[0] if len(acting) == 1 < seats else None
    _stand(facts.standing, ends, was, state)
    outcome = game.outcome(state)
    scores = [n for n in game.scores(state) if n is not None]
    known = len(scores) == seats
    winners = outcome.winners if outcome and seats > 1 else None
    lines = [standing for _, _, standing in ends]
    values = (
        float(game.round_of(state)),
        float(choices),
        sum(scores) / seats if known else None,
        float(max(scores) - min(scores)) if known and seats > 1 else None,
        None if winners is None or first is None else (first in winners) / len(winners),
        None if winners is None else deficit(lines, winners),
        None if winners is None else lead_changes(lines),
        None if winners is None else float(len(winners) > 1),
    )
    ended_by = outcome.ended_by if outcome else None
    return Measured(values, frozenset(clauses), ended_by, winners)


def _stand(standing: Any, ends: list[tuple[int, Any, Standing]], round_: int, state: Any) -> None:
    if ends and ends[-1][0] == round_:
        ends.pop()
    last = ends[-1] if ends else None
    seats = standing(state, last and last[1], last[2] if last else ())
    ends.append((round_, state, seats))


def deficit(lines: Sequence[Standing], winners: tuple[int, ...]) -> float | None:
    """Return the worst deficit of the best winner against the best seat that did not win.

    >>> deficit([(3, 5), (9, 5)], (0,)), deficit([(3, 5)], (0, 1)), deficit([(3, None)], (0,))
    (2.0, None, None)
    """
    behind = [0.0]
    for seats in lines:
        if None in seats:
            return None
        own = [n for seat, n in enumerate(seats) if n is not None and seat in winners]
        others = [n for seat, n in enumerate(seats) if n is not None and seat not in winners]
        if not others:
            return None
        behind.append(float(max(others) - max(own)))
    return max(behind)


def lead_changes(lines: Sequence[Standing]) -> float | None:
    """Count how often another seat was ahead alone than the last one that was.

    >>> lead_changes([(1, 0), (1, 1), (1, 2), (3, 2)]), lead_changes([(None, 1)])
    (2.0, None)
    """
    led, changes = None, 0
    for seats in lines:
        if None in seats:
            return None
        best = max(n for n in seats if n is not None)
        ahead = [seat for seat, n in enumerate(seats) if n == best]
        if len(ahead) == 1:
            changes += led not in (None, ahead[0])
            led = ahead[0]
    return float(changes)
