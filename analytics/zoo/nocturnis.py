"""Nocturnis for an agent: every action, and what a seat sees in numbers."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from analytics.zoo.parts import Parts, around, counts, one_of
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
from domain.games.nocturnis.legal import mark_actions
from domain.games.nocturnis.state import (
    EXCHANGED,
    ChooseBonus,
    DiscardCards,
    DrawCards,
    MarkShape,
    MayLure,
    Rules,
    State,
)

TASKS = (MarkShape, ChooseBonus, MayLure, DrawCards, DiscardCards)


def actions(rules: Rules) -> Iterator[Action]:
    """Yield every set of squares that some shape covers on either side of the sheet, sorted by its
    squares; then every other action. Which shape a mark is follows from its squares.
    """
    components = rules.components
    cards, sheets = tuple(components.cards), components.sheets.values()
    marks: set[Mark] = set()
    for sheet in sheets:
        for shape in components.shapes.values():
            marks.update(mark_actions(sheet.ground, shape.cells, 0).values())
    yield from sorted(marks, key=lambda mark: mark.squares)
    yield from (Draw(0, card) for card in (None, *cards))
    yield StopDrawing(0)
    yield from (Lure(0, moth.cards) for moth in components.moths)
    yield LureNone(0)
    squares = sorted({name for sheet in sheets for name in sheet.names})
    yield from (TakeBonus(0, square) for square in squares)
    yield from (Exchange(0), Exchange(0, refresh=True))
    for count in range(EXCHANGED + 1):
        for several in combinations_with_replacement(sorted(cards), count):
            yield Discard(0, several)


def look(state: State, seat: int) -> Parts:
    """Return an observation in numbers; seats go round from the one that looks."""
    components, order = state.rules.components, around(seat, state.rules.seats)
    cards, shapes = tuple(components.cards), tuple(components.shapes)
    return {
        "hand": counts(state.hands[seat].known, cards),
        "hands": [len(state.hands[s]) for s in order],
        "shown": [n for s in order for n in counts(state.hands[s].known, cards)],
        "display": counts(state.display, cards),
        "discards": counts(state.discards, cards),
        "stack": [len(state.stack)],
        "habitat": one_of(state.habitat, shapes),
        "habitat_discards": counts(state.habitat_discards, shapes),
        "due": one_of(state.due_shape(seat), shapes),
        "task": _task(state, seat),
        "back": [int(state.rules.options.side(s) == "back") for s in order],
        "marked": [n for s in order for n in _squares(state, s)],
        "bonuses": [n for s in order for n in _bonuses(state, s)],
        "lured": [n for s in order for n in _lured(state, s)],
        "exchanges": [state.exchanges[s] for s in order],
        "acted": [int(state.acted[s]) for s in order],
        "out": [int(state.out[s]) for s in order],
        "drawing": one_of(state.queue[0] if state.queue else None, order),
        "round": [state.round],
    }


def _task(state: State, seat: int) -> list[int]:
    """Return what the seat has to finish next, and how many cards that takes."""
    top, cards = state.top(seat), 0
    match top:
        case DrawCards(left):
            cards = left
        case DiscardCards(count):
            cards = count
    return [*one_of(type(top), TASKS), cards]


def _squares(state: State, seat: int) -> list[int]:
    marked = state.gardens[seat].marked
    return [marked >> number & 1 for number in range(len(state.sheet(seat).names))]


def _bonuses(state: State, seat: int) -> list[int]:
    """Return 1 for every bonus square that has not given its bonus."""
    sheet, taken = state.sheet(seat), state.gardens[seat].bonuses
    return [int(n in sheet.bonuses and n not in taken) for n in range(len(sheet.names))]


def _lured(state: State, seat: int) -> list[int]:
    components = state.rules.components
    lured = [components.moth_of[one.cards[0]].species for one in state.gardens[seat].lured]
    return counts(lured, range(len(components.species)))
