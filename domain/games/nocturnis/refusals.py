"""Why an action is refused, and by which clause."""

from collections import Counter
from collections.abc import Container, Sequence

from domain.errors import Refusal
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
from domain.games.nocturnis.flow import can_draw, due
from domain.games.nocturnis.legal import may_draw, must_mark, within_exchange
from domain.games.nocturnis.shapes import corners, normal, orientations
from domain.games.nocturnis.state import (
    EXCHANGED,
    LETTERS,
    ChooseBonus,
    DiscardCards,
    DrawCards,
    MarkShape,
    MayLure,
    State,
    Task,
)

Reason = tuple[str, ...]
"""A text and clause ids; empty where nothing is wrong."""


def check(state: State, action: Action) -> None:
    """Let a legal action pass.

    :raises Refusal: names the action, the clause that forbids it and the position.
    """
    found = nobody_may(state, action) or _reason(state, action)
    if found:
        reason, *clauses = found
        raise Refusal(in_words(action), reason, clauses, state.position())


def check_possible(state: State, action: Action) -> None:
    """Let an action pass that can be done with what lies on the table, legal or not.

    :raises Refusal: the game is over, or there is no such seat, square or card.
    """
    if found := _impossible(state, action):
        reason, *clauses = found
        raise Refusal(in_words(action), reason, clauses, state.position())


def _impossible(state: State, action: Action) -> Reason:
    if found := nobody_may(state, action):
        return found
    match action:
        case Mark(seat, squares):
            return _no_squares(state, seat, squares)
        case Draw(_, None) if not len(state.stack) and not state.discards:
            return "the stack is empty and nothing can be shuffled", "round.reshuffle"
        case Draw(_, str(card)) if card not in state.display:
            return f"{card} is not in the display", "draw.source"
        case Lure(seat, cards):
            return _no_moth(state, seat, cards)
        case Discard(seat, cards) if not cards or not state.can_hold(seat, cards):
            return f"{' and '.join(cards) or 'nothing'} is not in the hand", "exchange.discard"
        case TakeBonus(seat, square) if not _has_bonus(state, seat, square):
            return f"{square} has no bonus", "sheet.back.bonus"
        case Exchange(seat) if len(state.hands[seat]) < EXCHANGED:
            return "it needs two cards in the hand", "exchange.discard"
        case Exchange(_, True) if not state.display:
            return "the display is empty", "exchange.refresh"
        case LureNone() | StopDrawing():
            return _reason(state, action)
    return ()


def _no_squares(state: State, seat: int, squares: tuple[str, ...]) -> Reason:
    numbers = state.sheet(seat).numbers
    if strange := [name for name in squares if name not in numbers]:
        return f"there is no square {strange[0]}", "mark.shape"
    if not squares or len(set(squares)) < len(squares):
        return "squares are named each once, and at least one", "mark.shape"
    return ()


def _no_moth(state: State, seat: int, cards: tuple[str, ...]) -> Reason:
    if all(moth.cards != cards for moth in state.rules.components.moths):
        return f"{' and '.join(cards) or 'nothing'} is no moth", "lure.one"
    if not state.can_hold(seat, cards):
        return f"{' and '.join(cards)} is not in the hand", "lure.hand"
    if not state.gardens[seat].shapes:
        return "no shape is marked that a moth could come to", "lure.one"
    return ()


def _has_bonus(state: State, seat: int, square: str) -> bool:
    sheet = state.sheet(seat)
    return sheet.numbers.get(square) in sheet.bonuses


def in_words(action: Action) -> str:
    """Say an action as a verb phrase.

    >>> in_words(Mark(0, ("a2", "a1"))), in_words(Draw(1)), in_words(Exchange(0, refresh=True))
    ('mark a2 a1', 'draw from the stack', 'exchange with a new display')
    """
    match action:
        case Mark(_, squares):
            return f"mark {' '.join(squares) or 'nothing'}"
        case Draw(_, card):
            return "draw from the stack" if card is None else f"take {card} from the display"
        case StopDrawing():
            return "stop drawing"
        case Lure(_, cards):
            return f"lure with {' and '.join(cards) or 'nothing'}"
        case LureNone():
            return "lure none"
        case TakeBonus(_, square):
            return f"take the bonus of {square}"
        case Exchange(_, refresh):
            return "exchange with a new display" if refresh else "exchange"
        case Discard(_, cards):
            return f"discard {' and '.join(cards) or 'nothing'}"


