"""The wing design of each species of Nocturnis, and its cards in words."""

from domain.games.nocturnis.edition import CardRow, Components

WINGS = "EGLBRVA"  # designs in the order of an edition's species
GENERIC = "back"


def wing(components: Components, species: int) -> str:
    """Return the id of a species' drawing; an eighth species and more have a plain one."""
    return f"m{WINGS[species]}" if species < len(WINGS) else GENERIC


def wing_of(components: Components, card: str) -> str:
    """Return the id of a card's drawing."""
    moth = components.moth_of.get(card)
    return wing(components, moth.species) if moth else GENERIC


def name_of(row: CardRow) -> str:
    """Return a card in words: Atlas, left half."""
    return f"{row.species}, {row.half} half" if row.half else row.species
