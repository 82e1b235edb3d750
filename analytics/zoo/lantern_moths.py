"""Lantern Moths for an agent: every action, and what a seat sees in numbers."""

from collections.abc import Iterator

from analytics.zoo.parts import Parts, around, counts, one_of
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.edition import GARDEN, GREY
from domain.games.lantern_moths.state import ACTIONS, Rules, State


def actions(rules: Rules) -> Iterator[Action]:
    """Yield both draws, every card on every tile, a wick beside every tile, every flip."""
    yield Draw(0, "deck")
    yield Draw(0, "discard")
    for card in dict.fromkeys(rules.components.moths):
        yield from (Plant(0, card, tile) for tile in GARDEN)
    yield from (Light(0, tile) for tile in GARDEN)
    yield from (Flip(0, tile) for tile in GARDEN)


def look(state: State, seat: int) -> Parts:
    """Return an observation in numbers; seats go round from the one that looks."""
    components, order = state.rules.components, around(seat, state.rules.seats)
    kinds, faces = tuple(dict.fromkeys(components.moths)), (*components.colours, GREY)
    turn = state.turn_seat
    return {
        "hand": counts(state.hands[seat].known, kinds),
        "hands": [len(state.hands[s]) for s in order],
        "lantern": counts(state.lanterns[seat].known, kinds),
        "lanterns": [len(state.lanterns[s]) for s in order],
        "discard": counts(state.discard, kinds),
        "top": one_of(state.discard[-1] if state.discard else None, kinds),
        "faces": [n for face in state.faces for n in one_of(face, faces)],
        "moths": [n for moths in state.moths for n in counts(moths, kinds)],
        "wicks": [int(s in wicks) for wicks in state.wicks for s in order],
        "fresh_ghosts": [int(place in state.fresh_ghosts) for place in range(len(GARDEN))],
        "start": one_of(state.start, order),
        "turn": one_of(turn, order),
        "actions_left": [0 if turn is None else ACTIONS - state.actions_done],
        "lit": [int(state.lit)],
        "deck": [len(state.deck)],
        "dusk": [len(state.dusk), state.dusk_aside],
        "round": [state.round, state.last_round or 0],
    }
