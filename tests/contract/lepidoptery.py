"""Lepidoptery for the contract tests: every action there is, and what is secret."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from msgspec.structs import replace

from domain.events import Event
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.events import GameSetUp, HandReplenished
from domain.games.lepidoptery.state import State
from domain.piles import Pile
from tests.contract import spots, tries
from tests.contract.case import Case

NOTHING: list[tuple[int, ...]] = [(), (0,), (11,), (10, 11), (5, 4), (7, 7, 7, 7), (1, 2, 3, 4)]


def space(state: State) -> Iterator[Action]:
    """Yield the pass and every one to three ranks from low to high, with a Joker as none of them,
    as each and as another; some that are no combination; by both seats and one more.
    """
    for seat in range(state.rules.seats + 1):
        yield Pass(seat)
        turn = seat == state.turn
        for size in range(1, 4 if turn else 2):
            for ranks in combinations_with_replacement(range(1, 11), size):
                yield Play(seat, ranks)
                for joker in sorted({*ranks, ranks[0] % 10 + 1}):
                    yield Play(seat, ranks, joker)
        for ranks in NOTHING:
            yield Play(seat, ranks)
            yield Play(seat, ranks, 7)


def swaps(state: State, seat: int | None) -> Iterator[State]:
    """Exchange cards between a hand that the seat cannot see and its player's deck."""
    for other, (hand, deck) in enumerate(zip(state.hands, state.decks, strict=True)):
        if other == seat:
            continue
        for one, two in product(dict.fromkeys(hand.known), dict.fromkeys(deck.known)):
            if one != two:
                yield replace(
                    state,
                    hands=_with(state.hands, other, hand.without(one).add(two)),
                    decks=_with(state.decks, other, deck.without(two).add(one)),
                )


def _with(piles: tuple[Pile, ...], at: int, pile: Pile) -> tuple[Pile, ...]:
    return (*piles[:at], pile, *piles[at + 1 :])


def veiled(event: Event, seat: int | None) -> Iterator[Event]:
    """Yield the event with other cards in the places that the seat cannot see."""
    match event:
        case GameSetUp(start, hands):
            for other, hand in enumerate(hands):
                if other != seat:
                    changed = tuple("5" if card != "5" else "6" for card in hand)
                    yield GameSetUp(start, (*hands[:other], changed, *hands[other + 1 :]))
        case HandReplenished(drawer, cards) if drawer != seat:
            yield HandReplenished(drawer, tuple("5" if card != "5" else "6" for card in cards))


def seen(question: str, card: str) -> bool:
    """Nobody but its drawer sees a card."""
    return False


FORCED = 353  # three times a leader cannot play and passes

CASE = Case(space, swaps, veiled, seen, spots.lepidoptery, *tries.LEPIDOPTERY, also=(FORCED,))
