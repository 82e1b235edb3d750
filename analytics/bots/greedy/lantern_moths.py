"""Lantern Moths by its looks: what the two actions of a turn bring home, and what others get."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from domain.games.lantern_moths.actions import Action, Flip, Light, Plant
from domain.games.lantern_moths.edition import GREY
from domain.games.lantern_moths.outcome import SET, SET_POINTS
from domain.games.lantern_moths.state import ACTIONS, HAND, PLACE, State


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What it looks at, in points.

    :ivar one: a colour of which the lantern holds one moth towards the next set.
    :ivar two: a colour of which it holds two.
    :ivar wild: a Ghost that counts as any colour, under its option.
    :ivar tie: a moth that is no Ghost, since more moths break ties and more Ghosts lose them.
    :ivar share: a moth in another seat's lantern, for the sets there that nobody sees.
    :ivar deny: times what another seat would get: to prevent it; shared by the other seats.
    :ivar risk: how likely a seat still to come spoils a lit tile, for each point that lies there.
    :ivar stay: how likely moths left on a tile come home next time; by every turn before it again.
    :ivar hold: of a moth's worth, what planting it where it is not taken home costs.
    :ivar card: a card drawn beyond what the refill would bring.
    :ivar homeless: to a draw, a card of the hand that no face-up tile takes.
    :ivar open: a tile turned up.
    :ivar fit: to that, a card that no face-up tile takes, if this one does.
    :ivar hurry: a card that leaves the deck, now or in the refill.
    """

    one: float = 0.5
    two: float = 2.0
    wild: float = 1.5
    tie: float = 0.05
    share: float = 1.0
    deny: float = 0.4
    risk: float = 0.02
    stay: float = 0.6
    hold: float = 0.1
    card: float = 0.0
    homeless: float = 0.1
    open: float = 0.3
    fit: float = 1.0
    hurry: float = 0.0


def values(state: State, seat: int, legal: Sequence[Action], weights: Weights) -> list[float]:
    """Return how good each legal action looks to a seat, in points.

    The first action of a turn is valued with the best second one that goes with it.
    """
    look = Look(state, seat, weights)
    return [look.action(action) for action in legal]


class Tile(NamedTuple):
    """A face-up tile as it stands.

    :ivar mine: its moths beside the own lantern, in points; ``theirs`` beside another one.
    :ivar safe: how likely nobody who is still to come spoils a wick there.
    :ivar light: what the own wick there is worth.
    """

    mine: float
    theirs: float
    safe: float
    light: float


NO_MOTHS = Tile(0.0, 0.0, 1.0, 0.0)


