"""The five combination types, and every combination that a set of ranks allows."""

from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

Kind = Literal["run3", "run2", "single", "pair", "triple"]

KINDS: tuple[Kind, ...] = ("run3", "run2", "single", "pair", "triple")

SIZE: dict[Kind, int] = {"run3": 3, "run2": 2, "single": 1, "pair": 2, "triple": 3}

TITLE: dict[Kind, str] = {
    "run3": "run of 3",
    "run2": "run of 2",
    "single": "single",
    "pair": "pair",
    "triple": "triple",
}


class Combination(NamedTuple):
    """A way to form a combination. ``joker`` is the rank that the Joker stands for."""

    kind: Kind
    ranks: tuple[int, ...]
    joker: int | None

    @property
    def cards(self) -> tuple[int, ...]:
        """The ranks that come from the hand."""
        return without_joker(self.ranks, self.joker)


@lru_cache(maxsize=1024)
def kind_of(ranks: tuple[int, ...]) -> Kind | None:
    """Name the type of a combination whose ranks go from low to high.

    >>> kind_of((4, 5, 6)), kind_of((8, 8)), kind_of((7,)), kind_of((4, 6)), kind_of((5, 4))
    ('run3', 'pair', 'single', None, None)
    """
    size, steps = len(ranks), {high - low for low, high in pairwise(ranks)}
    if size == 1:
        return "single"
    if size not in (2, 3) or len(steps) != 1:
        return None
    if steps == {1}:
        return "run2" if size == 2 else "run3"
    return None if steps != {0} else "pair" if size == 2 else "triple"


def without_joker(ranks: tuple[int, ...], joker: int | None) -> tuple[int, ...]:
    """Return the ranks of the real cards in a combination.

    >>> without_joker((8, 8, 8), 8), without_joker((4, 5), None)
    ((8, 8), (4, 5))
    """
    if joker is None:
        return ranks
    at = ranks.index(joker)
    return ranks[:at] + ranks[at + 1 :]


@lru_cache(maxsize=64)
def combinations(kind: Kind, ranks: tuple[int, ...]) -> tuple[Combination, ...]:
    """List every combination of a type over these ranks, from low to high, without a Joker first.

    A Joker is never a single, and a run never goes beyond the ranks (joker.single, joker.rank).

    >>> [c.joker for c in combinations("run2", (1, 2, 3))]
    [None, 1, 2, None, 2, 3]
    """
    size, found = SIZE[kind], []
    step = 1 if kind in ("run3", "run2") else 0
    for low in ranks:
        whole = tuple(low + step * i for i in range(size))
        if all(rank in ranks for rank in whole):
            jokers = dict.fromkeys(whole) if size > 1 else ()
            found += [Combination(kind, whole, joker) for joker in (None, *jokers)]
    return tuple(found)


def beats(low: int, size: int, other_low: int, other_size: int) -> bool:
    """Whether a combination beats another: a higher lowest card, or the same and more cards
    (climb.beat).

    >>> beats(6, 1, 5, 3), beats(5, 3, 5, 2), beats(5, 2, 5, 2), beats(4, 3, 5, 1)
    (True, True, False, False)
    """
    return low > other_low or (low == other_low and size > other_size)
