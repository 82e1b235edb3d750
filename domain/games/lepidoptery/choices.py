"""Every play of a seat, made once: legal ones are picked from them by what the hand holds."""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from domain.games.lepidoptery.actions import Play
from domain.games.lepidoptery.combinations import SIZE, Combination, Kind, combinations

KEPT = 4096  # answers a table; with ten ranks there are half as many runs at most

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


class ByRanks(dict[int, tuple[Play, ...]]):
    """The plays of a type that begin with some rank or a higher one, by the ranks held, as bits."""

    __slots__ = ("_ways",)

    def __init__(self, found: tuple[Way, ...]) -> None:
        super().__init__()
        self._ways = found

    def __missing__(self, held: int) -> tuple[Play, ...]:
        if len(self) >= KEPT:
            self.clear()
        plays = self[held] = tuple(way.action for way in self._ways if held & way.bits == way.bits)
        return plays


class ByCopies(dict[tuple[int, int], tuple[Play, ...]]):
    """The pairs or triples by the ranks, as bits, held often enough with the Joker and without."""

    __slots__ = ("_most", "_ways")

    def __init__(self, found: tuple[Way, ...], most: int) -> None:
        super().__init__()
        self._ways, self._most = found, most

    def __missing__(self, held: tuple[int, int]) -> tuple[Play, ...]:
        if len(self) >= KEPT:
            self.clear()
        joking, bare = held
        plays = self[held] = tuple(
            way.action
            for way in self._ways
            if (bare if way.times == self._most else joking) & way.bits == way.bits
        )
        return plays


Choice = tuple[int, int, int, tuple[ByRanks, ...], ByCopies | None]
"""What a column offers: how many cards it takes; how often a rank must be held with the Joker and
without it, from 0 for once; and the plays: of a single or run by lowest rank, or else by copies.
"""


@lru_cache(maxsize=64)
def choices_of(
    columns: tuple[Kind, ...], ranks: tuple[int, ...], seat: int, joker: bool
) -> tuple[Choice, ...]:
    """Return what each column offers to a seat.

    :param joker: whether the Joker may be used.
    """
    found: list[Choice] = []
    for kind in columns:
        size, every = SIZE[kind], ways(kind, ranks, seat, joker)
        if kind in ("pair", "triple"):
            bare = size - 1
            joking = bare - 1 if joker else bare
            found.append((size, joking, bare, (), ByCopies(every[0], bare)))
        elif kind == "single":  # the ranks held say it all
            found.append((size, 0, 0, (ByRanks(every[0]),) * len(every), None))
        else:
            found.append((size, 0, 0, tuple(map(ByRanks, every)), None))
    return tuple(found)
