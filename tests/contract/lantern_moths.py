"""Lantern Moths for the contract tests: every action there is, and what is secret."""

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from domain.events import Event
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.events import CardDrawn, GameSetUp, HandRefilled
from domain.games.lantern_moths.state import State
from domain.piles import Pile
from tests.contract import spots, tries
from tests.contract.case import Case

TILES = [column + row for row in "321" for column in "abc"]
NOWHERE = "d4"


def space(state: State) -> Iterator[Action]:
    """Yield both draws, every card and two that do not exist on every tile, every tile, by every
    seat and one that is not at the table.
    """
    names = [*dict.fromkeys(state.rules.components.moths), "D", "Z9"]
    for seat in range(state.rules.seats + 1):
        yield Draw(seat, "deck")
        yield Draw(seat, "discard")
        for tile in (*TILES, NOWHERE):
            yield Light(seat, tile)
            yield Flip(seat, tile)
            for name in names:
                yield Plant(seat, name, tile)


def swaps(state: State, seat: int | None) -> Iterator[State]:
    """Exchange one hidden moth for another: between hands, lanterns and the deck."""
    piles: list[tuple[str, int, Pile]] = [("deck", 0, state.deck)]
    piles += [("hands", s, pile) for s, pile in enumerate(state.hands) if s != seat]
    if not state.ended:
        piles += [("lanterns", s, pile) for s, pile in enumerate(state.lanterns) if s != seat]
    for (one, i, left), (two, j, right) in product(piles, piles):
        a = next((card for card in left.known if card not in right.known and card != "D"), None)
        b = next((card for card in right.known if card not in left.known and card != "D"), None)
        if a and b:
            changed = _put(state, one, i, left.without(a).add(b))
            yield _put(changed, two, j, right.without(b).add(a))


def _put(state: State, name: str, at: int, pile: Pile) -> State:
    if name == "deck":
        return replace(state, deck=pile)
    piles = list(getattr(state, name))
    piles[at] = pile
    return replace(state, **{name: tuple(piles)})


def veiled(event: Event, seat: int | None) -> Iterator[Event]:
    """Yield the event with other cards in the places that the seat cannot see."""
    match event:
        case GameSetUp(start, middle, hands):
            for other, hand in enumerate(hands):
                if other != seat:
                    changed = tuple("G2" if card != "G2" else "E1" for card in hand)
                    yield GameSetUp(start, middle, (*hands[:other], changed, *hands[other + 1 :]))
        case CardDrawn(drawer, card, "deck") if drawer != seat:
            yield CardDrawn(drawer, "G2" if card != "G2" else "E1")
        case HandRefilled(drawer, cards) if drawer != seat:
            yield HandRefilled(drawer, tuple("G2" if c != "G2" else "E1" for c in cards))


def seen(question: str, card: str) -> bool:
    """Faces of tiles and Dusk cards are seen by all; drawn moths are not."""
    return card == "D" or question.startswith(("the middle tile", "the face of"))


CASE = Case(space, swaps, veiled, seen, spots.lantern_moths, *tries.LANTERN_MOTHS)
