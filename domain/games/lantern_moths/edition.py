"""The components of Lantern Moths: which cards and tiles there are."""

from collections import Counter
from typing import Literal

import msgspec

from domain.edition import (
    LARGEST,
    Count,
    EditionBase,
    Label,
    Problem,
    Some,
    Sourced,
    Total,
    invalid,
    shape_problems,
)

GHOST_KEY = "G"
GREY = "X"
DUSK = "D"
RESERVED = GHOST_KEY + GREY + DUSK

GARDEN = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
"""The nine places, in reading order: row 3 is the far one, column a the left one."""

MIDDLE = "b2"


class Edition(EditionBase, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A printed set of components. Counts are cards or tiles; ``copies`` maps a value to the
    number of its cards in each colour. ``wicks`` are one player's.
    """

    game: Literal["lantern_moths"]
    colours: Sourced[tuple[Label, ...]]
    copies: Sourced[dict[Count, Count]]
    ghosts: Sourced[Count]
    ghost_points: Sourced[Count]
    dusk: Sourced[Count]
    tiles_per_colour: Sourced[Some]
    grey_tiles: Sourced[Count]
    wicks: Sourced[Some]

    def keys(self) -> dict[str, str]:
        """Map a one-letter key to each colour: the first letter of its name not yet taken.

        Colours without a free letter are left out.
        """
        keys: dict[str, str] = {}
        for name in self.colours.value:
            letters = (c for c in name.upper() if c.isalpha() and c not in RESERVED)
            key = next((c for c in letters if c not in keys), None)
            if key is not None:
                keys[key] = name
        return keys


class Components(msgspec.Struct, frozen=True):
    """The edition worked out: cards by name (``E2``: Emerald, value 2) and tiles by colour key."""

    colours: dict[str, str]
    moths: tuple[str, ...]
    values: dict[str, int]
    colour_of: dict[str, str]
    ghost: str
    ghost_points: int
    dusk: int
    tiles: tuple[str, ...]
    wicks: int


def components(edition: Edition) -> Components:
    """Work out every card and tile.

    :raises InvalidEdition: a number is out of range, a colour has no key, or the tiles do not
        fill the garden of nine.
    """
    if found := problems(edition):
        raise invalid(found)
    keys = edition.keys()
    values, colour_of, moths = {}, {}, Counter[str]()
    for key in keys:
        for value, copies in sorted(edition.copies.value.items()):
            card = f"{key}{value}"
            values[card], colour_of[card] = value, key
            moths[card] += copies
    points = edition.ghost_points.value
    ghost = f"{GHOST_KEY}{points}"
    values[ghost], colour_of[ghost] = points, GHOST_KEY
    moths[ghost] += edition.ghosts.value
    tiles = sorted([*keys] * edition.tiles_per_colour.value + [GREY] * edition.grey_tiles.value)
    return Components(
        colours=keys,
        moths=tuple(sorted(moths.elements())),
        values=values,
        colour_of=colour_of,
        ghost=ghost,
        ghost_points=points,
        dusk=edition.dusk.value,
        tiles=tuple(tiles),
        wicks=edition.wicks.value,
    )


def problems(edition: Edition) -> list[Problem]:
    """List everything that keeps the edition from being played: ranges, and what does not fit
    together.
    """
    return shape_problems(edition) or [
        *_colour_problems(edition),
        *_tile_problems(edition),
        *_card_problems(edition),
    ]


def totals(edition: Edition) -> list[Total]:
    """Set the numbers that the rulebook prints beside the edition's own."""
    coloured, ghosts = _coloured(edition), edition.ghosts.value
    coloured_tiles = len(edition.colours.value) * edition.tiles_per_colour.value
    values = [value for value, copies in edition.copies.value.items() if copies]
    return [
        Total("cards", coloured + ghosts + edition.dusk.value, 54, "Components"),
        Total("moth cards", coloured + ghosts, 48, "Components"),
        Total("coloured moths", coloured, 44, "Components"),
        Total("Ghost Moths", ghosts, 4, "Components"),
        Total("Dusk cards", edition.dusk.value, 6, "Components"),
        Total("garden tiles", coloured_tiles + edition.grey_tiles.value, 9, "Components"),
        Total("coloured tiles", coloured_tiles, 8, "Components"),
        Total("grey tiles", edition.grey_tiles.value, 1, "Components"),
        Total("wick tokens of a player", edition.wicks.value, 3, "Components"),
        Total("lowest value of a coloured moth", min(values, default=0), 1, "Scoring"),
        Total("highest value of a coloured moth", max(values, default=0), 3, "Scoring"),
        Total("points of a Ghost Moth", edition.ghost_points.value, 2, "Scoring"),
    ]


def _coloured(edition: Edition) -> int:
    return len(edition.colours.value) * sum(edition.copies.value.values())


def _colour_problems(edition: Edition) -> list[Problem]:
    found, names = [], edition.colours.value
    with_key = set(edition.keys().values())
    for at, name in enumerate(names):
        path = f"colours.value[{at}]"
        if name in names[:at]:
            found.append(Problem(path, f"{name!r} again", "different names", ("colours",)))
        elif name not in with_key:
            expected = f"a name with a letter of its own for its key, none of {', '.join(RESERVED)}"
            found.append(Problem(path, repr(name), expected, ("colours",)))
    return found


def _tile_problems(edition: Edition) -> list[Problem]:
    colours, each = len(edition.colours.value), edition.tiles_per_colour.value
    grey = edition.grey_tiles.value
    tiles = colours * each + grey
    if tiles == len(GARDEN):
        return []
    found = f"{colours} colours x {each} + {grey} grey = {tiles} tiles"
    rests_on = ("colours", "tiles_per_colour", "grey_tiles")
    return [Problem("tiles_per_colour.value", found, f"{len(GARDEN)} tiles", rests_on)]


def _card_problems(edition: Edition) -> list[Problem]:
    cards = _coloured(edition) + edition.ghosts.value
    if cards <= LARGEST:
        return []
    rests_on = ("colours", "copies", "ghosts")
    return [Problem("copies.value", f"{cards} moth cards", f"at most {LARGEST}", rests_on)]
