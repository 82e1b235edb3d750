"""Every action of a seat, made once: legal ones are picked from them by sets of places.

A set of places is a number with one bit a place, in the order of :data:`GARDEN`.
"""

from collections.abc import Sequence

from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.edition import GARDEN

SEATS = range(4)
KEPT_CARDS = 1000  # an edition has some dozens


class ByPlaces(dict[int, tuple[Action, ...]]):
    """Actions at the tiles, by the set of places.

    Bits beyond the ninth name the places again: what stands there is listed after the rest.

    >>> [flip.tile for flip in FLIPS[0][0b11]], [flip.tile for flip in FLIPS[0][0b10 | 1 << 9]]
    (['a3', 'b3'], ['b3', 'a3'])
    """

    __slots__ = ("_each",)

    def __init__(self, each: Sequence[Action]) -> None:
        super().__init__()
        self._each = (*each, *each)

    def __missing__(self, places: int) -> tuple[Action, ...]:
        chosen = tuple(one for bit, one in enumerate(self._each) if places >> bit & 1)
        self[places] = chosen
        return chosen


class Plants(dict[str, ByPlaces]):
    """A seat's Plant actions, by card."""

    __slots__ = ("_seat",)

    def __init__(self, seat: int) -> None:
        super().__init__()
        self._seat = seat

    def __missing__(self, card: str) -> ByPlaces:
        if len(self) >= KEPT_CARDS:
            self.clear()
        made = self[card] = ByPlaces([Plant(self._seat, card, tile) for tile in GARDEN])
        return made


DRAW_DECK = tuple(Draw(seat, "deck") for seat in SEATS)
DRAW_DISCARD = tuple(Draw(seat, "discard") for seat in SEATS)
PLANTS = tuple(Plants(seat) for seat in SEATS)
LIGHTS = tuple(ByPlaces([Light(seat, tile) for tile in GARDEN]) for seat in SEATS)
FLIPS = tuple(ByPlaces([Flip(seat, tile) for tile in GARDEN]) for seat in SEATS)