def nobody_may(state: State, action: Action) -> Reason:
    """Say what keeps a seat from any action, whatever it is."""
    if state.ended:
        return "the game is over", "end.all-out"
    if not state.round:
        return "the table is not set up", "setup.first"
    if due(state) is not None:
        return "something else follows first", "round.choose"
    if action.seat not in range(state.rules.seats):
        return f"there is no seat {action.seat}", "setup.players"
    if state.out[action.seat] and not state.tasks[action.seat]:
        return "the game is over for this seat", "end.out"
    return ()


def _reason(state: State, action: Action) -> Reason:
    seat, top = action.seat, state.top(action.seat)
    match action:
        case Mark(_, squares):
            return _mark_reason(state, seat, squares)
        case Draw(_, card):
            return _draw_reason(state, seat, card)
        case StopDrawing():
            return _stop_reason(state, seat)
        case Lure(_, cards):
            return _lure_reason(state, seat, cards)
        case LureNone():
            return () if isinstance(top, MayLure) else _not_now(state, seat, "lure.one")
        case TakeBonus(_, square):
            return _bonus_reason(state, seat, square)
        case Exchange(_, refresh):
            return _exchange_reason(state, seat, refresh)
        case Discard(_, cards):
            return _discard_reason(state, seat, cards)


def _not_now(state: State, seat: int, clause: str) -> Reason:
    """Say what a seat has to do instead, by the clause that asks for it."""
    top = state.top(seat)
    if top is not None:
        words, asking = _first(top)
        return f"first {words}", asking or clause
    if state.acted[seat]:
        return "this seat has acted in this round", "round.choose"
    return "this seat has not begun anything of that kind", clause


def _first(task: Task) -> tuple[str, str]:
    """Return what a task asks for, and by which clause."""
    match task:
        case MarkShape(shape):
            return f"mark the extra shape {shape!r}", "effect.shape"
        case ChooseBonus():
            return "take the bonuses under the shape", "sheet.bonus.order"
        case MayLure():
            return "lure a moth or none", "lure.optional"
        case DrawCards(left, optional=optional):
            return f"draw {left} more", "effect.draw" if optional else "draw.two"
        case DiscardCards(count):
            return f"discard {count}", "exchange.discard"
    return "finish what was begun", ""


