"""A table as it could be, to somebody who knows a part of it."""

from random import Random

from msgspec.structs import replace

from domain.games.lepidoptery.state import SEATS, State
from domain.imagining import dealt


def imagine(state: State, rng: Random) -> State:
    """Return a position without unknown cards that the given one could be, drawn uniformly.

    :raises Unimaginable: more cards are unknown than are left.
    """
    piles = [
        dealt((state.hands[seat], state.decks[seat]), state.unseen(seat), rng)
        for seat in range(SEATS)
    ]
    return replace(
        state,
        hands=tuple(hand for hand, _ in piles),
        decks=tuple(deck for _, deck in piles),
    )
