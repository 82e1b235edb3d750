"""The next position after each event. It never refuses and never looks at chance."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace

from domain.events import Event
from domain.games.lepidoptery.combinations import kind_of, without_joker
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameSetUp,
    GameWon,
    HandReplenished,
    Passed,
)
from domain.games.lepidoptery.lines import lines_through
from domain.games.lepidoptery.state import Laid, State
from domain.piles import Pile
from domain.tuples import put


def evolve(state: State, event: Event) -> State:
    """Return the position after the event."""
    return _EVOLVE[type(event)](state, event)


def _set_up(state: State, event: GameSetUp) -> State:
    decks = state.decks
    for seat, hand in enumerate(event.hands):
        decks = put(decks, seat, decks[seat].without_each(hand))
    hands = tuple(Pile.of(hand) for hand in event.hands)
    return replace(state, turn=event.start, hands=hands, decks=decks)


def _played(state: State, event: CombinationPlayed) -> State:
    seat, kind = event.seat, kind_of(event.ranks)
    assert kind is not None, event
    column = state.rules.components.columns.index(kind)
    cards = tuple(map(str, without_joker(event.ranks, event.joker)))
    hand = state.hands[seat].without_each(cards)
    columns = put(state.columns, column, (*state.columns[column], seat))
    jokers = state.jokers if event.joker is None else put(state.jokers, seat, False)
    return replace(
        state,
        hands=put(state.hands, seat, hand),
        spent=put(state.spent, seat, state.spent[seat].add(*cards)),
        area=(*state.area, Laid(seat, event.ranks, event.joker)),
        columns=columns,
        markers=put(state.markers, seat, kind),
        jokers=jokers,
        turn=1 - seat,
        plays=put(state.plays, seat, state.plays[seat] + 1),
        due=_due(state, columns, column, not len(hand) and not len(state.decks[seat])),
    )


def _due(
    state: State, columns: tuple[tuple[int, ...], ...], column: int, shed: bool
) -> Literal["", "win", "clear"]:
    """Say what follows from the token on top of a column: both wins are looked at before columns
    are cleared (win.check, clear.columns).
    """
    if shed or lines_through(columns, column, len(columns[column]) - 1):
        return "win"
    heights = state.rules.components.heights
    if len(columns[column]) < heights[column]:
        return ""
    full = [len(tokens) >= height for tokens, height in zip(columns, heights, strict=True)]
    return "clear" if sum(full) > 1 else ""


def _cleared(state: State, event: ColumnsCleared) -> State:
    kinds = state.rules.components.columns
    columns = tuple(
        () if kind in event.columns else tokens
        for kind, tokens in zip(kinds, state.columns, strict=True)
    )
    return replace(state, columns=columns, clears=state.clears + 1, due="")


def _passed(state: State, event: Passed) -> State:
    seat = event.seat
    return replace(
        state,
        area=(),
        markers=put(state.markers, seat, "pass"),
        jokers=put(state.jokers, seat, True),
        turn=1 - seat,
        passes=put(state.passes, seat, state.passes[seat] + 1),
        owed=tuple(_owed(state, s) for s in range(len(state.hands))),
    )


def _owed(state: State, seat: int) -> int:
    """Count the cards that a seat draws after a pass (pass.draw, pass.draw.short)."""
    missing = state.rules.components.hand - len(state.hands[seat])
    return min(max(missing, 1), len(state.decks[seat]))


def _replenished(state: State, event: HandReplenished) -> State:
    seat, cards = event.seat, event.cards
    return replace(
        state,
        hands=put(state.hands, seat, state.hands[seat].add(*cards)),
        decks=put(state.decks, seat, state.decks[seat].without_each(cards)),
        owed=put(state.owed, seat, 0),
    )


def _won(state: State, event: GameWon) -> State:
    return replace(state, winner=event.seat, due="")


_EVOLVE: dict[type[Event], Callable[[State, Any], State]] = {
    GameSetUp: _set_up,
    CombinationPlayed: _played,
    ColumnsCleared: _cleared,
    Passed: _passed,
    HandReplenished: _replenished,
    GameWon: _won,
}
