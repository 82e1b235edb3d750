"""What lies in a box of Lantern Moths, laid out for drawing from an edition."""

from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from domain.games.lantern_moths.edition import DUSK, GREY, Components, Edition, components
from domain.games.lantern_moths.options import Options
from domain.games.lantern_moths.state import Rules
from service.web.boards.lantern_moths.wings import moth_name, wing


@dataclass(frozen=True)
class Piece:
    """A card or a tile of which there are so many: its key, wing design and name."""

    key: str
    wing: str
    name: str
    number: int


@dataclass(frozen=True)
class Box:
    """Tiles by colour, cards by colour with each value, and how many cards there are in all."""

    tiles: tuple[Piece, ...]
    cards: tuple[tuple[Piece, ...], ...]
    deck: int
    wicks: int


def box(edition: Edition) -> Box:
    """Lay out an edition that fits together."""
    parts = components(edition)
    rules = Rules(parts, Options(), 2)
    moths = Counter(parts.moths)
    pieces = [Piece(key, wing(rules, key), moth_name(rules, key), n) for key, n in moths.items()]
    dusk = (Piece(DUSK, "D", "Dusk", parts.dusk),) if parts.dusk else ()
    groups = [tuple(group) for _, group in groupby(pieces, key=lambda piece: piece.wing)]
    return Box(
        tiles=tuple(_tiles(rules, parts)),
        cards=(*groups, *((dusk,) if dusk else ())),
        deck=len(parts.moths) + parts.dusk,
        wicks=parts.wicks,
    )


def _tiles(rules: Rules, parts: Components) -> list[Piece]:
    tiles = Counter(parts.tiles)
    names = parts.colours | {GREY: "Grey, any colour"}
    return [Piece(key, wing(rules, key), names[key], number) for key, number in tiles.items()]
