"""Everything that the lines of a session need, counted once over its positions."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from analytics.clock import gap_before, has_clock
from analytics.lines.line import Measure, Row
from domain.session import Session


@dataclass(frozen=True)
class Counted:
    """Rows by step, so that any step's past is a slice of them.

    :ivar measures: what the game counts, with a row a step each.
    :ivar options: how many actions are legal for each seat that the game waits for.
    :ivar unknown: by step, the seats whose hands hold cards that the reader does not know.
    :ivar hands: cards in hand.
    :ivar seconds: how long the seat thought whose action the step begins.
    """

    measures: tuple[tuple[Measure, tuple[Row, ...]], ...]
    options: tuple[Row, ...]
    unknown: tuple[tuple[int, ...], ...]
    hands: tuple[Row, ...]
    seconds: tuple[Row, ...]

    def until(self, step: int) -> "Counted":
        """Return what was counted up to a step, that step included."""
        end = step + 1
        return Counted(
            tuple((measure, rows[:end]) for measure, rows in self.measures),
            self.options[:end],
            self.unknown[:end],
            self.hands[:end],
            self.seconds[:end],
        )


@cache
def measures(game: str) -> tuple[Measure, ...]:
    """Return what a game counts; the first one that is known throughout says who leads."""
    found: tuple[Measure, ...] = import_module(f"analytics.lines.{game}").MEASURES
    return found


def count(session: Session, states: Sequence[Any]) -> Counted:
    """Count a session's positions, ``states[k]`` the one after step ``k`` as its reader sees it.

    Legal actions are counted on what the reader sees: where a hand is unknown, all that it could
    play counts. 470 steps of eight seats of Nocturnis take 70 milliseconds.
    """
    game = session.game
    return Counted(
        tuple((m, tuple(m.of(state) for state in states)) for m in measures(game.name)),
        tuple(_options(session, state) for state in states),
        tuple(tuple(s for s, h in enumerate(state.hands) if h.unknown) for state in states),
        tuple(tuple(len(hand) for hand in state.hands) for state in states),
        _seconds(session, len(states)),
    )


def _options(session: Session, state: Any) -> Row:
    game, asked = session.game, session.game.to_act(state)
    seats = range(len(session.players))
    return tuple(game.count_legal(state, seat) if seat in asked else None for seat in seats)


def _seconds(session: Session, steps: int) -> tuple[Row, ...]:
    """Return the seconds before each action of a person, where a clock ran."""
    players = session.players
    rows: list[list[float | None]] = [[None] * len(players) for _ in range(steps)]
    if has_clock(session):
        for step, action in session.actions:
            if step < steps and players[action.seat].bot is None:
                rows[step][action.seat] = gap_before(session, session.moves[step].version)
    return tuple(map(tuple, rows))
