"""Nocturnis, greedily: the best moth for the squares that it costs, in points."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from random import Random
from typing import Any

from analytics.bots.bot import View
from domain.game import Game
from domain.games.nocturnis.actions import (
    Action,
    Discard,
    Draw,
    Exchange,
    Lure,
    Mark,
    TakeBonus,
)
from domain.games.nocturnis.edition import Moth
from domain.games.nocturnis.effects import Effect
from domain.games.nocturnis.legal import mark_actions
from domain.games.nocturnis.outcome import FOUR
from domain.games.nocturnis.shapes import Cells, Ground, Placement
from domain.games.nocturnis.state import (
    ACTION_DRAW,
    EXCHANGED,
    DrawCards,
    State,
    fits,
    legal_marks,
)
from domain.games.nocturnis.symbols import enough

SQUARE = 0.75  # points that a free square is worth
EDGE = 0.1  # lost with a free square beside the mark: compact marks leave room
LONELY = 0.3  # lost with a free square that has at most one free neighbour
CARD = 0.3  # points of a card that an effect draws
SHAPE = 1.05  # points of an extra shape
HALF = 0.6  # of its moth's worth, a half while the other one is not in hand
HURRY = 0.31  # of its points, what drawing a card promises
PATIENCE = (-1.62, -0.76, -0.14, 0.35, 0.73)  # how drawing looks with room for 1, 2, … cards
CROWDED = (1.0, 0.3, 0.0)  # how a further card of an effect burdens, with room for 1, 2, … cards
STUCK = 3.0  # lost when a full hand meets a shape that fits nowhere
TRADE = -2.59  # how an exchange looks before its cards
FRESH = 1.3  # times an average card, one chosen from a new display


def choose(game: Game, view: View, legal: Sequence[Any], rng: Random) -> Action:
    """Take the action that looks best; the first one of equals."""
    if len(legal) == 1:
        action: Action = legal[0]
        return action
    return Chooser(view(), legal[0].seat).best(legal)


class Chooser:
    """One seat's look at a position."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.components = state.rules.components
        self.ground = state.sheet(seat).ground
        self.marked = state.gardens[seat].marked
        self.hand = state.hands[seat].known
        lured = Counter(
            self.components.moth_of[one.cards[0]].species for one in state.gardens[seat].lured
        )
        self.lured = [lured[n] for n in range(len(self.components.species))]
        self.free = edges(self.ground)[0] & ~self.marked
        self.fits: dict[str, float] = {}
        self.lonely = lonely_squares(self.ground, self.marked).bit_count()

    def best(self, legal: Sequence[Action]) -> Action:
        """Return the best-looking action."""
        found: list[tuple[float, Action]] = [
            (self.look(action), action) for action in legal if not isinstance(action, Mark)
        ]
        if len(found) < len(legal):
            found.append(self.best_mark())
        return max(found, key=itemgetter(0))[1]

    def look(self, action: Action) -> float:
        """Value an action other than a mark, in points."""
        match action:
            case Lure(_, cards):
                return self.worth(self.components.moth_of[cards[0]])
            case Draw(_, card):
                return self.draw(card)
            case TakeBonus(_, square):
                sheet = self.state.sheet(self.seat)
                return self.effect(sheet.bonuses[sheet.numbers[square]])
            case Discard(_, cards):
                return -sum(self.fit(card) for card in cards)
            case Exchange(_, refresh):
                return self.exchange(refresh)
        return 0.0  # to stop drawing, or to lure nothing

    # --- marks

    def best_mark(self) -> tuple[float, Action]:
        """Return how good the best place looks for the shape that is due, and the mark there."""
        shape = self.state.due_shape(self.seat)
        assert shape is not None
        moths = [(self.worth(moth), moth.needs) for moth in self.playable()]
        moths.sort(reverse=True)
        places = [(self.mark(p, moths), p.mask) for p in self.state.marks(self.seat, shape)]
        look, mask = max(places, key=itemgetter(0))
        cells = self.components.shapes[shape].cells
        return look, mark_actions(self.ground, cells, self.seat)[mask]

    def mark(self, place: Placement, moths: list[tuple[float, int]]) -> float:
        """Value a mark: the best moth it lures and its bonuses, less the squares it costs."""
        guard = self.components.guard
        look = next((w for w, needs in moths if enough(place.signature, needs, guard)), 0.0)
        bonuses = self.state.sheet(self.seat).bonuses
        if bonuses:
            look += sum(self.effect(bonuses[at]) for at in place.squares if at in bonuses)
        edge = (place.near & self.free).bit_count()
        lonely = lonely_squares(self.ground, self.marked | place.mask).bit_count() - self.lonely
        return look - SQUARE * len(place.squares) - EDGE * edge - LONELY * lonely

    def playable(self) -> list[Moth]:
        """List the moths of which the hand holds every card and the sheet has a cross left."""
        held = set(self.hand)
        return [m for m in self.components.moths if held.issuperset(m.cards) and self.room(m) > 0]

    # --- moths and cards

    def room(self, moth: Moth) -> int:
        """Count the crosses left for a moth."""
        return self.components.species[moth.species].crosses - self.lured[moth.species]

    def worth(self, moth: Moth) -> float:
        """Value a lure: points, effect, and its part of the bonuses for every species and four."""
        components, there = self.components, self.lured[moth.species]
        worth = moth.points + self.effect(moth.effect)
        if there == 0:
            worth += components.every_species / self.lured.count(0)
        elif there == 1:
            worth += components.every_species_twice / sum(n < 2 for n in self.lured)
        elif there == FOUR - 1:
            worth += components.fourth_lure
        return worth

    def effect(self, effect: Effect) -> float:
        """Value an effect as things stand."""
        if effect.shape:
            cells = self.components.shapes[effect.shape].cells
            return SHAPE if fits(self.ground, cells, self.marked) else 0.0
        room = self.components.hand_limit - len(self.hand)
        return effect.points + CARD * min(effect.draw, max(room, 0))

    def fit(self, card: str) -> float:
        """Value a card by its moth, the chance that a habitat still fits it, and its other half."""
        if card not in self.fits:
            moth = self.components.moth_of[card]
            fit = self.worth(moth) * self.chance(moth) if self.room(moth) > 0 else 0.0
            missing = [c for c in moth.cards if c != card and c not in self.hand]
            self.fits[card] = HALF * fit if missing else fit
        return self.fits[card]

    def chance(self, moth: Moth) -> float:
        """Return the part of the habitat cards that could lure a moth somewhere on the sheet."""
        components, habitats = self.components, self.components.habitats
        hits = sum(
            any(enough(s, moth.needs, components.guard) for s in self.symbols(shape))
            for shape in habitats
        )
        return hits / len(habitats)

    def symbols(self, shape: str) -> frozenset[int]:
        """Return every set of symbols that a shape could cover now."""
        return reach(self.ground, self.components.shapes[shape].cells, self.marked)

    # --- drawing

    def draw(self, card: str | None) -> float:
        """Value drawing a card: what it promises, less what a fuller hand costs."""
        top = self.state.top(self.seat)
        room = max(self.components.hand_limit - len(self.hand), 1)
        look = HURRY * (self.fit(card) if card else self.average())
        if top is None:
            look += PATIENCE[min(room, len(PATIENCE)) - 1]
        elif isinstance(top, DrawCards) and top.optional:
            look -= CROWDED[min(room, len(CROWDED)) - 1]
        if room <= (ACTION_DRAW if top is None else 1):
            look -= STUCK * self.misfit()
        return look

    def average(self) -> float:
        """Value the top card of the stack by all that it could be."""
        unseen = self.state.unseen() if len(self.state.stack) else self.state.discards
        return sum(map(self.fit, unseen)) / max(len(unseen), 1)

    def misfit(self) -> float:
        """Return the part of the habitat cards that fit nowhere any more."""
        habitats = self.components.habitats
        return sum(not self.symbols(shape) for shape in habitats) / len(habitats)

    def exchange(self, refresh: bool) -> float:
        """Value an exchange by the two cards that it brings and the two that go."""
        dropped = sum(sorted(map(self.fit, self.hand))[:EXCHANGED])
        average = self.average()
        shown = sorted(map(self.fit, self.state.display))[-EXCHANGED:]
        brought = sum(max(fit, average) for fit in shown)
        if refresh:
            brought = EXCHANGED * FRESH * average
        return TRADE + HURRY * (brought - dropped)


@lru_cache(maxsize=4096)
def reach(ground: Ground, cells: Cells, marked: int) -> frozenset[int]:
    """Return the symbols, packed, of every place where a shape can be marked."""
    return frozenset(place.signature for place in legal_marks(ground, cells, marked))


@lru_cache(maxsize=64)
def edges(ground: Ground) -> tuple[int, int, int]:
    """Return all squares, and those not in the leftmost and not in the rightmost column."""
    width, height = ground.width, ground.height
    every = (1 << width * height) - 1
    left = sum(1 << row * width for row in range(height))
    return every & ~ground.empty, every & ~left, every & ~(left << width - 1)


def lonely_squares(ground: Ground, marked: int) -> int:
    """Return, as bits, the free squares with at most one free square beside them."""
    every, not_left, not_right = edges(ground)
    free = every & ~marked
    above, below = free >> ground.width, free << ground.width
    before, after = (free & not_right) << 1, (free & not_left) >> 1
    two = above & below | before & after | (above | below) & (before | after)
    return free & ~two
