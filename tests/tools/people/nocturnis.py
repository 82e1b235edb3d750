"""A rough idea of how people play Nocturnis, and what they say about it."""

from datetime import UTC, datetime
from math import exp
from random import Random
from typing import Any

from domain.game import Game
from domain.games.nocturnis.actions import (
    Discard,
    Draw,
    Exchange,
    Lure,
    LureNone,
    Mark,
    StopDrawing,
    TakeBonus,
)
from domain.games.nocturnis.shapes import Placement
from domain.games.nocturnis.state import State
from domain.games.nocturnis.symbols import enough
from tests.tools.people.people import People, Plan

COOL = 0.4  # the lower, the more often the best-looking action is chosen
DRAWING = (1.3, 1.0, 0.6, 0.0, -1.0)  # how drawing looks, by cards in hand


def choose(game: Game, state: Any, rng: Random) -> Any:
    """Pick a legal action of a seat that the table waits for, one within its action first;
    better-looking ones more often; looks at the seat's own cards only.
    """
    waiting = game.to_act(state)
    seat = rng.choice([s for s in waiting if state.tasks[s]] or waiting)
    seen = game.observe(state, seat)
    legal = list(game.legal_actions(seen, seat))
    marks = [action for action in legal if isinstance(action, Mark)]
    found = [(_look(seen, action), action) for action in legal if not isinstance(action, Mark)]
    if marks:
        places = seen.marks(seat, seen.due_shape(seat))
        looks = [_mark(seen, seat, place) for place in places]
        found.append(_pick(list(zip(looks, marks, strict=True)), rng))
    return _pick(found, rng)[1]


def _pick(found: list[tuple[float, Any]], rng: Random) -> tuple[float, Any]:
    best = max(look for look, _ in found)
    return rng.choices(found, [exp((look - best) / COOL) for look, _ in found])[0]


def _mark(state: State, seat: int, place: Placement) -> float:
    """Value a place: its best moth, its bonuses, and few squares in the open."""
    components, held = state.rules.components, set(state.hands[seat].known)
    worths = [
        _worth(state, seat, moth.cards[0])
        for moth in components.moths
        if held.issuperset(moth.cards) and enough(place.signature, moth.needs, components.guard)
    ]
    bonuses = state.sheet(seat).bonuses
    taken = sum(at in bonuses for at in place.squares)
    open_ = (place.near & ~state.gardens[seat].marked).bit_count()
    return max(worths, default=0.0) + 1.5 * taken - 0.5 * len(place.squares) - 0.12 * open_


def _look(state: State, action: Any) -> float:
    hand = len(state.hands[action.seat])
    match action:
        case Lure(seat, cards):
            return 2 + _worth(state, seat, cards[0])
        case LureNone():
            return 0.0
        case Draw(seat, card):
            wanted = 0.3 * _worth(state, seat, card) if card else 0.5
            return wanted + (0 if state.tasks[seat] else DRAWING[min(hand, 4)])
        case StopDrawing():
            return 0.8 if hand >= 4 else -1.0
        case TakeBonus():
            return 0.0
        case Discard(seat, cards):
            return -0.5 * sum(_worth(state, seat, card) for card in cards)
        case Exchange():
            return -1.6 if hand >= 4 else -3.5
    raise TypeError(action)


def _worth(state: State, seat: int, card: str) -> float:
    components = state.rules.components
    moth = components.moth_of[card]
    if not state.crosses_left(seat, moth):
        return 0.0
    effect = moth.effect
    return moth.points + effect.points + 0.3 * effect.draw + 1.2 * bool(effect.shape)


GROUPS = (
    ("Esther", "Jun", "Mira", "Tom"),
    ("Lotte", "Ada", "Pavel", "Ben"),
    ("Noor", "Ida", "Cleo", "Dov"),
)
TITLES = (
    "Kitchen garden",
    "Late lamp",
    "Warm night",
    "Back fence",
    "Open window",
    "New moon",
    "Pencil and tea",
    "Rain outside",
    "Quiet hour",
    "Long dusk",
)
NOTES = (
    ("Turned the sheet round to see whether the shape fits.", ("sheet",)),
    ("Kept the left half all evening. The right one never came.", ("atlas",)),
    ("Asked whether a bonus counts before the moth.", ("rules", "bonus")),
    ("Full hand, and then the long shape.", ("hand",)),
    ("Wants to know which moths are how often in the stack.", ("feedback",)),
    ("Everybody marked at the same time; nobody waited.", ("pace",)),
    ("Marked a corner only to keep the middle open.", ()),
)
AFTERTHOUGHTS = (
    ("The exchange is worth its point only late.", ("feedback", "exchange")),
    ("Two symbols or three makes all the difference.", ("feedback",)),
    ("Would play the back next time.", ("feedback", "sheet")),
)


def plans() -> list[Plan]:
    """List the sessions: evenings alone, and three at a table, some with the back."""
    alone, three = Plan(1, {}, prototype="pencil"), Plan(3, {}, prototype="pencil")
    behind = Plan(1, {"sheet": "back"}, prototype="pencil")
    return [
        *(alone, three, alone, behind, three),
        Plan(3, {"sheet": "front,back,front"}, prototype="pencil"),
        *(alone, behind, three, alone),
        Plan(3, {"sheet": "back", "effect_draw_limit": "unlimited"}, prototype="pencil"),
        *(alone, three, behind),
        Plan(1, {}, ends="abandoned", prototype="pencil"),
        *(three, alone),
        Plan(3, {"sheet": "back"}, ends="live", prototype="pencil"),
    ]


PEOPLE = People(
    choose=choose,
    plans=plans(),
    groups=GROUPS,
    titles=TITLES,
    notes=NOTES,
    afterthoughts=AFTERTHOUGHTS,
    since=datetime(2026, 10, 1, 20, 5, tzinfo=UTC),
    guessed={0: ("Lotte",)},
    thinking=2.3,
    short=24,
)
