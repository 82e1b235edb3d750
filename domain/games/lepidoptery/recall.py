"""A position with what a reader could know about it by now: hands and decks, worked back from what
was played and drawn. What a deck list leaves over is not worked out here, as in no view.
"""

from msgspec.structs import replace

from domain.events import Event
from domain.games.lepidoptery.combinations import without_joker
from domain.games.lepidoptery.events import CombinationPlayed, GameSetUp, HandReplenished
from domain.games.lepidoptery.state import State
from domain.hindsight import Cards, recalled, surely_came


def recall(before: State, event: Event, after: State) -> State:
    """Return the position before an event, as a reader saw it then, with what is certain by now.

    :param event: the event as the reader saw it.
    :param after: the position after it, with what is certain by now.
    """
    came: dict[int, Cards] = {}
    left: dict[int, Cards] = {}
    match event:
        case GameSetUp(_, dealt):
            came = dict(enumerate(dealt))
        case HandReplenished(seat, cards):
            came = {seat: cards}
        case CombinationPlayed(seat, ranks, joker):
            left = {seat: tuple(map(str, without_joker(ranks, joker)))}
    hands, decks = [], []
    for seat, (then, now) in enumerate(zip(before.hands, after.hands, strict=True)):
        got, gone = came.get(seat, ()), left.get(seat, ())
        hand = recalled(then, now, got, gone)
        drawn = [*(card for card in got if card), *surely_came(hand, now, got, gone)]
        hands.append(hand)
        decks.append(recalled(before.decks[seat], after.decks[seat], (), drawn))
    return replace(before, hands=tuple(hands), decks=tuple(decks))
