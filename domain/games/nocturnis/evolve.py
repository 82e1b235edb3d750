"""The next position after each event. It never refuses and never looks at chance."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.events import Event
from domain.games.nocturnis.effects import Effect
from domain.games.nocturnis.events import (
    BonusTaken,
    CardsDiscarded,
    DisplayRestocked,
    DrawingStopped,
    ExchangeBegun,
    ExtraShapeSkipped,
    GameSetUp,
    HabitatMarked,
    HabitatRevealed,
    LureDeclined,
    MothDrawn,
    MothLured,
    MothTaken,
    NightEnded,
    RoundSatOut,
    WentOut,
)
from domain.games.nocturnis.state import (
    ACTION_DRAW,
    EXCHANGED,
    TAKES_CARDS,
    ChooseBonus,
    DiscardCards,
    DrawCards,
    Lured,
    MarkShape,
    MayLure,
    Release,
    State,
    Task,
)
from domain.piles import Pile
from domain.tuples import put

Tasks = tuple[Task, ...]


def evolve(state: State, event: Event) -> State:
    """Return the position after the event."""
    happened = _shuffled_when_emptied(_EVOLVE[type(event)](state, event))
    return _shuffled_when_emptied(_settled(happened))


def next_stack(state: State) -> tuple[Pile, tuple[str, ...]]:
    """Return the stack from which the next card comes, and the discards then: an empty stack is
    made of the discards first (round.reshuffle).
    """
    if len(state.stack) or not state.discards:
        return state.stack, state.discards
    return Pile.of(state.discards), ()


def next_habitats(state: State) -> tuple[Pile, tuple[str, ...]]:
    """Return the habitat stack from which the next card comes, and the discards then; the card on
    the table is discarded first.
    """
    discards = state.habitat_discards
    if state.habitat is not None:
        discards = (*discards, state.habitat)
    return (state.habitats, discards) if len(state.habitats) else (Pile.of(discards), ())


def _set_up(state: State, event: GameSetUp) -> State:
    stack = state.stack.without_each(event.display)
    for hand in event.hands:
        stack = stack.without_each(hand)
    return replace(
        state,
        stack=stack,
        display=event.display,
        hands=tuple(Pile.of(hand) for hand in event.hands),
        habitats=state.habitats.without(event.habitat),
        habitat=event.habitat,
        round=1,
    )


def _revealed(state: State, event: HabitatRevealed) -> State:
    habitats, discards = next_habitats(state)
    return replace(
        state,
        habitats=habitats.without(event.habitat),
        habitat_discards=discards,
        habitat=event.habitat,
        round=state.round + 1,
        acted=(False,) * state.rules.seats,
    )


def _marked(state: State, event: HabitatMarked) -> State:
    seat, garden, sheet = event.seat, state.gardens[event.seat], state.sheet(event.seat)
    extra = isinstance(state.top(seat), MarkShape)
    tasks: Tasks = state.tasks[seat][:-1] if extra else state.tasks[seat]
    numbers = [sheet.numbers[name] for name in event.squares]
    mask = sum(1 << number for number in numbers)
    bonuses = tuple(sheet.names[number] for number in numbers if number in sheet.bonuses)
    tasks = (*tasks, MayLure(len(garden.shapes)))
    if bonuses:
        tasks = (*tasks, ChooseBonus(bonuses))
    marked = replace(garden, shapes=(*garden.shapes, mask), marked=garden.marked | mask)
    return replace(
        state,
        gardens=put(state.gardens, seat, marked),
        tasks=put(state.tasks, seat, tasks),
        acted=put(state.acted, seat, True),
    )


def _drawn(state: State, event: MothDrawn) -> State:
    seat, (stack, discards) = event.seat, next_stack(state)
    hand = state.hands[seat].add(event.card)
    return replace(
        _one_drawn(state, seat),
        hands=put(state.hands, seat, hand),
        stack=stack.without(event.card),
        discards=discards,
    )


def _taken(state: State, event: MothTaken) -> State:
    seat, card, at = event.seat, event.card, state.display.index(event.card)
    return replace(
        _one_drawn(state, seat),
        hands=put(state.hands, seat, state.hands[seat].add(card)),
        shown=put(state.shown, seat, state.shown[seat].add(card)),
        display=state.display[:at] + state.display[at + 1 :],
        restock=bool(len(state.stack) or state.discards),
    )


def _one_drawn(state: State, seat: int) -> State:
    """Count a card towards the draw that goes on, or begin the seat's action with it."""
    tasks = state.tasks[seat]
    if tasks and isinstance(tasks[-1], DrawCards):
        draw = replace(tasks[-1], left=tasks[-1].left - 1)
        return replace(state, tasks=put(state.tasks, seat, (*tasks[:-1], draw)))
    if state.acted[seat]:  # against the rules
        return state
    tasks = (*tasks, DrawCards(ACTION_DRAW - 1))
    return replace(state, tasks=put(state.tasks, seat, tasks), acted=put(state.acted, seat, True))


