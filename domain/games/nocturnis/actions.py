"""What a seat can choose in Nocturnis."""

import msgspec


class Mark(msgspec.Struct, frozen=True, tag="mark", forbid_unknown_fields=True, gc=False):
    """Mark the shape that is due, the round's or an extra one, on these squares, sorted."""

    seat: int
    squares: tuple[str, ...]


class Draw(msgspec.Struct, frozen=True, tag="draw", forbid_unknown_fields=True, gc=False):
    """Take one card: that one from the display, or, with ``None``, the top one of the stack."""

    seat: int
    card: str | None = None


class StopDrawing(
    msgspec.Struct, frozen=True, tag="stop_drawing", forbid_unknown_fields=True, gc=False
):
    """Leave the rest of an effect's draw."""

    seat: int


class Lure(msgspec.Struct, frozen=True, tag="lure", forbid_unknown_fields=True, gc=False):
    """Lure a moth with the shape just marked; two halves are two cards, the left one first."""

    seat: int
    cards: tuple[str, ...]


class LureNone(msgspec.Struct, frozen=True, tag="lure_none", forbid_unknown_fields=True, gc=False):
    """Lure no moth with the shape just marked."""

    seat: int


class TakeBonus(
    msgspec.Struct, frozen=True, tag="take_bonus", forbid_unknown_fields=True, gc=False
):
    """Choose which of several bonus squares under a shape comes next."""

    seat: int
    square: str


class Exchange(msgspec.Struct, frozen=True, tag="exchange", forbid_unknown_fields=True, gc=False):
    """Begin the exchange action; ``refresh`` replaces the whole display first."""

    seat: int
    refresh: bool = False


class Discard(msgspec.Struct, frozen=True, tag="discard", forbid_unknown_fields=True, gc=False):
    """Discard the two cards of an exchange, sorted."""

    seat: int
    cards: tuple[str, ...]


Action = Mark | Draw | StopDrawing | Lure | LureNone | TakeBonus | Exchange | Discard
