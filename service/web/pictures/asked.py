"""What a reader may ask of a picture: theme, width, whose sheets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from domain.errors import Invalid

Theme = Literal["night", "day"]
NARROWEST, WIDEST, USUAL = 160, 2000, 960  # pixels


@dataclass(frozen=True)
class Asked:
    """How a picture is wanted. ``seats`` are whose sheets; none means the one acted on."""

    theme: Theme = "night"
    width: int = USUAL
    seats: tuple[int, ...] = ()

    @staticmethod
    def of(query: Mapping[str, str], seats: int) -> "Asked":
        """Read the fields of a query, for a session of this many seats.

        :raises Invalid: one has a value that it cannot have.
        """
        theme, width = query.get("theme") or "night", query.get("width") or str(USUAL)
        if theme not in ("night", "day"):
            raise Invalid(f"theme: {theme[:40]!r} found, expected night or day")
        if not (width.isdecimal() and len(width) < 5 and NARROWEST <= int(width) <= WIDEST):
            wanted = f"expected a number of pixels from {NARROWEST} to {WIDEST}"
            raise Invalid(f"width: {width[:40]!r} found, {wanted}")
        return Asked(cast(Theme, theme), int(width), _seats(query.get("seat", ""), seats))


def _seats(text: str, seats: int) -> tuple[int, ...]:
    """Read one seat, several with commas between them, or ``all``."""
    if text == "all":
        return tuple(range(seats))
    found = []
    for part in filter(None, text.split(",")):
        if not (part.isdecimal() and len(part) < 3 and int(part) < seats):
            raise Invalid(f"seat: {part[:40]!r} found, expected 0 to {seats - 1}, or all")
        found.append(int(part))
    return tuple(dict.fromkeys(found))
