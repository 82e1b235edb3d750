"""From an action to its events: what was chosen, then whatever follows by itself."""

from functools import cache

from domain.chance import Chance, Open, Question, draw_each, without
from domain.errors import Refusal
from domain.events import Event
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
from domain.games.nocturnis.events import (
    BonusTaken,
    CardsDiscarded,
    DisplayRestocked,
    DrawingStopped,
    ExchangeBegun,
    GameSetUp,
    HabitatMarked,
    HabitatRevealed,
    LureDeclined,
    MothDrawn,
    MothLured,
    MothTaken,
)
from domain.games.nocturnis.evolve import evolve, next_habitats, next_stack
from domain.games.nocturnis.flow import due
from domain.games.nocturnis.refusals import check, check_possible
from domain.games.nocturnis.state import LETTERS, Rules, State, blank
from domain.piles import Pile
from domain.run import Run

SEATS = range(1, 9)

_DISPLAYED = Open("a card of the display", "moths")
_DRAWN = Question("the drawn card", "moths")
_FIRST = Open("the first habitat card", "habitats")
_NEXT = Open("the next habitat card", "habitats")


def set_up(rules: Rules, start: int, chance: Chance) -> Run[State]:
    """Lay the display out, deal the hands and reveal the first habitat. Nobody starts: all act in
    every round, so ``start`` says nothing.

    :raises Refusal: no seat or more than eight, or too few cards to deal.
    """
    _check_table(rules)
    state, components = blank(rules), rules.components
    questions: list[Question] = [_DISPLAYED] * components.display
    for seat in range(rules.seats):
        questions += _dealt(LETTERS[seat], components.opening_hand)
    dealt = draw_each(chance, state.stack, questions, state.unseen)
    display = _seen(dealt[: components.display], "the display lies open", "setup.moths")
    hands = [
        tuple(dealt[at : at + components.opening_hand])
        for at in range(components.display, len(dealt), components.opening_hand or 1)
    ] or [()] * rules.seats
    first = chance.draw(state.habitats, _FIRST, lambda: components.habitats)
    run = Run(state, evolve)
    (habitat,) = _seen([first], "everybody sees the habitat card", "setup.first")
    run(GameSetUp(display, tuple(hands), habitat))
    _follow(run, chance)
    return run


@cache
def _dealt(seat: str, hand: int) -> tuple[Question, ...]:
    """Return the questions for an opening hand; made once, for a simulation asks them each game."""
    words = (f"card {nth + 1} of seat {seat}'s opening hand" for nth in range(hand))
    return tuple(Question(each, "moths") for each in words)


def play(state: State, action: Action, chance: Chance) -> Run[State]:
    """Carry out an action and everything that follows until a seat has to choose again.

    :raises Refusal: the rules forbid the action here.
    :raises Unanswered: an observed chance source ran out of answers.
    :raises Unseen: an observed card cannot have been there.
    """
    check(state, action)
    return _carry_out(state, action, chance)


def force(state: State, action: Action, chance: Chance) -> Run[State]:
    """Carry out an action whether or not the rules allow it, as a table may have let it stand.

    :raises Refusal: it is not possible with what lies on the table.
    """
    check_possible(state, action)
    return _carry_out(state, action, chance)


def answers(event: Event) -> tuple[str | None, ...]:
    """Return the chance outcomes that an event holds, in the order in which they were asked for."""
    match event:
        case GameSetUp(display, hands, habitat):
            return (*display, *(card for hand in hands for card in hand), habitat)
        case HabitatRevealed(habitat):
            return (habitat,)
        case MothDrawn(_, card):
            return (card,)
        case DisplayRestocked(cards):
            return cards
    return ()


def _carry_out(state: State, action: Action, chance: Chance) -> Run[State]:
    run = Run(state, evolve)
    run(_event(state, action, chance))
    _follow(run, chance)
    return run


def _event(state: State, action: Action, chance: Chance) -> Event:
    """Return the event of an action."""
    match action:
        case Mark(seat, squares):
            return HabitatMarked(seat, squares)
        case Draw(seat, None):
            stack, _ = next_stack(state)
            return MothDrawn(seat, chance.draw(stack, _DRAWN, state.unseen))
        case Draw(seat, str(card)):
            return MothTaken(seat, card)
        case StopDrawing(seat):
            return DrawingStopped(seat)
        case Lure(seat, cards):
            return MothLured(seat, cards)
        case LureNone(seat):
            return LureDeclined(seat)
        case TakeBonus(seat, square):
            return BonusTaken(seat, square)
        case Exchange(seat, refresh):
            return ExchangeBegun(seat, refresh)
        case Discard(seat, cards):
            return CardsDiscarded(seat, cards)
    raise TypeError(f"no action of nocturnis: {action!r}")


def _check_table(rules: Rules) -> None:
    components = rules.components
    if rules.seats not in SEATS:
        reason = f"{rules.seats} seats, expected 1 to 8"
        raise Refusal("set up", reason, ("setup.players",), "set-up")
    needed = components.display + rules.seats * components.opening_hand
    if len(components.deck) < needed:
        reason = f"{len(components.deck)} moth cards, but display and hands take {needed}"
        raise Refusal("set up", reason, ("setup.hand",), "set-up")


def _follow(run: Run[State], chance: Chance) -> None:
    """Let everything happen in which nobody has a choice."""
    while (following := due(run.state)) is not None:
        if following == "restock":
            run(_restock(run.state, chance))
        elif following == "reveal":
            run(_reveal(run.state, chance))
        else:
            assert not isinstance(following, str)
            run(following)


def _restock(state: State, chance: Chance) -> DisplayRestocked:
    """Fill the display from the stack, shuffling the discards when it runs out."""
    stack, discards = state.stack, state.discards
    drawn: list[str | None] = []
    while len(state.display) + len(drawn) < state.rules.components.display:
        if not len(stack):
            stack, discards = Pile.of(discards), ()
        if not len(stack):
            break
        card = chance.draw(stack, _DISPLAYED, lambda: without(state.unseen(), drawn))
        drawn.append(card)
        stack = stack.without(card)
    return DisplayRestocked(_seen(drawn, "the display lies open", "draw.restock"))


def _reveal(state: State, chance: Chance) -> HabitatRevealed:
    habitats, _ = next_habitats(state)
    card = chance.draw(habitats, _NEXT, state.unseen_habitats)
    (habitat,) = _seen([card], "everybody sees the habitat card", "round.reveal")
    return HabitatRevealed(habitat)


def _seen(cards: list[str | None], why: str, clause: str) -> tuple[str, ...]:
    """Return cards that everybody sees.

    :raises Refusal: one of them was not seen.
    """
    known = tuple(card for card in cards if card is not None)
    if len(known) < len(cards):
        raise Refusal("go on with a card unseen", why, (clause,), "chance")
    return known
