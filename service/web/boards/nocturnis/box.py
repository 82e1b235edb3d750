"""What lies in a box of Nocturnis, laid out for drawing from an edition."""

from dataclasses import dataclass

from domain.games.nocturnis.components import components
from domain.games.nocturnis.edition import Edition, Side
from service.web.boards.nocturnis.drawing import Figure, Picture, figure, picture
from service.web.boards.nocturnis.table import Card, card_of
from service.web.boards.nocturnis.wings import wing


@dataclass(frozen=True)
class Kind:
    """A species: its cards, each with the number of its copies, and its crosses."""

    name: str
    wing: str
    crosses: int
    cards: tuple[tuple[Card, int], ...]


@dataclass(frozen=True)
class Box:
    """Both sides of the sheet, every shape with its copies, every species with its cards."""

    sheets: tuple[tuple[str, Picture], ...]
    shapes: tuple[tuple[Figure, int], ...]
    kinds: tuple[Kind, ...]
    habitats: int
    moths: int


def box(edition: Edition) -> Box:
    """Lay out an edition that fits together."""
    parts = components(edition)
    sides: tuple[Side, ...] = ("front", "back")
    rows = parts.cards.values()
    return Box(
        sheets=tuple(
            (side, picture(parts, side, parts.sheets[side], label=f"The {side} of the sheet"))
            for side in sides
        ),
        shapes=tuple((figure(parts, row.name), row.copies) for row in edition.shapes.value),
        kinds=tuple(
            Kind(
                species.name,
                wing(parts, at),
                species.crosses,
                tuple(
                    (card_of(parts, row.key), row.copies)
                    for row in rows
                    if row.species == species.name
                ),
            )
            for at, species in enumerate(parts.species)
        ),
        habitats=len(parts.habitats),
        moths=len(parts.deck),
    )
