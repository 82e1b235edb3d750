"""A garden as it could be, to somebody who knows a part of it."""

from random import Random

from msgspec.structs import replace

from domain.games.lantern_moths.edition import DUSK
from domain.games.lantern_moths.state import State
from domain.imagining import dealt
from domain.piles import Pile


def imagine(state: State, rng: Random) -> State:
    """Return a position without unknown cards that the given one could be, drawn uniformly.

    Dusk cards lie in the deck alone: a seat that draws one shows it (night.dusk).

    :raises Unimaginable: more cards are unknown than are left.
    """
    unseen = state.unseen()
    moths = [card for card in unseen if card != DUSK]
    deck = state.deck
    if dusk := min(len(unseen) - len(moths), deck.unknown):
        deck = Pile.of((*deck.known, *[DUSK] * dusk), deck.unknown - dusk)
    piles = dealt((*state.hands, *state.lanterns, deck), moths, rng)
    seats = state.rules.seats
    faces = state.faces_left
    return replace(
        state,
        hands=tuple(piles[:seats]),
        lanterns=tuple(piles[seats : 2 * seats]),
        deck=piles[-1],
        faces_left=dealt((faces,), state.unseen_faces(), rng)[0] if faces.unknown else faces,
    )
