"""Every play of a seat, made once: legal ones are picked from them by what the hand holds."""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from domain.games.lepidoptery.actions import Play
from domain.games.lepidoptery.combinations import SIZE, Combination, Kind, combinations

KEPT = 4096  # answers a table; with ten ranks there are half as many runs at most

RUNS = ("run3", "run2")

LOW_RANKS = 0b111111
"""The ranks up to 5 as bits: half of those in the box."""

HIGH_RANKS = ~LOW_RANKS

Masks = tuple[int, int, int]
"""Sets of ranks as bits: held once or more, twice or more, three times or more."""


class Way(NamedTuple):
    """A way to play a combination: the ranks, as bits, that the hand must hold that often."""

    times: int
    bits: int
    action: Play


@lru_cache(maxsize=1024)
def ways(kind: Kind, ranks: tuple[int, ...], seat: int, joker: bool) -> tuple[tuple[Way, ...], ...]:
    """List, for each lowest rank from 0, every way to play a type with that one or a higher.

    :param joker: whether the Joker may be used.
    """
    found = [
        (combination.ranks[0], _way(combination, seat))
        for combination in combinations(kind, ranks)
        if joker or combination.joker is None
    ]
    return tuple(
        tuple(way for low, way in found if low >= lowest) for lowest in range(ranks[-1] + 2)
    )


def _way(combination: Combination, seat: int) -> Way:
    needed = Counter(combination.cards)
    bits = sum(1 << rank for rank in needed)
    action = Play(seat, combination.ranks, combination.joker)
    return Way(max(needed.values()) - 1, bits, action)


class ByHand(dict[tuple[int, int], tuple[Play, ...]]):
    """The plays of one type that a hand allows, by what it holds of the ranks that may be played.

    A pair or triple goes by the ranks, as bits, that are held often enough with the Joker, and
    without it; a single or run by the lowest rank that may begin it, and the ranks held.
    """

    __slots__ = ("_choice", "_ways")

    def __init__(self, choice: tuple[Kind, int, int], found: tuple[tuple[Way, ...], ...]) -> None:
        super().__init__()
        self._choice, self._ways = choice, found

    def __missing__(self, key: tuple[int, int]) -> tuple[Play, ...]:
        if len(self) >= KEPT:
            self.clear()
        kind, first, second = self._choice
        if kind in ("pair", "triple"):
            lowest, held = 0, {first: key[0], second: key[1]}
        else:
            lowest, held = key[0], {first: key[1]}
        plays = self[key] = tuple(
            way.action for way in self._ways[lowest] if held[way.times] & way.bits == way.bits
        )
        return plays


Choice = tuple[Kind, int, int, int, ByHand]
"""What a column offers: its type, the size of that, how often a rank must be held with the Joker
and without it, from 0 for once, and the plays by hand.
"""


@lru_cache(maxsize=64)
def choices_of(
    columns: tuple[Kind, ...], ranks: tuple[int, ...], seat: int, joker: bool
) -> tuple[Choice, ...]:
    """Return what each column offers to a seat.

    :param joker: whether the Joker may be used.
    """
    found = []
    for kind in columns:
        second = 0 if kind in RUNS else SIZE[kind] - 1
        first = max(second - 1, 0) if joker else second
        plays = ByHand((kind, first, second), ways(kind, ranks, seat, joker))
        found.append((kind, SIZE[kind], first, second, plays))
    return tuple(found)
