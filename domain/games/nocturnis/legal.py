"""Which actions are legal."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

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
from domain.games.nocturnis.edition import Moth
from domain.games.nocturnis.flow import can_draw, due
from domain.games.nocturnis.shapes import Cells, Ground, placements
from domain.games.nocturnis.sheets import place
from domain.games.nocturnis.state import (
    ChooseBonus,
    DiscardCards,
    DrawCards,
    MayLure,
    State,
    signature,
)
from domain.games.nocturnis.symbols import enough


def legal_actions(state: State, only: int | None = None) -> list[Action]:
    """List every legal action, of one seat or of all, in a fixed order.

    Where a hand is unknown, every card that it could hold counts as held.
    """
    if state.ended or not state.round or due(state) is not None:
        return []
    seats = range(state.rules.seats) if only is None else (only,)
    return [action for s in seats if state.is_in(s) for action in _of(state, s)]


def count_legal(state: State, only: int | None = None) -> int:
    """Count the legal actions without making those that mark."""
    if state.ended or not state.round or due(state) is not None:
        return 0
    seats = range(state.rules.seats) if only is None else (only,)
    count = 0
    for s in seats:
        if state.is_in(s):
            shape = state.due_shape(s)
            count += len(state.marks(s, shape)) if shape else 0
            count += sum(1 for _ in _others(state, s))
    return count


def _of(state: State, seat: int) -> Iterator[Action]:
    if shape := state.due_shape(seat):
        cells = state.rules.components.shapes[shape].cells
        marks = mark_actions(state.sheet(seat).ground, cells, seat)
        yield from (marks[placement.mask] for placement in state.marks(seat, shape))
    yield from _others(state, seat)


def _others(state: State, seat: int) -> Iterator[Action]:
    """Yield a seat's legal actions other than marking."""
    match state.top(seat):
        case None:
            if may_draw(state, seat):
                yield from _draws(state, seat)
        case ChooseBonus(squares):
            yield from (TakeBonus(seat, square) for square in squares)
        case MayLure(shape):
            yield from (Lure(seat, moth.cards) for moth in lurable(state, seat, shape))
            yield LureNone(seat)
        case DrawCards(_, optional) if state.may_take(seat):
            yield from _draws(state, seat)
            if optional:
                yield StopDrawing(seat)
        case DiscardCards(count) if state.may_take(seat):
            yield from _discards(state, seat, min(count, len(state.hands[seat])))
    if may_exchange(state, seat):
        yield Exchange(seat)
        if state.display:
            yield Exchange(seat, refresh=True)


@lru_cache(maxsize=4096)
def mark_actions(ground: Ground, cells: Cells, seat: int) -> dict[int, Mark]:
    """Map the squares of every placement, as bits, to the action that marks it."""
    width, height = ground.width, ground.height
    return {
        p.mask: Mark(seat, tuple(place(at % width, at // width, height) for at in p.squares))
        for p in placements(ground, cells)
    }


def may_draw(state: State, seat: int) -> bool:
    """Whether a seat may begin to draw as its action (draw.limit, draw.one-at-a-time)."""
    if state.acted[seat] or not state.may_take(seat) or not can_draw(state, seat):
        return False
    return not must_mark(state, seat)


def must_mark(state: State, seat: int) -> bool:
    """Whether a seat has to mark in the first round (mark.first-round, under its option)."""
    if state.rules.options.first_round != "must_mark" or state.round > 1:
        return False
    return state.habitat is not None and state.can_mark(seat, state.habitat)


def _draws(state: State, seat: int) -> Iterator[Action]:
    if len(state.stack) or state.discards:
        yield Draw(seat)
    yield from (Draw(seat, card) for card in dict.fromkeys(state.display))


def _discards(state: State, seat: int, count: int) -> Iterator[Action]:
    hand = state.hands[seat]
    held = state.holdable(seat)
    most = [card for card in held for _ in range(count)] if hand.unknown else list(hand.known)
    for cards in dict.fromkeys(combinations(sorted(most), count)):
        if state.can_hold(seat, cards):
            yield Discard(seat, cards)


def lurable(state: State, seat: int, shape: int) -> list[Moth]:
    """List the moths that a seat can lure with one of its marked shapes (lure.symbols)."""
    holdable, components = set(state.holdable(seat)), state.rules.components
    there = signature(state.sheet(seat).ground, state.gardens[seat].shapes[shape])
    return [
        moth
        for moth in components.moths
        if holdable.issuperset(moth.cards)
        and enough(there, moth.needs, components.guard)
        and state.crosses_left(seat, moth) > 0
        and state.can_hold(seat, moth.cards)
    ]


def within_exchange(state: State, seat: int) -> bool:
    """Whether a seat has begun an exchange and not finished it."""
    return any(
        isinstance(task, DiscardCards)
        or (isinstance(task, DrawCards) and not task.optional and not task.limited)
        for task in state.tasks[seat]
    )


def may_exchange(state: State, seat: int) -> bool:
    """Whether a seat may use its exchange action now (exchange.time, exchange.twice)."""
    components = state.rules.components
    return (
        not state.out[seat]
        and state.exchanges[seat] < components.exchanges
        and len(state.hands[seat]) >= 2
        and state.may_take(seat)
        and not within_exchange(state, seat)
    )
