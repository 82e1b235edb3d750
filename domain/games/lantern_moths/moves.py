"""What moved on the table of Lantern Moths. ``state`` is always the position before the event.

The areas: ``deck``, ``discard pile``, ``set aside`` (the Dusk cards before they go into the deck),
``Dusk row`` (those in the middle of the table), a seat's ``hand``, ``lantern`` and ``wicks`` (the
unlit ones), and by tile ``face-down`` (tiles that lie so), ``board`` (tiles that lie face up, and
moths) and ``beside`` (lit wicks).
"""

from domain.events import Event
from domain.games.lantern_moths.edition import DUSK, GARDEN, MIDDLE
from domain.games.lantern_moths.events import (
    CardDrawn,
    DuskPlaced,
    DuskShuffledIn,
    GameSetUp,
    HandRefilled,
    MothPlanted,
    MothsTaken,
    TileFlipped,
    WickLit,
    WicksReturned,
)
from domain.games.lantern_moths.state import State, face_name
from domain.words import BOARD, Moved, Spot, together

DECK, DISCARD = Spot("deck"), Spot("discard pile")
ASIDE, DUSK_ROW = Spot("set aside"), Spot("Dusk row")
WICK = "wick"


def moved(state: State, event: Event) -> tuple[Moved, ...]:
    """List what an event moved, as a reader sees it."""
    match event:
        case GameSetUp(_, middle, hands):
            dealt = (together(cards, DECK, hand(s)) for s, cards in enumerate(hands))
            return (*(one for each in dealt for one in each), _turned(state, MIDDLE, middle))
        case CardDrawn(seat, card, source):
            return (Moved(card, DISCARD if source == "discard" else DECK, hand(seat)),)
        case DuskPlaced():
            return (Moved(DUSK, DECK, DUSK_ROW),)
        case MothPlanted(seat, card, tile):
            return (Moved(card, hand(seat), Spot(BOARD, tile)),)
        case WickLit(seat, tile):
            return (Moved(WICK, Spot("wicks", seat=seat), Spot("beside", tile)),)
        case TileFlipped(_, tile, face):
            return (_turned(state, tile, face),)
        case MothsTaken(seat, tile, moths):
            return together(moths, Spot(BOARD, tile), Spot("lantern", seat=seat))
        case WicksReturned():
            return _returned(state)
        case HandRefilled(seat, cards):
            return together(cards, DECK, hand(seat))
        case DuskShuffledIn():
            return together([DUSK] * state.dusk_aside, ASIDE, DECK)
    return ()


def hand(seat: int) -> Spot:
    """Name a seat's hand."""
    return Spot("hand", seat=seat)


def _turned(state: State, tile: str, face: str) -> Moved:
    return Moved(f"{face_name(state, face)} tile", Spot("face-down", tile), Spot(BOARD, tile))


def _returned(state: State) -> tuple[Moved, ...]:
    return tuple(
        Moved(WICK, Spot("beside", tile), Spot("wicks", seat=seat))
        for tile, seats in zip(GARDEN, state.wicks, strict=True)
        for seat in seats
    )