def _mark_reason(state: State, seat: int, squares: tuple[str, ...]) -> Reason:
    shape = state.due_shape(seat)
    if shape is None:
        return _not_now(state, seat, "mark.shape")
    sheet = state.sheet(seat)
    if strange := [name for name in squares if name not in sheet.numbers]:
        return f"there is no square {strange[0]}", "mark.shape"
    numbers = [sheet.numbers[name] for name in squares]
    if numbers != sorted(set(numbers)):
        return "squares go in reading order, each once", "mark.shape"
    width = sheet.ground.width
    cells = [(number % width, number // width) for number in numbers]
    if not cells or normal(cells) not in orientations(state.rules.components.shapes[shape].cells):
        return f"these squares do not form the shape {shape!r}", "mark.shape"
    return _place_reason(state, seat, numbers)


def _place_reason(state: State, seat: int, numbers: list[int]) -> Reason:
    """Say what is wrong with the right shape in this place, every square that is wrong."""
    fitting = {placement.mask for placement in state.marks(seat, state.due_shape(seat) or "")}
    faults = place_faults(state, seat, numbers, fitting)
    if not faults:
        return ()
    wrong, clauses = zip(*faults, strict=True)
    return ", ".join(wrong), *dict.fromkeys(clauses)


def place_faults(
    state: State, seat: int, numbers: Sequence[int], fitting: Container[int]
) -> list[tuple[str, str]]:
    """List what is wrong with a shape in this place, each with its clause; nothing if it fits.

    :param fitting: the squares, as bits, of every place that is legal.
    """
    sheet, garden = state.sheet(seat), state.gardens[seat]
    wrong = []
    for number in numbers:
        name, bit = sheet.names[number], 1 << number
        if bit & sheet.ground.empty:
            wrong.append((f"{name} is an empty square", "sheet.back.empty"))
        elif bit & garden.marked:
            earlier = next(n for n, mask in enumerate(garden.shapes, 1) if mask & bit)
            wrong.append((f"{name} is part of shape {earlier}", "mark.overlap"))
    mask = sum(1 << number for number in numbers)
    if wrong or mask in fitting:
        return wrong
    if not garden.marked:
        assert not mask & corners(sheet.ground.width, sheet.ground.height)
        return [("the first shape covers a corner", "mark.corner")]
    return [("it touches no earlier shape", "mark.adjacent")]


def _draw_reason(state: State, seat: int, card: str | None) -> Reason:
    top = state.top(seat)
    if top is None:
        if not may_draw(state, seat):
            return _no_draw(state, seat)
    elif not isinstance(top, DrawCards):
        return _not_now(state, seat, "draw.two")
    elif not state.may_take(seat):
        return _others_draw(state)
    if card is None:
        if len(state.stack) or state.discards:
            return ()
        return "the stack is empty and nothing can be shuffled", "round.reshuffle"
    return () if card in state.display else (f"{card} is not in the display", "draw.source")


def _others_draw(state: State) -> Reason:
    return f"seat {LETTERS[state.queue[0]]} has begun to draw", "draw.one-at-a-time"


def _no_draw(state: State, seat: int) -> Reason:
    if state.acted[seat]:
        return "this seat has acted in this round", "round.choose"
    if not state.may_take(seat):
        return _others_draw(state)
    if not state.has_room(seat):
        limit = state.rules.components.hand_limit
        return f"the hand is full with {limit}, so the shape must be marked", "draw.limit"
    if not can_draw(state, seat):
        return "no card is left to draw", "draw.short"
    assert must_mark(state, seat)
    return "the first round's shape must be marked", "mark.first-round"


def _stop_reason(state: State, seat: int) -> Reason:
    top = state.top(seat)
    if not isinstance(top, DrawCards):
        return _not_now(state, seat, "draw.stop")
    if not state.may_take(seat):
        return _others_draw(state)
    return () if top.optional else (f"{top.left} more must be drawn", "draw.two")


def _lure_reason(state: State, seat: int, cards: tuple[str, ...]) -> Reason:
    top, components = state.top(seat), state.rules.components
    if not isinstance(top, MayLure):
        return _not_now(state, seat, "lure.one")
    if unknown := [card for card in cards if card not in components.cards]:
        return f"there is no moth card {unknown[0]}", "setup.moths"
    moth = next((moth for moth in components.moths if moth.cards == cards), None)
    if moth is None:
        halves = any(components.cards[card].half for card in cards)
        if halves:
            return "both halves are played together, the left one first", "lure.atlas"
        return "one moth a shape", "lure.one"
    if not state.can_hold(seat, cards):
        return f"{' and '.join(cards)} is not in the hand", "lure.hand"
    if state.crosses_left(seat, moth) <= 0:
        name = components.species[moth.species].name
        return f"no cross is left for {name}", "lure.crosses"
    if not state.satisfies(seat, top.shape, moth):
        clause = "lure.atlas" if len(cards) > 1 else "lure.symbols"
        return f"the shape lacks {_lacking(state, seat, top.shape, moth.symbols)}", clause
    return ()


def lacking(state: State, squares: list[int], seat: int, symbols: tuple[int, ...]) -> Counter[int]:
    """Count the symbols that are needed and not on these squares of a seat's sheet."""
    sheet = state.sheet(seat)
    there = Counter(sheet.symbols[number] for number in squares)
    return Counter(symbols) - Counter({s: n for s, n in there.items() if s is not None})


def _lacking(state: State, seat: int, shape: int, symbols: tuple[int, ...]) -> str:
    mask = state.gardens[seat].shapes[shape]
    squares = [number for number in range(mask.bit_length()) if mask >> number & 1]
    missing, names = lacking(state, squares, seat, symbols), state.rules.components.symbols
    return " and ".join(f"{count} {names[symbol]}" for symbol, count in sorted(missing.items()))


def _bonus_reason(state: State, seat: int, square: str) -> Reason:
    top = state.top(seat)
    if not isinstance(top, ChooseBonus):
        return _not_now(state, seat, "sheet.bonus.order")
    if square in top.squares:
        return ()
    left = ", ".join(top.squares)
    return f"{square} has no bonus to take, expected one of {left}", "sheet.bonus.order"


def _exchange_reason(state: State, seat: int, refresh: bool) -> Reason:
    most = state.rules.components.exchanges
    if within_exchange(state, seat):
        return "an exchange is going on already", "exchange.time"
    if state.exchanges[seat] >= most:
        return f"the exchange action was used {most} times", "exchange.twice"
    if len(state.hands[seat]) < 2:
        return "it needs two cards in the hand", "exchange.discard"
    if not state.may_take(seat):
        return _others_draw(state)
    if refresh and not state.display:
        return "the display is empty", "exchange.refresh"
    return ()


def _discard_reason(state: State, seat: int, cards: tuple[str, ...]) -> Reason:
    top = state.top(seat)
    if not isinstance(top, DiscardCards):
        return _not_now(state, seat, "exchange.discard")
    if not state.may_take(seat):
        return _others_draw(state)
    count = min(top.count, len(state.hands[seat]))
    if len(cards) != count or list(cards) != sorted(cards):
        return f"an exchange discards {count} cards, in the order of their names", (
            "exchange.discard"
        )
    if not state.can_hold(seat, cards):
        return f"{' and '.join(cards)} is not in the hand", "exchange.discard"
    return ()