def _restocked(state: State, event: DisplayRestocked) -> State:
    stack, discards = state.stack, state.discards
    for card in event.cards:
        if not len(stack):
            stack, discards = Pile.of(discards), ()
        stack = stack.without(card)
    display = (*state.display, *event.cards)
    return replace(state, stack=stack, discards=discards, display=display, restock=False)


def _lured(state: State, event: MothLured) -> State:
    seat, cards, top = event.seat, event.cards, state.top(event.seat)
    garden, moth = state.gardens[seat], state.rules.components.moth_of[cards[0]]
    tasks, shape = state.tasks[seat], len(garden.shapes) - 1  # the last one, against the rules
    if isinstance(top, MayLure):
        tasks, shape = tasks[:-1], top.shape
    lured = (*garden.lured, Lured(cards, shape, state.round))
    tasks = (*tasks, Release(cards), *_brought(state, moth.effect))
    return replace(
        _without(state, seat, cards),
        gardens=put(state.gardens, seat, replace(garden, lured=lured)),
        tasks=put(state.tasks, seat, tasks),
    )


def _brought(state: State, effect: Effect) -> Tasks:
    """Return what is to be done for an effect or a bonus; points need nothing."""
    if effect.draw:
        limited = state.rules.options.effect_draw_limit == "hand_limit"
        return (DrawCards(effect.draw, optional=True, limited=limited),)
    return (MarkShape(effect.shape),) if effect.shape else ()


def _without(state: State, seat: int, cards: tuple[str, ...]) -> State:
    """Take cards out of a hand; of equal ones, those that everybody saw go first."""
    shown = state.shown[seat]
    for card in cards:
        if card in shown.known:
            shown = shown.without(card)
    hand = state.hands[seat].without_each(cards)
    return replace(state, hands=put(state.hands, seat, hand), shown=put(state.shown, seat, shown))


def _bonus(state: State, event: BonusTaken) -> State:
    seat, top = event.seat, state.top(event.seat)
    sheet, garden = state.sheet(seat), state.gardens[seat]
    number = sheet.numbers[event.square]
    tasks, left = state.tasks[seat], tuple[str, ...]()
    if isinstance(top, ChooseBonus):
        tasks, left = tasks[:-1], tuple(s for s in top.squares if s != event.square)
    tasks = (
        *tasks,
        *((ChooseBonus(left),) if left else ()),
        *_brought(state, sheet.bonuses[number]),
    )
    taken = replace(garden, bonuses=(*garden.bonuses, number))
    return replace(
        state, gardens=put(state.gardens, seat, taken), tasks=put(state.tasks, seat, tasks)
    )


def _popped(state: State, event: LureDeclined | DrawingStopped | ExtraShapeSkipped) -> State:
    return replace(state, tasks=put(state.tasks, event.seat, state.tasks[event.seat][:-1]))


