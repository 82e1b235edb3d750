"""A position with what a reader could know about it by now.

Hands and the deck are worked back from what was planted and drawn. Tiles lie in no known place
until they are flipped, so a flipped tile is known to have been among those that lay face down.
Lanterns stay counts until the night is over, as at the table, and are open for every step from
then on: what left a tile for a lantern was seen by all.
"""

from msgspec.structs import replace

from domain.events import Event
from domain.games.lantern_moths.edition import DUSK
from domain.games.lantern_moths.events import (
    CardDrawn,
    DuskPlaced,
    DuskShuffledIn,
    GameSetUp,
    HandRefilled,
    MothPlanted,
    MothsTaken,
    TileFlipped,
)
from domain.games.lantern_moths.state import State
from domain.hindsight import Cards, recalled, surely_came


def recall(before: State, event: Event, after: State) -> State:
    """Return the position before an event, as a reader saw it then, with what is certain by now.

    :param event: the event as the reader saw it.
    :param after: the position after it, with what is certain by now.
    """
    came = _came(event)
    left: dict[int, Cards] = {}
    taken: dict[int, Cards] = {}
    added: Cards = ()
    match event:
        case MothPlanted(seat, card, _):
            left = {seat: (card,)}
        case MothsTaken(seat, _, moths):
            taken = {seat: moths}
        case DuskShuffledIn():
            added = (DUSK,) * before.dusk_aside
    drawn = _drawn(event)
    hands = []
    for seat, (then, now) in enumerate(zip(before.hands, after.hands, strict=True)):
        got, gone = came.get(seat, ()), left.get(seat, ())
        hands.append(recalled(then, now, got, gone))
        drawn += surely_came(hands[seat], now, got, gone)
    lanterns = zip(before.lanterns, after.lanterns, strict=True)
    return replace(
        before,
        hands=tuple(hands),
        lanterns=tuple(recalled(b, a, taken.get(s, ())) for s, (b, a) in enumerate(lanterns)),
        deck=recalled(before.deck, after.deck, added, drawn),
        faces_left=recalled(before.faces_left, after.faces_left, (), _turned(event)),
    )


def _came(event: Event) -> dict[int, Cards]:
    """List what came to which hand."""
    match event:
        case GameSetUp(_, _, hands):
            return dict(enumerate(hands))
        case CardDrawn(seat, card, _):
            return {seat: (card,)}
        case HandRefilled(seat, cards):
            return {seat: cards}
    return {}


def _drawn(event: Event) -> list[str | None]:
    """List what left the deck before the reader's eyes."""
    match event:
        case GameSetUp(_, _, hands):
            return [card for hand in hands for card in hand if card]
        case CardDrawn(_, str(card), "deck"):
            return [card]
        case HandRefilled(_, cards):
            return [card for card in cards if card]
        case DuskPlaced():
            return [DUSK]
    return []


def _turned(event: Event) -> tuple[str, ...]:
    """List the faces that showed."""
    match event:
        case GameSetUp(_, middle, _):
            return (middle,)
        case TileFlipped(_, _, face):
            return (face,)
    return ()