class Look:
    """One seat's look at a position: its own hand and lantern, and what lies open."""

    def __init__(self, state: State, seat: int, weights: Weights) -> None:
        self.state, self.seat, self.weights = state, seat, weights
        rules = state.rules
        self.components, self.ghost = rules.components, rules.components.ghost
        self.colour_of, self.printed = self.components.colour_of, self.components.values
        self.hand = state.hands[seat].known
        self.lantern = [self.colour_of[card] for card in state.lanterns[seat].known]
        self.steps = (weights.one, weights.two - weights.one, SET_POINTS - weights.two)
        self.alone: dict[str, float] = {}
        wild = weights.wild if rules.options.ghost_in_sets == "any_colour" else 0.0
        self.ghost_worth = self.components.ghost_points + wild
        self.last = state.last_round == state.round
        turn, seats = state.turns_done, rules.seats
        self.later = seats - 1 - turn
        self.deny = weights.deny / (seats - 1)
        kept = weights.stay ** (1 + self.later + (turn - 1) % seats)
        self.leave = 0.0 if self.last else kept - (1 - kept) * self.deny
        self.hold = 0.0 if self.last else weights.hold
        self.tiles = {place: self.tile(place) for place, face in enumerate(state.faces) if face}
        self.first = state.actions_done + 1 < ACTIONS
        self.then = 0.0
        if self.first and not state.lit:
            self.then = max([tile.light for tile in self.tiles.values()], default=0.0)

    def action(self, action: Action) -> float:
        """Value an action, with what may follow in the same turn."""
        if isinstance(action, Plant):
            return self.then + self.plant(action.card, PLACE[action.tile])
        if isinstance(action, Light):
            place = PLACE[action.tile]
            look = self.tiles[place].light
            return look + max(self.best_gift(place), self.idle) if self.first else look
        if isinstance(action, Flip):
            return self.then + self.flip
        top = self.state.discard[-1] if action.source == "discard" else None
        return self.then + self.draw(top)

    # --- moths

    def mine(self, card: str, already: Sequence[str] = ()) -> float:
        """Value a moth beside the own lantern after those already on the way: printed, and
        towards sets.
        """
        if card == self.ghost:
            return self.ghost_worth
        colour_of = self.colour_of
        colour = colour_of[card]
        there = self.lantern.count(colour)
        for other in already:
            there += colour_of[other] == colour
        return self.printed[card] + self.weights.tie + self.steps[there % SET]

    def theirs(self, card: str) -> float:
        """Value a moth beside another seat's lantern."""
        return self.ghost_worth if card == self.ghost else self.printed[card] + self.weights.share

    def tile(self, place: int) -> Tile:
        """Look at a face-up tile: who would get its moths, and what a wick changes."""
        state = self.state
        moths, wicks = state.moths[place], state.wicks[place]
        if not moths:
            return NO_MOTHS
        mine = sum([self.mine(card, moths[:at]) for at, card in enumerate(moths)])
        theirs = sum(map(self.theirs, moths))
        safe = max(1 + self.weights.risk * theirs, 1.0) ** -self.later
        if state.ghost_blocks(place) or len(wicks) > 1:
            light = 0.0
        elif wicks and wicks[0] != self.seat:
            light = self.deny * theirs + self.leave * mine
        else:
            light = mine * safe
        return Tile(mine, theirs, safe, light)

    # --- plants

    def plant(self, card: str, place: int) -> float:
        """Value a moth by who takes the tile, beyond the best wick that can be lit after it."""
        state, tile = self.state, self.tiles[place]
        wicks = state.wicks[place]
        hurry = self.weights.hurry if len(self.hand) <= HAND else 0.0
        if len(wicks) > 1 or state.ghost_blocks(place):
            return self.left(card) + hurry
        if not wicks:
            look = self.left(card)
            if self.first and not state.lit:
                look = max(look, tile.light + self.gift(card, place) - self.then)
            return look + hurry
        if wicks[0] == self.seat:
            return self.gift(card, place) + hurry
        if card == self.ghost:
            return self.deny * tile.theirs + self.leave * tile.mine + self.left(card) + hurry
        return -self.deny * self.theirs(card) - self.hold * self.mine(card) + hurry

    def gift(self, card: str, place: int) -> float:
        """Value a moth on a tile at which only the own wick burns."""
        tile = self.tiles[place]
        if card == self.ghost:
            return self.left(card) + self.leave * tile.mine - tile.light
        return tile.safe * self.mine(card, self.state.moths[place])

    def best_gift(self, place: int) -> float:
        """Return the best moth of the hand for a tile after it is lit; 0 if there is none."""
        state = self.state
        if state.wicks[place] or state.ghost_blocks(place):
            return 0.0
        gifts = [
            self.gift(card, place)
            for card in set(self.hand)
            if state.accepts(card, place) and state.has_room(card, place)
        ]
        return max(gifts, default=0.0)

    def left(self, card: str) -> float:
        """Value a moth that stays on its tile after this round."""
        if card not in self.alone:
            self.alone[card] = (self.leave - self.hold) * self.mine(card)
        return self.alone[card]

    # --- cards and tiles

    @cached_property
    def homeless(self) -> list[str]:
        """The colours of the cards in hand that no face-up tile takes."""
        faces = set(self.state.faces)
        colours = [] if GREY in faces else [self.colour_of[c] for c in self.hand if c != self.ghost]
        return [colour for colour in colours if colour not in faces]

    def draw(self, card: str | None) -> float:
        """Value a card drawn: beyond the refill, and where others fit nowhere."""
        weights = self.weights
        extra = weights.card if len(self.hand) >= HAND and not self.last else 0.0
        look = extra + weights.homeless * len(self.homeless)
        return look + (self.hold * self.mine(card) if card else weights.hurry)

    @cached_property
    def flip(self) -> float:
        """How turning a tile up looks: by the cards of the hand that wait for its colour."""
        if self.last and not self.first:
            return 0.0
        faces = self.state.unseen_faces()
        hits = sum([face in (GREY, colour) for colour in self.homeless for face in faces])
        return self.weights.open + self.weights.fit * hits / max(len(faces), 1)

    @cached_property
    def idle(self) -> float:
        """The better of drawing and turning a tile up."""
        draw = self.draw(None) if len(self.state.deck) else 0.0
        return max(draw, self.flip) if None in self.state.faces else draw
