"""Nocturnis for the contract tests: every action there is, and what is secret."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, islice, product

from msgspec.structs import replace

from domain.events import Event
from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.actions import (
    Action,
    Discard,
    Draw,
    Exchange,
    Lure,
    LureNone,
    Mark,
    StopDrawing,
    TakeBonus,
)
from domain.games.nocturnis.events import GameSetUp, MothDrawn
from domain.games.nocturnis.shapes import placements
from domain.games.nocturnis.state import State
from domain.piles import Pile
from tests.contract import spots, tries
from tests.contract.case import Case

CARD, OTHER = "A1", "L1"
PAIRS = 9  # at most, of cards of a hand and of the stack that change places


def space(state: State) -> Iterator[Action]:
    """Yield, for one seat that changes from round to round, every mark of the shape that is due
    and of one that is not, every card and pair of cards; for each other seat what is legal and a
    few of each kind; and some by nobody.
    """
    seats = state.rules.seats
    for seat in range(seats):
        whole = seat == (state.round + len(state.discards)) % seats
        yield from dict.fromkeys(_whole(state, seat) if whole else _some(state, seat))
    for seat in (-1, seats):
        yield from (LureNone(seat), Draw(seat), Mark(seat, ("a1",)), Exchange(seat))


def _whole(state: State, seat: int) -> Iterator[Action]:
    components, sheet = state.rules.components, state.sheet(seat)
    keys = sorted(components.cards)
    for shape in {state.due_shape(seat) or state.habitat, min(components.shapes)} - {None}:
        for placement in placements(sheet.ground, components.shapes[shape].cells):
            yield Mark(seat, tuple(sheet.names[number] for number in placement.squares))
    yield from (Draw(seat, card) for card in (None, *keys))
    yield from (Lure(seat, (card,)) for card in keys)
    yield from (Lure(seat, moth.cards) for moth in components.moths if len(moth.cards) > 1)
    yield from (TakeBonus(seat, name) for name in sheet.names)
    yield from (Discard(seat, cards) for cards in combinations_with_replacement(keys, 2))
    yield from _some(state, seat)


def _some(state: State, seat: int) -> Iterator[Action]:
    sheet = state.sheet(seat)
    yield from GAME.legal_actions(state, seat)
    for squares in ((), ("z9",), sheet.names[:9], sheet.names[1::-1], (sheet.names[0],) * 2):
        yield Mark(seat, tuple(squares))
    for card in (None, CARD, "XX"):
        yield Draw(seat, card)
    yield from (Lure(seat, cards) for cards in ((), (CARD,), (CARD, CARD), (OTHER, CARD)))
    yield from (Discard(seat, cards) for cards in ((), (CARD,), (OTHER, CARD), (CARD,) * 3))
    yield from (StopDrawing(seat), LureNone(seat), TakeBonus(seat, "a1"))
    yield from (Exchange(seat), Exchange(seat, refresh=True))


def swaps(state: State, seat: int | None) -> Iterator[State]:
    """Exchange cards that nobody saw being taken between hands of others and the stack."""
    for other, (hand, shown) in enumerate(zip(state.hands, state.shown, strict=True)):
        if other == seat:
            continue
        hidden = sorted(hand.counts() - shown.counts())
        pairs = product(hidden, dict.fromkeys(state.stack.known))
        for one, two in islice(((a, b) for a, b in pairs if a != b), PAIRS):
            yield replace(
                state,
                hands=_with(state.hands, other, hand.without(one).add(two)),
                stack=state.stack.without(two).add(one),
            )


def _with(piles: tuple[Pile, ...], at: int, pile: Pile) -> tuple[Pile, ...]:
    return (*piles[:at], pile, *piles[at + 1 :])


def veiled(event: Event, seat: int | None) -> Iterator[Event]:
    """Yield the event with other cards in the places that the seat cannot see."""
    match event:
        case GameSetUp(display, hands, habitat):
            for other, hand in enumerate(hands):
                if other != seat:
                    changed = tuple(OTHER if card != OTHER else CARD for card in hand)
                    around = (*hands[:other], changed, *hands[other + 1 :])
                    yield GameSetUp(display, around, habitat)
        case MothDrawn(drawer, card) if drawer != seat:
            yield MothDrawn(drawer, OTHER if card != OTHER else CARD)


def seen(question: str, card: str) -> bool:
    """Everybody sees the display and the habitats; a drawn card is its drawer's."""
    return "display" in question or "habitat" in question


EIGHT = 7  # the seed that seats eight, for whom the cards do not suffice

CASE = Case(space, swaps, veiled, seen, spots.nocturnis, *tries.NOCTURNIS, also=(EIGHT,))
