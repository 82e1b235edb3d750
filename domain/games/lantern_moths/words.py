"""Lantern Moths told in the table's words. ``state`` is always the position before the event."""

from domain.events import Event
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
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
from domain.games.lantern_moths.moves import moved
from domain.games.lantern_moths.state import HAND, PLACE, State
from domain.games.lantern_moths.state import face_name as face_name
from domain.words import Card, Part, Place, Seat, Sentence, Telling, spoken


def tell(state: State, event: Event) -> Telling:
    """Tell an event; cards that it hides are told as cards nobody saw."""
    return _tell(state, event)._replace(moved=moved(state, event))


def _tell(state: State, event: Event) -> Telling:
    match event:
        case GameSetUp(start, middle):
            turned = (" turns up ", Place("b2"), f" ({face_name(state, middle)})")
            return Telling(
                None, ("The table is set: ", Seat(start), " starts; the middle", *turned), "start"
            )
        case CardDrawn(seat, card, source):
            place = "the discard pile" if source == "discard" else "the deck"
            return Telling(seat, (Seat(seat), " draws ", Card(card), f" from {place}"), "draw")
        case DuskPlaced(seat):
            nth = len(state.dusk) + 1
            while_ = "" if state.in_turns else " while refilling"
            return Telling(seat, (Seat(seat), f" draws Dusk {nth}{while_}"), "dusk", "dusk")
        case MothPlanted(seat, card, tile):
            words: Sentence = (Seat(seat), " plants ", Card(card), " on ", Place(tile))
            return Telling(seat, words, "plant", None, (tile,))
        case WickLit(seat, tile):
            too = " too" if state.wicks[PLACE[tile]] else ""
            return Telling(seat, (Seat(seat), " lights ", Place(tile), too), "flame", None, (tile,))
        case TileFlipped(seat, tile, face):
            words = (Seat(seat), " turns up ", Place(tile), f": {face_name(state, face)}")
            return Telling(seat, words, "flip", None, (tile,))
        case TurnForfeited(seat):
            return Telling(seat, (Seat(seat), " cannot act and loses the rest of the turn"), "skip")
        case MothsTaken(seat, tile, moths):
            words = (Seat(seat), " takes ", *_cards(moths), " from ", Place(tile))
            return Telling(seat, words, "take", "take", (tile,))
        case MothsKept(tile):
            return _kept(state, tile)
        case WicksWentOut(tile):
            words = (
                Place(tile),
                " has no moths: ",
                *spoken(state.wicks[PLACE[tile]]),
                " lit it in vain",
            )
            return Telling(None, words, "out", None, (tile,))
        case WicksReturned():
            lit = tuple(t for t, i in PLACE.items() if state.wicks[i])
            return Telling(None, ("All wicks go back, unlit",), "wicks", None, lit)
        case HandRefilled(seat, cards):
            return Telling(seat, _refill(state, seat, cards), "draw")
        case StartPassed(seat):
            return Telling(None, (Seat(seat), " starts next"), "start")
        case DuskShuffledIn():
            return Telling(None, (f"{state.dusk_aside} Dusk cards go into the deck",), "dusk")
        case NightEnded(reason):
            dusk = reason == "fourth_dusk"
            why = "the fourth Dusk card is placed" if dusk else "the deck ran out"
            return Telling(None, (f"The night is over: {why}",), "end", "end")
    raise TypeError(f"no event of lantern moths: {event!r}")


def tell_action(state: State, action: Action) -> Sentence:
    """Say an action as a choice, without its seat."""
    match action:
        case Draw(_, source):
            if source == "deck":
                return ("Draw from the deck",)
            return (
                "Draw ",
                Card(state.discard[-1] if state.discard else None),
                " from the discard pile",
            )
        case Plant(_, card, tile):
            return ("Plant ", Card(card), " on ", Place(tile))
        case Light(_, tile):
            return ("Light ", Place(tile))
        case Flip(_, tile):
            return ("Flip ", Place(tile))


def _cards(cards: tuple[str, ...]) -> Sentence:
    parts: list[Part] = []
    for i, card in enumerate(cards):
        parts += [" ", Card(card)] if i else [Card(card)]
    return tuple(parts)


def _kept(state: State, tile: str) -> Telling:
    seats = state.wicks[PLACE[tile]]
    words: Sentence = (Place(tile), " keeps its moths: ")
    if len(seats) > 1:
        both = "both" if len(seats) == 2 else "all"
        words = (*words, *spoken(seats), f" {both} lit it")
        return Telling(None, words, "contest", "contest", (tile,))
    return Telling(None, (*words, "a Ghost blocks ", Seat(seats[0])), "ghost", "contest", (tile,))


def _refill(state: State, seat: int, cards: tuple[str | None, ...]) -> Sentence:
    held = len(state.hands[seat]) + len(cards)
    hold = f" to hold {HAND}" if held == HAND else ""
    if any(cards):
        shown = _cards(tuple(c for c in cards if c))
        return (Seat(seat), " draws ", *shown, hold)
    return (Seat(seat), f" draws {len(cards)}{hold}")
