"""The next position after each event. It never refuses and never looks at chance."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.events import Event
from domain.games.lantern_moths.edition import DUSK, MIDDLE
from domain.games.lantern_moths.events import (
    CardDrawn,
    DuskPlaced,
    DuskShuffledIn,
    GameSetUp,
    HandRefilled,
    MothPlanted,
    MothsKept,
    MothsTaken,
    NightEnded,
    StartPassed,
    TileFlipped,
    TurnForfeited,
    WickLit,
    WicksReturned,
    WicksWentOut,
)
from domain.games.lantern_moths.state import ACTIONS, FOURTH, PLACE, State
from domain.piles import Pile
from domain.tuples import put

NO_WICKS: tuple[tuple[int, ...], ...] = ((),) * 9


def evolve(state: State, event: Event) -> State:
    """Return the position after the event."""
    return _EVOLVE[type(event)](state, event)


def off_deck(deck: Pile, card: str | None) -> Pile:
    """Return the deck without a card. One that nobody saw was a moth: Dusk cards are shown."""
    if card is None and not deck.unknown:
        dusk = deck.known.count(DUSK)
        return Pile((DUSK,) * dusk, len(deck) - dusk - 1)
    return deck.without(card)


def _set_up(state: State, event: GameSetUp) -> State:
    deck = state.deck.without_each([card for hand in event.hands for card in hand])
    return _deck_checked(
        replace(
            state,
            start=event.start,
            hands=tuple(Pile.of(hand) for hand in event.hands),
            deck=deck,
            faces=put(state.faces, PLACE[MIDDLE], event.middle),
            faces_left=state.faces_left.without(event.middle),
        )
    )


def _drawn(state: State, event: CardDrawn) -> State:
    seat = event.seat
    turns, actions, lit = _counted(state, seat)
    hands = put(state.hands, seat, state.hands[seat].add(event.card))
    after = replace(state, hands=hands, turns_done=turns, actions_done=actions, lit=lit)
    if event.source == "discard":
        return replace(after, discard=state.discard[:-1])
    return _deck_checked(replace(after, deck=off_deck(state.deck, event.card), drawing=False))


def _dusk(state: State, event: DuskPlaced) -> State:
    changes: dict[str, Any] = {
        "deck": state.deck.without(DUSK),
        "dusk": (*state.dusk, state.round),
    }
    if len(state.dusk) + 1 == FOURTH:
        one_more = state.rules.options.fourth_dusk_in_refill == "one_more_round"
        changes["last_round"] = state.round + (one_more and not state.in_turns)
        changes["ending"] = "fourth_dusk"
    if not state.in_turns:
        return _deck_checked(replace(state, **changes))
    if event.replaced:
        return _deck_checked(replace(state, drawing=True, **changes))
    turns, actions, lit = _counted(state, event.seat)
    return _deck_checked(
        replace(state, drawing=False, turns_done=turns, actions_done=actions, lit=lit, **changes)
    )


def _planted(state: State, event: MothPlanted) -> State:
    seat, card, place = event.seat, event.card, PLACE[event.tile]
    fresh = state.fresh_ghosts
    if card == state.rules.components.ghost:
        fresh = (*fresh, place)
    turns, actions, lit = _counted(state, seat)
    return replace(
        state,
        hands=put(state.hands, seat, state.hands[seat].without(card)),
        moths=put(state.moths, place, (*state.moths[place], card)),
        fresh_ghosts=fresh,
        turns_done=turns,
        actions_done=actions,
        lit=lit,
    )


def _lit(state: State, event: WickLit) -> State:
    place = PLACE[event.tile]
    wicks = put(state.wicks, place, (*state.wicks[place], event.seat))
    turns, actions, lit = _counted(state, event.seat, lit=True)
    return replace(state, wicks=wicks, turns_done=turns, actions_done=actions, lit=lit)


def _flipped(state: State, event: TileFlipped) -> State:
    turns, actions, lit = _counted(state, event.seat)
    return replace(
        state,
        faces=put(state.faces, PLACE[event.tile], event.face),
        faces_left=state.faces_left.without(event.face),
        turns_done=turns,
        actions_done=actions,
        lit=lit,
    )


def _forfeited(state: State, event: TurnForfeited) -> State:
    return replace(state, turns_done=state.turns_done + 1, actions_done=0, lit=False)


def _taken(state: State, event: MothsTaken) -> State:
    seat, place = event.seat, PLACE[event.tile]
    return replace(
        state,
        moths=put(state.moths, place, ()),
        lanterns=put(state.lanterns, seat, state.lanterns[seat].add(*event.moths)),
    )


def _unchanged(state: State, event: MothsKept | WicksWentOut) -> State:
    return state


def _wicks_back(state: State, event: WicksReturned) -> State:
    return replace(state, wicks=NO_WICKS)


def _refilled(state: State, event: HandRefilled) -> State:
    seat, deck = event.seat, state.deck
    if None in event.cards:
        for card in event.cards:
            deck = off_deck(deck, card)
    else:
        deck = deck.without_each(event.cards)
    hands = put(state.hands, seat, state.hands[seat].add(*event.cards))
    return _deck_checked(replace(state, hands=hands, deck=deck))


def _passed(state: State, event: StartPassed) -> State:
    return replace(
        state,
        start=event.seat,
        rounds_done=state.rounds_done + 1,
        turns_done=0,
        actions_done=0,
        fresh_ghosts=(),
    )


def _dusk_in(state: State, event: DuskShuffledIn) -> State:
    return replace(state, deck=state.deck.add(*[DUSK] * state.dusk_aside), dusk_aside=0)


def _ended(state: State, event: NightEnded) -> State:
    return replace(state, ended=True, ending=event.reason)


def _counted(state: State, seat: int, lit: bool = False) -> tuple[int, int, bool]:
    """Count one action of the seat in turn; the second one ends the turn. What another seat did
    out of turn, against the rules, counts for nobody.

    :param lit: whether the action lit a wick.
    :returns: turns and actions done and whether a wick was lit in the turn.
    """
    if seat != state.turn_seat:
        return state.turns_done, state.actions_done, state.lit
    if state.actions_done + 1 < ACTIONS:
        return state.turns_done, state.actions_done + 1, lit or state.lit
    return state.turns_done + 1, 0, False


def _deck_checked(state: State) -> State:
    """Make this round the last one if the deck holds no card (night.deck-out)."""
    deck, last = state.deck, state.last_round
    if deck.known or deck.unknown or (last is not None and last <= state.round):
        return state
    return replace(state, last_round=state.round, ending="deck_out")


_EVOLVE: dict[type[Event], Callable[[State, Any], State]] = {
    GameSetUp: _set_up,
    CardDrawn: _drawn,
    DuskPlaced: _dusk,
    MothPlanted: _planted,
    WickLit: _lit,
    TileFlipped: _flipped,
    TurnForfeited: _forfeited,
    MothsTaken: _taken,
    MothsKept: _unchanged,
    WicksWentOut: _unchanged,
    WicksReturned: _wicks_back,
    HandRefilled: _refilled,
    StartPassed: _passed,
    DuskShuffledIn: _dusk_in,
    NightEnded: _ended,
}
