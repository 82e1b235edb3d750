"""One position of Lantern Moths: the full truth, a seat's view or a table's log, in one type."""

from collections import Counter
from functools import lru_cache

import msgspec

from domain.games.lantern_moths.edition import DUSK, GARDEN, GREY, Components
from domain.games.lantern_moths.events import Ending
from domain.games.lantern_moths.options import Options
from domain.piles import EMPTY, Pile

HAND = 5  # setup.deal, end.refill
TILE_LIMIT = 3  # turn.plant.full
ACTIONS = 2  # turn.two-actions
FOURTH = 4  # night.fourth
DUSK_AFTER_ROUND = 2  # night.dusk-in

PLACE = {name: i for i, name in enumerate(GARDEN)}


class Rules(msgspec.Struct, frozen=True):
    """What stays the same for a whole game: components, option values, number of seats."""

    components: Components
    options: Options
    seats: int


class State(msgspec.Struct, frozen=True, gc=False):
    """A position. Tuples over the garden follow :data:`GARDEN`; a face of ``None`` lies down."""

    rules: Rules
    hands: tuple[Pile, ...]
    lanterns: tuple[Pile, ...]
    deck: Pile
    faces_left: Pile
    discard: tuple[str, ...] = ()
    faces: tuple[str | None, ...] = (None,) * 9
    moths: tuple[tuple[str, ...], ...] = ((),) * 9
    wicks: tuple[tuple[int, ...], ...] = ((),) * 9
    fresh_ghosts: tuple[int, ...] = ()
    dusk: tuple[int, ...] = ()
    dusk_aside: int = 0
    rounds_done: int = 0
    start: int = 0
    turns_done: int = 0
    actions_done: int = 0
    lit: bool = False
    drawing: bool = False
    last_round: int | None = None
    ending: Ending | None = None
    ended: bool = False

    @property
    def round(self) -> int:
        """The current round, counted from 1; after the end, the last one played."""
        current, last = self.rounds_done + 1, self.last_round
        return current if last is None or current <= last else last

    @property
    def in_turns(self) -> bool:
        """Whether seats are taking their turns, as opposed to the end of a round or the game."""
        return self.turn_seat is not None

    @property
    def night_over(self) -> bool:
        """Whether the last round has been played to its end."""
        return self.last_round is not None and self.rounds_done >= self.last_round

    @property
    def turn_seat(self) -> int | None:
        """The seat whose turn it is, or ``None``."""
        seats, last, done = self.rules.seats, self.last_round, self.turns_done
        if done >= seats or self.ended or (last is not None and self.rounds_done >= last):
            return None
        return (self.start + done) % seats

    @property
    def chooser(self) -> int | None:
        """The seat that has to choose; ``None`` while events still follow by themselves: a Dusk
        card is being replaced, or the Dusk cards are about to go into the deck.
        """
        if self.drawing or (self.dusk_aside and self.rounds_done >= DUSK_AFTER_ROUND):
            return None
        return self.turn_seat

    def position(self) -> str:
        """Say where in the game this is, for error messages."""
        if self.ended:
            return f"after the end, round {self.round}"
        seat = self.turn_seat
        if seat is None:
            return f"round {self.round}, end of round"
        return f"round {self.round}, turn of seat {'ABCD'[seat]}, action {self.actions_done + 1}"

    def accepts(self, card: str, place: int) -> bool:
        """Whether the tile's colour admits the card (turn.plant.colour, turn.plant.ghost)."""
        face = self.faces[place]
        components = self.rules.components
        return card == components.ghost or face == GREY or face == components.colour_of.get(card)

    def has_room(self, card: str, place: int) -> bool:
        """Whether one more card fits on the tile (turn.plant.full, question 4)."""
        if len(self.moths[place]) < TILE_LIMIT:
            return True
        rules = self.rules
        return card == rules.components.ghost and rules.options.ghost_on_full_tile == "yes"

    def can_flip(self, place: int) -> bool:
        """Whether a face-down tile lies next to a face-up one (turn.flip.adjacent, question 1)."""
        flippable = layout(self.faces, self.rules.options.flip_adjacency).flippable
        return bool(flippable >> place & 1)

    def ghost_blocks(self, place: int) -> bool:
        """Whether a Ghost stops the wicks beside the tile (end.ghost and its option)."""
        if self.rules.options.ghost_blocks == "planted_round":
            return place in self.fresh_ghosts
        return self.rules.components.ghost in self.moths[place]

    def unseen(self) -> list[str]:
        """List, sorted, every card that an unknown one could still be."""
        left = Counter(self.rules.components.moths)
        left[DUSK] = self.rules.components.dusk - self.dusk_aside - len(self.dusk)
        for pile in (*self.hands, *self.lanterns, self.deck):
            left.subtract(pile.known)
        left.subtract(self.discard)
        for moths in self.moths:
            left.subtract(moths)
        return sorted((+left).elements())

    def unseen_faces(self) -> list[str]:
        """List, sorted, every tile colour that a face-down tile could still show."""
        left = Counter(self.rules.components.tiles)
        left.subtract(face for face in self.faces if face)
        return sorted((+left).elements())

    def holdable(self, seat: int) -> tuple[str, ...]:
        """List the different cards that the seat's hand holds, or could hold where unknown."""
        hand = self.hands[seat]
        if hand.unknown:
            return tuple(sorted({*hand.known, *self.unseen()} - {DUSK}))
        return tuple(dict.fromkeys(hand.known))


