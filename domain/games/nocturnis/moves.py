"""What moved on the table of Nocturnis. ``state`` is always the position before the event.

The areas: ``stack``, ``display``, ``discard pile``, ``habitat stack``, ``habitat`` (the card of the
round), ``habitat discards``; a seat's ``hand``, ``lured`` (cards whose effect is not done yet),
``sheet`` with its marked squares, ``crosses`` by species, and ``exchanges`` used.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from domain.events import Event
from domain.games.nocturnis.events import (
    CardsDiscarded,
    DisplayRestocked,
    ExchangeBegun,
    GameSetUp,
    HabitatMarked,
    HabitatRevealed,
    MothDrawn,
    MothLured,
    MothTaken,
)
from domain.games.nocturnis.evolve import evolve
from domain.games.nocturnis.state import Release, State
from domain.words import Moved, Spot, together

STACK, DISPLAY, DISCARDS = Spot("stack"), Spot("display"), Spot("discard pile")
HABITATS, HABITAT, HABITATS_GONE = Spot("habitat stack"), Spot("habitat"), Spot("habitat discards")
MARK, CROSS = "mark", "cross"


def moved(state: State, event: Event) -> tuple[Moved, ...]:
    """List what an event moved, as a reader sees it: by itself, then what went with it, as lured
    cards once their effect is done. A shuffle is some unseen cards that go to a stack; it comes
    first where a card was wanted from an empty one.
    """
    move = _MOVED.get(type(event))
    told = move(state, event) if move else ()
    piles = (
        (STACK, DISCARDS, len(state.stack), len(state.discards)),
        (HABITATS, HABITATS_GONE, len(state.habitats), len(state.habitat_discards)),
    )
    waits = isinstance(event, MothLured) or any(
        isinstance(task, Release) for tasks in state.tasks for task in tasks
    )
    if not waits and all(held + _change(told, stack) > 0 for stack, _, held, _ in piles):
        return told
    after = evolve(state, event)
    told = _released(state, after, told)
    left = (len(after.discards), len(after.habitat_discards))
    for (stack, discards, held, gone), now in zip(piles, left, strict=True):
        if count := gone + _change(told, discards) - now:
            shuffled = (Moved(None, discards, stack, count),)
            told = (*told, *shuffled) if held else (*shuffled, *told)
    return told


def hand(seat: int) -> Spot:
    """Name a seat's hand."""
    return Spot("hand", seat=seat)


def _set_up(state: State, event: GameSetUp) -> tuple[Moved, ...]:
    dealt = (together(cards, STACK, hand(s)) for s, cards in enumerate(event.hands))
    return (
        *together(event.display, STACK, DISPLAY),
        *(one for each in dealt for one in each),
        Moved(event.habitat, HABITATS, HABITAT),
    )


def _revealed(state: State, event: HabitatRevealed) -> tuple[Moved, ...]:
    gone = () if state.habitat is None else (Moved(state.habitat, HABITAT, HABITATS_GONE),)
    return (*gone, Moved(event.habitat, HABITATS, HABITAT))


def _marked(state: State, event: HabitatMarked) -> tuple[Moved, ...]:
    seat, sheet, marked = event.seat, state.sheet(event.seat), state.gardens[event.seat].marked
    new = [square for square in event.squares if not marked >> sheet.numbers[square] & 1]
    return tuple(Moved(MARK, None, Spot("sheet", square, seat)) for square in new)


def _drawn(state: State, event: MothDrawn) -> tuple[Moved, ...]:
    return (Moved(event.card, STACK, hand(event.seat)),)


def _taken(state: State, event: MothTaken) -> tuple[Moved, ...]:
    return (Moved(event.card, DISPLAY, hand(event.seat)),)


def _restocked(state: State, event: DisplayRestocked) -> tuple[Moved, ...]:
    return together(event.cards, STACK, DISPLAY)


def _lured(state: State, event: MothLured) -> tuple[Moved, ...]:
    seat, components = event.seat, state.rules.components
    species = components.species[components.moth_of[event.cards[0]].species].name
    cross = Moved(CROSS, None, Spot("crosses", species, seat))
    return (*together(event.cards, hand(seat), Spot("lured", seat=seat)), cross)


def _exchange(state: State, event: ExchangeBegun) -> tuple[Moved, ...]:
    used = Moved(CROSS, None, Spot("exchanges", seat=event.seat))
    if not event.refresh:
        return (used,)
    return (used, *together(state.display, DISPLAY, DISCARDS))


def _discarded(state: State, event: CardsDiscarded) -> tuple[Moved, ...]:
    return together(event.cards, hand(event.seat), DISCARDS)


def _released(state: State, after: State, told: tuple[Moved, ...]) -> tuple[Moved, ...]:
    """Add the lured cards that reached the discard pile. The last ones lured go there first, and
    at once where their effect brings nothing to do.
    """
    for seat in state.seats:
        lured = Spot("lured", seat=seat)
        came = Counter({m.what: m.count for m in told if m.target == lured})
        gone = _waiting(state, seat) + came - _waiting(after, seat)
        if came and came <= gone:
            told = tuple(m._replace(target=DISCARDS) if m.target == lured else m for m in told)
            gone -= came
        told = (*told, *together(gone.elements(), lured, DISCARDS))
    return told


def _waiting(state: State, seat: int) -> Counter[str | None]:
    """Count the seat's lured cards whose effect is not done."""
    return Counter(
        card for task in state.tasks[seat] if isinstance(task, Release) for card in task.cards
    )


def _change(told: tuple[Moved, ...], spot: Spot) -> int:
    """Count how many more things lie at a spot."""
    came = sum(move.count for move in told if move.target == spot)
    return came - sum(move.count for move in told if move.origin == spot)


_MOVED: dict[type[Event], Callable[[State, Any], tuple[Moved, ...]]] = {
    GameSetUp: _set_up,
    HabitatRevealed: _revealed,
    HabitatMarked: _marked,
    MothDrawn: _drawn,
    MothTaken: _taken,
    DisplayRestocked: _restocked,
    MothLured: _lured,
    ExchangeBegun: _exchange,
    CardsDiscarded: _discarded,
}
