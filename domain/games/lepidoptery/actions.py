"""What a seat can choose in Lepidoptery."""

import msgspec


class Play(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True, gc=False):
    """Lay down a combination.

    ``ranks`` is the whole combination from low to high, ``joker`` the one of these ranks that the
    Joker stands for, or ``None``: ``(4, 5, 6)`` with a Joker as 6 takes a 4 and a 5 from the hand.
    """

    seat: int
    ranks: tuple[int, ...]
    joker: int | None = None


class Pass(msgspec.Struct, frozen=True, tag="pass", forbid_unknown_fields=True, gc=False):
    """Pass and refresh."""

    seat: int


Action = Play | Pass
