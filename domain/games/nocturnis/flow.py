"""What follows by itself, and whom the game waits for."""

from typing import Literal

from domain.events import Event
from domain.games.nocturnis.events import (
    BonusTaken,
    ExtraShapeSkipped,
    NightEnded,
    RoundSatOut,
    WentOut,
)
from domain.games.nocturnis.state import (
    TAKES_CARDS,
    ChooseBonus,
    MarkShape,
    State,
)

Due = Event | Literal["restock", "reveal"]


def due(state: State) -> Due | None:
    """Return what follows by itself: an event, or a question for chance; ``None`` if nothing does.

    Cards that were taken from the display come first, then what a seat has no choice in, then
    seats that are out, then the end of the round or of the night.
    """
    if state.ended or not state.round:
        return None
    if state.restock:
        return "restock"
    for seat, tasks in enumerate(state.tasks):
        match tasks[-1] if tasks else None:
            case ChooseBonus((square,)):
                return BonusTaken(seat, square)
            case MarkShape(shape) if not state.can_mark(seat, shape):
                return ExtraShapeSkipped(seat)
    return None if state.within_action else _between_actions(state)


def _between_actions(state: State) -> Due | None:
    """Look for seats that can do nothing, and for the end of the round (end.out, end.all-out)."""
    habitat = state.habitat
    assert habitat is not None
    for seat, acted in enumerate(state.acted):
        if acted or state.out[seat] or state.can_mark(seat, habitat) or can_draw(state, seat):
            continue
        return RoundSatOut(seat) if _may_come_back(state, seat) else WentOut(seat)
    if all(state.out):
        return NightEnded()
    if all(acted or out for acted, out in zip(state.acted, state.out, strict=True)):
        return "reveal"
    return None


def _may_come_back(state: State, seat: int) -> bool:
    """Whether some habitat card's shape still fits, where that keeps a seat in the game."""
    if state.rules.options.out_when == "this_card":
        return False
    return any(state.can_mark(seat, shape) for shape in set(state.rules.components.habitats))


def can_draw(state: State, seat: int) -> bool:
    """Whether a seat could draw as its action, were nobody else drawing."""
    return state.has_room(seat) and state.cards_left


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that the game waits for; none while something follows by itself."""
    if state.ended or not state.round or due(state) is not None:
        return ()
    return tuple(seat for seat in range(state.rules.seats) if _waits_for(state, seat))


def _waits_for(state: State, seat: int) -> bool:
    if not state.is_in(seat):
        return False
    top = state.top(seat)
    if top is not None:
        return state.may_take(seat) or not isinstance(top, TAKES_CARDS)
    if state.acted[seat] or state.out[seat]:
        return False
    assert state.habitat is not None
    now = state.may_take(seat) and can_draw(state, seat)
    return now or state.can_mark(seat, state.habitat)