def _neighbours(reach: str) -> tuple[tuple[int, ...], ...]:
    """List for each place the places next to it; cornerwise ones too if ``reach`` says so."""
    near = []
    for place in range(9):
        row, column = divmod(place, 3)
        others = (p for p in range(9) if p != place)
        steps = ((p, abs(p // 3 - row), abs(p % 3 - column)) for p in others)
        most = 1 if reach == "orthogonal" else 2
        near.append(tuple(p for p, dr, dc in steps if max(dr, dc) == 1 and dr + dc <= most))
    return tuple(near)


NEIGHBOURS = {reach: _neighbours(reach) for reach in ("orthogonal", "diagonal")}

NEAR = {
    reach: tuple(sum(1 << place for place in places) for places in near)
    for reach, near in NEIGHBOURS.items()
}
"""The same as sets of places."""


TWO_BITS = tuple(1 << place | 1 << (place + 9) for place in range(9))
"""A place in two sets of places at once: see :class:`Layout`."""

EVERY_PLACE = sum(TWO_BITS)


class Layout(msgspec.Struct, frozen=True, gc=False):
    """The garden's faces worked out, as sets of places: one bit a place, in the garden's order.

    :ivar shown: the face-up places by number.
    :ivar open_to: where moths may lie, by colour: the colour's own tiles in the first nine bits,
        the grey ones in the next nine. Colours that no face-up tile shows are left out.
    """

    shown: tuple[int, ...]
    face_up: int
    open_to: dict[str, int]
    flippable: int


@lru_cache(maxsize=8192)
def layout(faces: tuple[str | None, ...], reach: str) -> Layout:
    """Work the faces out. They change only when a tile is flipped and are asked for far more often.

    >>> found = layout((None, None, None, "E", "X", None, None, None, None), "orthogonal")
    >>> f"{found.face_up:09b}, {found.flippable:09b}, {found.open_to['E']:018b}"
    '000011000, 011100011, 000010000000001000'
    """
    shown, face_up, near, open_to = [], 0, 0, {GREY: 0}
    for place, face in enumerate(faces):
        if face:
            bit = 1 << place
            shown.append(place)
            face_up |= bit
            near |= NEAR[reach][place]
            open_to[face] = open_to.get(face, 0) | bit
    anywhere = open_to[GREY] << 9
    for face in open_to:
        open_to[face] |= anywhere
    open_to[GREY] = anywhere
    return Layout(tuple(shown), face_up, open_to, near & ~face_up)


def turned_up(garden: Layout, place: int, face: str, reach: str) -> Layout:
    """Return the layout with one more face up, without working out the others again.

    >>> before = layout((None, None, None, "E", None, None, None, None, None), "orthogonal")
    >>> after = layout((None, None, None, "E", "X", None, None, None, None), "orthogonal")
    >>> turned_up(before, 4, "X", "orthogonal") == after
    True
    """
    bit, open_to = 1 << place, garden.open_to.copy()
    if face == GREY:
        for colour in open_to:
            open_to[colour] |= bit << 9
    else:
        open_to[face] = open_to.get(face, open_to[GREY]) | bit
    face_up = garden.face_up | bit
    flippable = (garden.flippable | NEAR[reach][place]) & ~face_up
    return Layout((*garden.shown, place), face_up, open_to, flippable)


def blank(rules: Rules) -> State:
    """Return the position before set-up: all moth cards in the deck, all tiles face down."""
    components = rules.components
    return State(
        rules=rules,
        hands=(EMPTY,) * rules.seats,
        lanterns=(EMPTY,) * rules.seats,
        deck=Pile(components.moths),
        faces_left=Pile(components.tiles),
        dusk_aside=components.dusk,
    )


def face_name(state: State, face: str) -> str:
    """Return a tile colour's name."""
    return "grey" if face == GREY else state.rules.components.colours.get(face, face)
