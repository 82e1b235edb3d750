"""Why a seat cannot do something at a tile or with a card now."""

from domain.barriers import (
    Barrier,
    barrier,
    cards,
    check_question,
    each,
    gathered,
    listed,
    refusal_of,
)
from domain.games.lantern_moths.actions import Flip, Light, Plant
from domain.games.lantern_moths.edition import DUSK, GARDEN
from domain.games.lantern_moths.legal import check
from domain.games.lantern_moths.state import Rules, State
from domain.words import Card, Place, Sentence


def places(rules: Rules) -> tuple[str, ...]:
    """List the tiles' places, in reading order."""
    return GARDEN


def why_not(state: State, seat: int, about: str) -> list[Barrier]:
    """Say for a tile why the seat cannot plant each card of its hand there, light or flip it; for
    a card, why it cannot be planted on each tile. What is legal is left out.

    Where the hand is unknown, every card that it could hold counts as held.

    :raises DomainError: there is no such seat, tile or card.
    """
    known = (*GARDEN, *state.rules.components.values, DUSK)
    check_question(seat, state.rules.seats, about, known)
    return _at_tile(state, seat, about) if about in GARDEN else _with_card(state, seat, about)


def _at_tile(state: State, seat: int, tile: str) -> list[Barrier]:
    held = state.holdable(seat)
    planted: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for card in held:
        if refusal := refusal_of(check, state, Plant(seat, card, tile)):
            planted.setdefault((refusal.reason, refusal.clauses), []).append(card)
    unsure = state.hands[seat].unknown
    found = [
        Barrier(_plant(() if unsure and len(some) == len(held) else some, tile), *why)
        for why, some in planted.items()
    ]
    for verb, action in (("Light ", Light(seat, tile)), ("Flip ", Flip(seat, tile))):
        if refusal := refusal_of(check, state, action):
            found.append(barrier((verb, Place(tile)), refusal))
    return gathered(found)


def _plant(some: list[str] | tuple[str, ...], tile: str) -> Sentence:
    """Say that cards are planted; any card, where none is named."""
    return ("Plant ", *(cards(some) if some else (Card(None),)), " on ", Place(tile))


def _with_card(state: State, seat: int, card: str) -> list[Barrier]:
    refused = []
    for tile in GARDEN:
        if refusal := refusal_of(check, state, Plant(seat, card, tile)):
            refused.append((tile, refusal))
    found = []
    for (reason, clauses), tiles in each(refused).items():
        where: Sentence = ()
        if len(tiles) < len(GARDEN):
            where = (" on ", *listed([Place(tile) for tile in tiles]))
        found.append(Barrier(("Plant ", Card(card), *where), reason, clauses))
    return found
