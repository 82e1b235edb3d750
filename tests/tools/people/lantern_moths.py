"""A rough idea of how people play Lantern Moths, and what they say about it."""

from datetime import UTC, datetime
from math import exp
from random import Random
from typing import Any

from domain.game import Game
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from domain.games.lantern_moths.state import HAND, PLACE, State
from tests.tools.people.people import People, Plan

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


GROUPS = (
    ("Ada", "Ben", "Cleo", "Dov"),
    ("Mira", "Tom", "Jun", "Esther"),
    ("Ida", "Noor", "Pavel", "Lotte"),
)
TITLES = (
    "Thursday garden",
    "Attic night",
    "Long table",
    "Rain delay",
    "Before supper",
    "After the talk",
    "Two candles",
    "Late train",
    "Window seat",
    "Borrowed lamp",
    "Quiet corner",
    "First frost",
    "Power cut",
)
NOTES = (
    ("Lit only to stop the neighbour. Mean, and fun.", ("contest",)),
    ("Asked whether the Ghost still blocks next round.", ("ghost", "rules")),
    ("Waiting for a fourth card of one colour; nothing came.", ()),
    ("Everybody looked at the Dusk cards and went quiet.", ("dusk",)),
    ("Forgot that a wick comes back on its own.", ("rules",)),
    ("Planted for the neighbour, on purpose.", ()),
    ("Counted the deck out loud.", ()),
    ("Would like to see the lanterns.", ("feedback",)),
)
AFTERTHOUGHTS = (
    ("Would play again at once. Three is the right number.", ("feedback",)),
    ("The last round came too suddenly.", ("feedback", "dusk")),
    ("Too much luck in the refill for this table.", ("feedback",)),
    ("The sets decided it; nobody watched them.", ("feedback",)),
)


def plans() -> list[Plan]:
    """List the sessions: mostly three seats and defaults, as designers test."""
    usual = [Plan(3, {})] * 24 + [Plan(2, {})] * 5 + [Plan(4, {})] * 3
    return [
        *usual[:9],
        Plan(3, {"ghost_blocks": "while_present"}),
        *usual[9:16],
        Plan(3, {}, ends="abandoned"),
        *usual[16:26],
        Plan(3, {"fourth_dusk_in_refill": "one_more_round"}, prototype="v4 long night"),
        Plan(3, {"fourth_dusk_in_refill": "one_more_round"}, prototype="v4 long night"),
        *usual[26:],
        Plan(4, {}, ends="abandoned"),
        Plan(3, {}, ends="live"),
    ]


PEOPLE = People(
    choose=choose,
    plans=plans(),
    groups=GROUPS,
    titles=TITLES,
    notes=NOTES,
    afterthoughts=AFTERTHOUGHTS,
    since=datetime(2026, 8, 6, 18, 40, tzinfo=UTC),
    guessed={4: ("Noor", "Pavel", "Tom"), 21: ("Ada",)},
    branched=(4,),
)
