"""A rough idea of how people play Lantern Moths, for demo sessions only."""

from math import exp
from random import Random
from typing import Any

from domain.game import Game
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from domain.games.lantern_moths.state import HAND, PLACE, State

COOL = 0.55  # the lower, the more often the best-looking action is chosen


def choose(game: Game, state: Any, rng: Random) -> Any:
    """Pick a legal action, better-looking ones more often; looks at the seat's own cards only."""
    legal = list(game.legal_actions(state))
    looks = [_look(state, action) for action in legal]
    best = max(looks)
    return rng.choices(legal, [exp((look - best) / COOL) for look in looks])[0]


def _look(state: State, action: Any) -> float:
    seat, values = action.seat, state.rules.components.values
    match action:
        case Draw():
            return 1.6 if len(state.hands[seat]) < HAND else 0.4
        case Flip():
            return 0.6 + 0.22 * state.faces.count(None)
        case Light(_, tile):
            place = PLACE[tile]
            worth = sum(values[card] for card in state.moths[place])
            if state.ghost_blocks(place):
                return -1.0
            if state.wicks[place]:
                return 0.45 * worth - 0.6
            return 1.1 * worth - (0.8 if state.actions_done == 0 else 0.2)
        case Plant(_, card, tile):
            place = PLACE[tile]
            return _plant_look(state, seat, card, place, values[card])
    raise TypeError(action)


def _plant_look(state: State, seat: int, card: str, place: int, value: int) -> float:
    mine = seat in state.wicks[place]
    others = [s for s in state.wicks[place] if s != seat]
    worth = sum(state.rules.components.values[c] for c in state.moths[place])
    if card == state.rules.components.ghost:
        return 0.55 * worth if others and not mine else -0.4
    if mine:
        return 1.3 + value - 1.5 * len(others)
    if others:
        return -0.5 - value
    return 0.5 + 0.35 * worth + (0.3 * value if state.actions_done == 0 else 0)
