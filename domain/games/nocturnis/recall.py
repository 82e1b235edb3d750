"""A position with what a reader could know about it by now: hands and both stacks, worked back from
what was lured, discarded, drawn and revealed. What a stack held is certain up to its shuffle only:
the cards of the new one say nothing about the old.
"""

from msgspec.structs import replace

from domain.events import Event
from domain.games.nocturnis.events import (
    CardsDiscarded,
    DisplayRestocked,
    GameSetUp,
    HabitatRevealed,
    MothDrawn,
    MothLured,
    MothTaken,
)
from domain.games.nocturnis.state import State
from domain.hindsight import Cards, recalled, surely_came
from domain.piles import EMPTY, Pile


def recall(before: State, event: Event, after: State) -> State:
    """Return the position before an event, as a reader saw it then, with what is certain by now.

    :param event: the event as the reader saw it.
    :param after: the position after it, with what is certain by now.
    """
    came: dict[int, Cards] = {}
    left: dict[int, Cards] = {}
    drawn: Cards = ()
    revealed: Cards = ()
    match event:
        case GameSetUp(display, dealt, habitat):
            came, revealed = dict(enumerate(dealt)), (habitat,)
            drawn = (*display, *(card for hand in dealt for card in hand))
        case HabitatRevealed(habitat):
            revealed = (habitat,)
        case MothDrawn(seat, card):
            came, drawn = {seat: (card,)}, (card,)
        case MothTaken(seat, card):
            came = {seat: (card,)}
        case DisplayRestocked(cards):
            drawn = cards
        case MothLured(seat, cards) | CardsDiscarded(seat, cards):
            left = {seat: cards}
    hands, sure = [], list[str]()
    for seat, (then, now) in enumerate(zip(before.hands, after.hands, strict=True)):
        got, gone = came.get(seat, ()), left.get(seat, ())
        hands.append(recalled(then, now, got, gone))
        sure += surely_came(hands[seat], now, got, gone)
    return replace(
        before,
        hands=tuple(hands),
        stack=_stack(before.stack, after.stack, drawn, sure),
        habitats=_stack(before.habitats, after.habitats, revealed, []),
    )


def _stack(before: Pile, after: Pile, drawn: Cards, sure: list[str]) -> Pile:
    """Return a stack before cards were drawn from it; one that ran out held the first of them.

    :param sure: cards that were certainly among those that were drawn unseen.
    """
    if len(after) == len(before) - len(drawn):
        return recalled(before, after, (), [*(card for card in drawn if card), *sure])
    first = drawn[: len(before)]
    return recalled(before, EMPTY, (), [*(card for card in first if card), *sure[: len(first)]])