def _exchange(state: State, event: ExchangeBegun) -> State:
    seat = event.seat
    count = min(EXCHANGED, len(state.hands[seat]))
    draw = DrawCards(count, limited=False)
    changed = replace(
        state,
        exchanges=put(state.exchanges, seat, state.exchanges[seat] + 1),
        tasks=put(state.tasks, seat, (*state.tasks[seat], draw, DiscardCards(count))),
    )
    if not event.refresh:
        return changed
    return replace(changed, discards=(*state.discards, *state.display), display=(), restock=True)


def _discarded(state: State, event: CardsDiscarded) -> State:
    seat, tasks = event.seat, state.tasks[event.seat]
    if isinstance(state.top(seat), DiscardCards):
        tasks = tasks[:-1]
    return replace(
        _without(state, seat, event.cards),
        discards=(*state.discards, *event.cards),
        tasks=put(state.tasks, seat, tasks),
    )


def _sat_out(state: State, event: RoundSatOut) -> State:
    return replace(state, acted=put(state.acted, event.seat, True))


def _went_out(state: State, event: WentOut) -> State:
    return replace(state, out=put(state.out, event.seat, True))


def _ended(state: State, event: NightEnded) -> State:
    return replace(state, ended=True)


def _settled(state: State) -> State:
    """Drop tasks in which nothing is left to do, and release lured cards after their effect.

    A draw for which no card is left ends last, so that what another seat releases is found.
    """
    while True:
        state = _queued(state)
        seat = _done_first(state)
        if seat is None:
            return state
        tasks = state.tasks[seat]
        if isinstance(tasks[-1], Release):
            state = replace(state, discards=(*state.discards, *tasks[-1].cards))
        state = replace(state, tasks=put(state.tasks, seat, tasks[:-1]))


def _done_first(state: State) -> int | None:
    """Return the seat whose next task is done, if any."""
    for seat, tasks in enumerate(state.tasks):
        if tasks and _is_done(state, seat, tasks[-1]):
            return seat
    if state.queue and not state.cards_left:
        return state.queue[0] if isinstance(state.top(state.queue[0]), DrawCards) else None
    return None


def _is_done(state: State, seat: int, task: Task) -> bool:
    """Whether nothing is left to do in a task. A display is restocked before cards are released
    (draw.restock, lure.discard).
    """
    match task:
        case Release():
            return not state.restock
        case MayLure() | DiscardCards():
            return not len(state.hands[seat])
        case DrawCards(left, _, limited):
            return not left or (limited and not state.has_room(seat))
        case DiscardCards(count):  # cards left the hand since, against the rules
            return len(state.hands[seat]) < count
    return False


def _queued(state: State) -> State:
    """Keep the order in which seats began to take cards; who has finished leaves."""
    if not state.queue and not state.within_action:
        return state
    taking = [
        seat
        for seat, tasks in enumerate(state.tasks)
        if any(isinstance(task, TAKES_CARDS) for task in tasks)
    ]
    stay = [seat for seat in state.queue if seat in taking]
    queue = (*stay, *(seat for seat in taking if seat not in stay))
    return state if queue == state.queue else replace(state, queue=queue)


def _shuffled_when_emptied(state: State) -> State:
    """Make new stacks as soon as one is empty, where that is the ruling."""
    if state.rules.options.reshuffle != "when_emptied":
        return state
    if not len(state.stack) and state.discards:
        state = replace(state, stack=Pile.of(state.discards), discards=())
    if not len(state.habitats) and state.habitat_discards:
        habitats = Pile.of(state.habitat_discards)
        state = replace(state, habitats=habitats, habitat_discards=())
    return state


_EVOLVE: dict[type[Event], Callable[[State, Any], State]] = {
    GameSetUp: _set_up,
    HabitatRevealed: _revealed,
    HabitatMarked: _marked,
    MothDrawn: _drawn,
    MothTaken: _taken,
    DisplayRestocked: _restocked,
    DrawingStopped: _popped,
    MothLured: _lured,
    LureDeclined: _popped,
    BonusTaken: _bonus,
    ExtraShapeSkipped: _popped,
    ExchangeBegun: _exchange,
    CardsDiscarded: _discarded,
    RoundSatOut: _sat_out,
    WentOut: _went_out,
    NightEnded: _ended,
}
