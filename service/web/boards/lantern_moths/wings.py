"""The wing design and the name of each card of Lantern Moths."""

from domain.games.lantern_moths.edition import DUSK, GHOST_KEY, GREY
from domain.games.lantern_moths.state import Rules

WINGS = "BREV"  # wing designs in the order of an edition's colours


def wing(rules: Rules, card: str) -> str:
    """Return the wing design of a card or a tile colour: B, R, E, V, G for a Ghost, X for grey."""
    components = rules.components
    colour = components.colour_of.get(card, card)
    if colour == GREY or colour not in {*components.colours, GHOST_KEY}:
        return "X"  # of a card that there is none of, too
    if card == components.ghost:
        return "G"
    return WINGS[list(components.colours).index(colour) % len(WINGS)]


def moth_name(rules: Rules, card: str) -> str:
    """Return a card in words: Emerald 2."""
    components = rules.components
    if card == DUSK:
        return "Dusk"
    if card not in components.values:
        return card
    colour = components.colour_of[card]
    name = "Ghost" if card == components.ghost else components.colours[colour]
    return f"{name} {components.values[card]}"
