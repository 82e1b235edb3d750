"""A world as it could be, from what somebody knows of it."""

from collections.abc import Iterable, Sequence
from random import Random

from domain.errors import DomainError
from domain.piles import Pile


class Unimaginable(DomainError):
    """Piles hold more unknown cards than are left: an irregular play, or a slip, was recorded."""

    def __init__(self, unknown: int, left: int) -> None:
        super().__init__(f"{unknown} unknown cards lie about, and only {left} are left for them")


def dealt(piles: Iterable[Pile], cards: Sequence[str], rng: Random) -> list[Pile]:
    """Return the piles with every unknown card drawn uniformly, without replacement.

    :param cards: every card that an unknown one could be; as many as there are, or more.

    :raises Unimaginable: there are fewer.

    >>> dealt([Pile(("B1",), 1), Pile((), 2)], ["E2", "V3", "V3"], Random(1))
    [Pile(known=('B1', 'E2'), unknown=0), Pile(known=('V3', 'V3'), unknown=0)]
    """
    listed = list(piles)
    unknown = sum(pile.unknown for pile in listed)
    if unknown > len(cards):
        raise Unimaginable(unknown, len(cards))
    left = list(cards)
    chance = rng.random
    filled = []
    for pile in listed:
        if pile.unknown:
            drawn = []
            for _ in range(pile.unknown):
                at = int(chance() * len(left))
                drawn.append(left[at])
                left[at] = left[-1]
                left.pop()
            pile = Pile(tuple(sorted([*pile.known, *drawn])))
        filled.append(pile)
    return filled
