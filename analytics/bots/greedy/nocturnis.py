"""Nocturnis by its looks: the best moth for the squares that it costs, in points."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Annotated

import msgspec

from domain.games.nocturnis.actions import Action, Discard, Draw, Exchange, Lure, Mark, TakeBonus
from domain.games.nocturnis.edition import Moth
from domain.games.nocturnis.effects import Effect
from domain.games.nocturnis.observe import observe
from domain.games.nocturnis.outcome import FOUR
from domain.games.nocturnis.shapes import Cells, Ground, Placement, placements
from domain.games.nocturnis.sheets import place
from domain.games.nocturnis.state import (
    ACTION_DRAW,
    EXCHANGED,
    DrawCards,
    State,
    fits,
    legal_marks,
)
from domain.games.nocturnis.symbols import enough

Curve = Annotated[tuple[float, ...], msgspec.Meta(min_length=1)]


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What it looks at, in points. Of a curve, the last number holds for all rooms beyond.

    :ivar square: what a free square is worth: a mark costs it.
    :ivar edge: lost with a free square beside the mark: compact marks leave room.
    :ivar lonely: lost with a free square that has at most one free neighbour.
    :ivar card: a card that an effect draws.
    :ivar shape: an extra shape.
    :ivar half: of its moth's worth, a half while the other one is not in hand.
    :ivar hurry: of its points, what drawing a card promises.
    :ivar patience: how drawing looks, with room in the hand for 1, 2, … cards.
    :ivar crowded: what a further card of an effect burdens, with room for 1, 2, … cards.
    :ivar stuck: lost when a full hand meets a shape that fits nowhere.
    :ivar trade: how an exchange looks before its cards.
    :ivar fresh: times an average card, one chosen from a new display.
    """

    square: float = 0.75
    edge: float = 0.1
    lonely: float = 0.3
    card: float = 0.3
    shape: float = 1.05
    half: float = 0.6
    hurry: float = 0.31
    patience: Curve = (-1.62, -0.76, -0.14, 0.35, 0.73)
    crowded: Curve = (1.0, 0.3, 0.0)
    stuck: float = 3.0
    trade: float = -2.59
    fresh: float = 1.3


def values(state: State, seat: int, legal: Sequence[Action], weights: Weights) -> list[float]:
    """Return how good each legal action looks to a seat, in points."""
    look = Look(state, seat, weights)
    return [
        look.mark(action.squares) if isinstance(action, Mark) else look.other(action)
        for action in legal
    ]


class Look:
    """One seat's look at a position."""

    def __init__(self, state: State, seat: int, weights: Weights) -> None:
        self.state, self.seat, self.weights = state, seat, weights
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

    def other(self, action: Action) -> float:
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

    def mark(self, squares: tuple[str, ...]) -> float:
        """Value a mark: the best moth it lures and its bonuses, less the squares it costs."""
        place, weights = self.places[squares], self.weights
        signature, guard = place.signature, self.components.guard
        look = next((w for w, needs in self.playable if enough(signature, needs, guard)), 0.0)
        bonuses = self.state.sheet(self.seat).bonuses
        if bonuses:
            look += sum(self.effect(bonuses[at]) for at in place.squares if at in bonuses)
        edge = (place.near & self.free).bit_count()
        lonely = lonely_squares(self.ground, self.marked | place.mask).bit_count() - self.lonely
        return (
            look
            - weights.square * len(place.squares)
            - weights.edge * edge
            - weights.lonely * lonely
        )

    @cached_property
    def places(self) -> dict[tuple[str, ...], Placement]:
        """The placements of the shape that is due, by the squares that a mark names."""
        shape = self.state.due_shape(self.seat)
        assert shape is not None
        return by_squares(self.ground, self.components.shapes[shape].cells)

    @cached_property
    def playable(self) -> list[tuple[float, int]]:
        """Worth and needs of the moths of which the hand holds every card and the sheet has a
        cross left, the best first.
        """
        held = set(self.hand)
        moths = [m for m in self.components.moths if held.issuperset(m.cards) and self.room(m) > 0]
        return sorted(((self.worth(moth), moth.needs) for moth in moths), reverse=True)

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
            return self.weights.shape if fits(self.ground, cells, self.marked) else 0.0
        room = self.components.hand_limit - len(self.hand)
        return effect.points + self.weights.card * min(effect.draw, max(room, 0))

    def fit(self, card: str) -> float:
        """Value a card by its moth, the chance that a habitat still fits it, and its other half."""
        if card not in self.fits:
            moth = self.components.moth_of[card]
            fit = self.worth(moth) * self.chance(moth) if self.room(moth) > 0 else 0.0
            missing = [c for c in moth.cards if c != card and c not in self.hand]
            self.fits[card] = self.weights.half * fit if missing else fit
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
        weights = self.weights
        look = weights.hurry * (self.fit(card) if card else self.average)
        if top is None:
            look += weights.patience[min(room, len(weights.patience)) - 1]
        elif isinstance(top, DrawCards) and top.optional:
            look -= weights.crowded[min(room, len(weights.crowded)) - 1]
        if room <= (ACTION_DRAW if top is None else 1):
            look -= weights.stuck * self.misfit()
        return look

    @cached_property
    def average(self) -> float:
        """What the top card of the stack is worth, by all that it could be to this seat."""
        state = self.state
        unseen = observe(state, self.seat).unseen() if len(state.stack) else state.discards
        return sum(map(self.fit, unseen)) / max(len(unseen), 1)

    def misfit(self) -> float:
        """Return the part of the habitat cards that fit nowhere any more."""
        habitats = self.components.habitats
        return sum(not self.symbols(shape) for shape in habitats) / len(habitats)

    def exchange(self, refresh: bool) -> float:
        """Value an exchange by the two cards that it brings and the two that go."""
        weights, average = self.weights, self.average
        dropped = sum(sorted(map(self.fit, self.hand))[:EXCHANGED])
        shown = sorted(map(self.fit, self.state.display))[-EXCHANGED:]
        brought = sum(max(fit, average) for fit in shown)
        if refresh:
            brought = EXCHANGED * weights.fresh * average
        return weights.trade + weights.hurry * (brought - dropped)


@lru_cache(maxsize=1024)
def by_squares(ground: Ground, cells: Cells) -> dict[tuple[str, ...], Placement]:
    """Map the squares that a mark names to the placement of a shape there."""
    width, height = ground.width, ground.height
    return {
        tuple(place(at % width, at // width, height) for at in p.squares): p
        for p in placements(ground, cells)
    }


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
