"""A night as it could be, to somebody who knows a part of it."""

from random import Random

from msgspec.structs import replace

from domain.games.nocturnis.state import State
from domain.imagining import dealt


def imagine(state: State, rng: Random) -> State:
    """Return a position without unknown cards that the given one could be, drawn uniformly.

    :raises Unimaginable: more cards are unknown than are left.
    """
    *hands, stack = dealt((*state.hands, state.stack), state.unseen(), rng)
    (habitats,) = dealt((state.habitats,), state.unseen_habitats(), rng)
    return replace(state, hands=tuple(hands), stack=stack, habitats=habitats)
