"""Lepidoptery in rows: combinations, passes and what was drawn, clears, how it was won."""

from collections.abc import Mapping

from analytics.facts.facts import GameFacts, Rows, See, Standing
from domain.events import Event
from domain.games.lepidoptery.actions import Action, Pass
from domain.games.lepidoptery.combinations import kind_of
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameWon,
    HandReplenished,
    Passed,
)
from domain.games.lepidoptery.outcome import Outcome
from domain.games.lepidoptery.state import State


class LepidopteryWatcher:
    """Writes each event down as it comes; the position before it says all the rest."""

    def __init__(self, session: int) -> None:
        self._session = session
        self.watches: Mapping[type[Event], See] = {
            CombinationPlayed: self._played,
            ColumnsCleared: self._cleared,
            Passed: self._passed,
            HandReplenished: self._drawn,
        }

    def settle(self, state: State, outcome: Outcome | None, rows: Rows) -> None:
        """Add the board and, at the end, what won."""
        parts = state.rules.components
        lines = [line.kind for line in outcome.lines] if outcome else None
        cells = sorted({c for line in outcome.lines for c in line.cells}) if outcome else None
        won = (lines, cells, outcome.shed if outcome else None)
        board = (list(parts.columns), list(parts.heights), len(parts.deck))
        rows["lep_games"].append((self._session, *board, *won))

    def _played(self, step: int, before: State, event: CombinationPlayed, rows: Rows) -> None:
        seat, kind = event.seat, kind_of(event.ranks)
        height = len(before.columns[before.rules.components.columns.index(kind)]) + 1
        held = len(before.hands[seat]), len(before.decks[seat])
        where = (self._session, step, seat, before.climb, len(before.area) + 1)
        rows["lep_plays"].append((*where, kind, event.ranks[0], event.joker, height, *held))

    def _cleared(self, step: int, before: State, event: ColumnsCleared, rows: Rows) -> None:
        seat, columns = before.area[-1].seat, before.rules.components.columns
        for kind in event.columns:
            tokens = before.columns[columns.index(kind)]
            own = tokens.count(seat)
            row = (self._session, step, seat, before.climb, kind, own, len(tokens) - own)
            rows["lep_clears"].append(row)

    def _passed(self, step: int, before: State, event: Passed, rows: Rows) -> None:
        seat, hand = event.seat, before.hands[event.seat]
        where = (self._session, step, seat, before.climb, len(before.area))
        held = len(hand), len(before.decks[seat])
        rows["lep_passes"].append((*where, not hand.unknown, event.unchecked, *held))

    def _drawn(self, step: int, before: State, event: HandReplenished, rows: Rows) -> None:
        row = (self._session, step, event.seat, before.climb, len(event.cards))
        rows["lep_draws"].append(row)


def turn_of(state: State, event: Event) -> int | None:
    """Return the turn of the climb that the event belongs to, from 1; ``None`` outside turns."""
    kind = type(event)
    if kind is CombinationPlayed or kind is Passed:
        return len(state.area) + 1
    return len(state.area) if kind is ColumnsCleared or kind is GameWon else None


def standing(state: State, before: State | None, known: Standing) -> Standing:
    """Count the cards that each seat is still to play, as a number below zero."""
    piles = zip(state.hands, state.decks, strict=True)
    return tuple(-len(hand) - len(deck) for hand, deck in piles)


def items(state: State, action: Action) -> tuple[tuple[str, str], ...]:
    """Name the combination's type and, with a Joker, that; or the pass."""
    if isinstance(action, Pass):
        return (("action", "pass"),)
    found = (("action", "play"), ("combination", str(kind_of(action.ranks))))
    return found if action.joker is None else (*found, ("card", "Joker"))


def knows(state: State, seat: int) -> bool:
    """Whether the seat's hand is known."""
    return not state.hands[seat].unknown


FACTS = GameFacts(
    choices=frozenset({CombinationPlayed, Passed}),
    watcher=LepidopteryWatcher,
    turn_of=turn_of,
    standing=standing,
    items=items,
    knows=knows,
)
