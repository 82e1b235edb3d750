"""The components of Lantern Moths: which cards and tiles there are."""

from collections import Counter
from typing import Literal

import msgspec

from domain.edition import EditionBase, Sourced
from domain.errors import Invalid

GHOST_KEY = "G"
GREY = "X"
DUSK = "D"
RESERVED = GHOST_KEY + GREY + DUSK

GARDEN = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
"""The nine places, in reading order: row 3 is the far one, column a the left one."""

MIDDLE = "b2"


class Edition(EditionBase, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A printed set of components. Counts are cards or tiles; ``copies`` maps a value to the
    number of its cards in each colour.
    """

    game: Literal["lantern_moths"]
    colours: Sourced[tuple[str, ...]]
    copies: Sourced[dict[int, int]]
    ghosts: Sourced[int]
    ghost_points: Sourced[int]
    dusk: Sourced[int]
    tiles_per_colour: Sourced[int]
    grey_tiles: Sourced[int]
    wicks: Sourced[int]

    def keys(self) -> dict[str, str]:
        """Map a one-letter key to each colour: the first letter of its name not yet taken.

        :raises Invalid: a colour comes twice or has no free letter.
        """
        names = self.colours.value
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise Invalid(f"edition: colours: {twice[0]!r} comes twice, expected different names")
        keys: dict[str, str] = {}
        for name in names:
            letters = (c for c in name.upper() if c.isalpha() and c not in RESERVED)
            key = next((c for c in letters if c not in keys), None)
            if key is None:
                raise Invalid(f"edition: colours: no letter left for {name!r} as its key")
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

    :raises Invalid: a number is out of range, or the tiles do not fill the garden of nine.
    """
    keys = edition.keys()
    _at_least(edition)
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
    if len(tiles) != len(GARDEN):
        raise Invalid(
            f"edition: tiles: {len(keys)} colours x {edition.tiles_per_colour.value} tiles"
            f" + {edition.grey_tiles.value} grey = {len(tiles)}; expected {len(GARDEN)}"
        )
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


def _at_least(edition: Edition) -> None:
    floors = {
        "ghosts": (edition.ghosts.value, 0),
        "ghost_points": (edition.ghost_points.value, 0),
        "dusk": (edition.dusk.value, 0),
        "tiles_per_colour": (edition.tiles_per_colour.value, 1),
        "grey_tiles": (edition.grey_tiles.value, 0),
        "wicks": (edition.wicks.value, 1),
        **{f"copies.{v}": (n, 0) for v, n in edition.copies.value.items()},
        **{f"copies: value {v}": (v, 0) for v in edition.copies.value},
    }
    for path, (found, floor) in floors.items():
        if found < floor:
            raise Invalid(f"edition: {path}: {found} found, expected at least {floor}")
