"""What a seat can choose in Lantern Moths."""

from typing import Literal

import msgspec

Source = Literal["deck", "discard"]


class Draw(msgspec.Struct, frozen=True, tag="draw", forbid_unknown_fields=True, gc=False):
    """Take the top card of the deck or of the discard pile."""

    seat: int
    source: Source = "deck"


class Plant(msgspec.Struct, frozen=True, tag="plant", forbid_unknown_fields=True, gc=False):
    """Put a moth from the hand on a tile."""

    seat: int
    card: str
    tile: str


class Light(msgspec.Struct, frozen=True, tag="light", forbid_unknown_fields=True, gc=False):
    """Set a lit wick beside a tile."""

    seat: int
    tile: str


class Flip(msgspec.Struct, frozen=True, tag="flip", forbid_unknown_fields=True, gc=False):
    """Turn a face-down tile up."""

    seat: int
    tile: str


Action = Draw | Plant | Light | Flip
