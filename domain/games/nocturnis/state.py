"""One position of Nocturnis: the full truth, a seat's view or a table's log, in one type."""

from collections import Counter
from functools import lru_cache

import msgspec

from domain.games.nocturnis.edition import Components, Moth, Sheet
from domain.games.nocturnis.options import Options
from domain.games.nocturnis.shapes import Ground, Placement, corners, placements
from domain.games.nocturnis.symbols import enough
from domain.piles import EMPTY, Pile

ACTION_DRAW = 2  # draw.two
EXCHANGED = 2  # exchange.discard
LETTERS = "ABCDEFGH"


class Rules(msgspec.Struct, frozen=True):
    """What stays the same for a whole game: components, option values, number of seats."""

    components: Components
    options: Options
    seats: int


class MarkShape(msgspec.Struct, frozen=True, tag="mark", gc=False):
    """An extra shape is to be marked."""

    shape: str


class ChooseBonus(msgspec.Struct, frozen=True, tag="bonus", gc=False):
    """These bonus squares under the shape just marked are still to give their bonus."""

    squares: tuple[str, ...]


class MayLure(msgspec.Struct, frozen=True, tag="lure", gc=False):
    """A moth may be lured with the shape of that number, from 0."""

    shape: int


class DrawCards(msgspec.Struct, frozen=True, tag="draw", gc=False):
    """Cards are to be drawn; ``limited`` by the hand limit, ``optional`` from effects."""

    left: int
    optional: bool = False
    limited: bool = True


class DiscardCards(msgspec.Struct, frozen=True, tag="discard", gc=False):
    """Cards are to be discarded for an exchange."""

    count: int


class Release(msgspec.Struct, frozen=True, tag="release", gc=False):
    """Lured cards reach the discard pile once their effect is done."""

    cards: tuple[str, ...]


Task = MarkShape | ChooseBonus | MayLure | DrawCards | DiscardCards | Release
TAKES_CARDS = (DrawCards, DiscardCards)


class Lured(msgspec.Struct, frozen=True, gc=False):
    """A moth that came, to which of its seat's shapes, and in which round."""

    cards: tuple[str, ...]
    shape: int
    round: int


class Garden(msgspec.Struct, frozen=True, gc=False):
    """One seat's sheet as marked.

    :ivar shapes: each marked shape's squares as bits, in order; ``marked`` is all of them.
    :ivar bonuses: bonus squares taken, by number.
    """

    shapes: tuple[int, ...] = ()
    marked: int = 0
    lured: tuple[Lured, ...] = ()
    bonuses: tuple[int, ...] = ()


class State(msgspec.Struct, frozen=True, gc=False):
    """A position. Tuples go by seat.

    :ivar shown: those cards of each hand that everybody saw being taken.
    :ivar habitat: the round's habitat card; ``habitats`` and ``habitat_discards`` the others.
    :ivar tasks: what each seat has begun and not finished; the last one comes next.
    :ivar queue: seats whose tasks take cards, in the order in which they began: the first one
        finishes before any other takes a card.
    :ivar restock: whether cards were taken from the display and not yet replaced.
    """

    rules: Rules
    hands: tuple[Pile, ...]
    shown: tuple[Pile, ...]
    stack: Pile
    habitats: Pile
    gardens: tuple[Garden, ...]
    tasks: tuple[tuple[Task, ...], ...]
    acted: tuple[bool, ...]
    out: tuple[bool, ...]
    exchanges: tuple[int, ...]
    display: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    habitat: str | None = None
    habitat_discards: tuple[str, ...] = ()
    queue: tuple[int, ...] = ()
    restock: bool = False
    round: int = 0
    ended: bool = False

    @property
    def seats(self) -> range:
        """The seats at the table."""
        return range(self.rules.seats)

    @property
    def within_action(self) -> bool:
        """Whether some seat has begun something and not finished it."""
        return any(self.tasks)

    def sheet(self, seat: int) -> Sheet:
        """Return the side of the sheet that a seat plays."""
        return self.rules.components.sheets[self.rules.options.side(seat)]

    def is_in(self, seat: int) -> bool:
        """Whether a seat can still do anything: it is not out, or has begun something."""
        return not self.out[seat] or bool(self.tasks[seat])

    def top(self, seat: int) -> Task | None:
        """Return what a seat has to do next of what it has begun."""
        tasks = self.tasks[seat]
        return tasks[-1] if tasks else None

    def due_shape(self, seat: int) -> str | None:
        """Name the shape that a seat could mark now: an extra one, or the round's."""
        top = self.top(seat)
        if isinstance(top, MarkShape):
            return top.shape
        if top is not None or self.acted[seat] or self.out[seat] or self.ended:
            return None
        return self.habitat

    def marks(self, seat: int, shape: str) -> list[Placement]:
        """List where a seat can mark a shape (mark.corner, mark.adjacent, mark.overlap)."""
        sheet, marked = self.sheet(seat), self.gardens[seat].marked
        return legal_marks(sheet.ground, self.rules.components.shapes[shape].cells, marked)

    def can_mark(self, seat: int, shape: str) -> bool:
        """Whether a shape fits anywhere on a seat's sheet."""
        sheet, marked = self.sheet(seat), self.gardens[seat].marked
        cells = self.rules.components.shapes[shape].cells
        return fits(sheet.ground, cells, marked)

    @property
    def cards_left(self) -> bool:
        """Whether any card can be taken: from the display, the stack or a reshuffle."""
        return bool(self.display or len(self.stack) or self.discards)

    def has_room(self, seat: int) -> bool:
        """Whether a seat's hand is below the limit (draw.limit)."""
        return len(self.hands[seat]) < self.rules.components.hand_limit

    def may_take(self, seat: int) -> bool:
        """Whether no other seat is drawing (draw.one-at-a-time)."""
        return not self.queue or self.queue[0] == seat

    def crosses_left(self, seat: int, moth: Moth) -> int:
        """Count the crosses for which a species still has room (lure.crosses)."""
        components = self.rules.components
        lured = [components.moth_of[one.cards[0]].species for one in self.gardens[seat].lured]
        return components.species[moth.species].crosses - lured.count(moth.species)

    def satisfies(self, seat: int, shape: int, moth: Moth) -> bool:
        """Whether a marked shape has all symbols that a moth needs (lure.symbols)."""
        there = signature(self.sheet(seat).ground, self.gardens[seat].shapes[shape])
        return enough(there, moth.needs, self.rules.components.guard)

    def unseen(self) -> list[str]:
        """List, sorted, every moth card that an unknown one could still be."""
        left = Counter(self.rules.components.deck)
        for pile in (*self.hands, self.stack):
            left.subtract(pile.known)
        left.subtract(self.display)
        left.subtract(self.discards)
        for tasks in self.tasks:
            for task in tasks:
                if isinstance(task, Release):
                    left.subtract(task.cards)
        return sorted((+left).elements())

    def unseen_habitats(self) -> list[str]:
        """List, sorted, every habitat card that the next one could be."""
        left = Counter(self.rules.components.habitats)
        left.subtract(self.habitats.known)
        left.subtract(self.habitat_discards)
        if self.habitat is not None:
            left.subtract((self.habitat,))
        return sorted((+left).elements())

    def holdable(self, seat: int) -> tuple[str, ...]:
        """List the different cards that a hand holds, or could hold where unknown."""
        hand = self.hands[seat]
        if hand.unknown:
            return tuple(sorted({*hand.known, *self.unseen()}))
        return tuple(dict.fromkeys(hand.known))

    def can_hold(self, seat: int, cards: tuple[str, ...]) -> bool:
        """Whether a hand holds these cards together, or could hold them where unknown."""
        hand = self.hands[seat]
        short = Counter(cards) - Counter(hand.known)
        if not short or not hand.unknown:
            return not short
        return short.total() <= hand.unknown and not short - Counter(self.unseen())

    def position(self) -> str:
        """Say where in the game this is, for error messages."""
        return f"after the end, round {self.round}" if self.ended else f"round {self.round}"


def legal_marks(ground: Ground, cells: tuple[tuple[int, int], ...], marked: int) -> list[Placement]:
    """List where a shape can be marked: on free squares beside an earlier shape; the first one
    over a corner.
    """
    every = placements(ground, cells)
    if not marked:
        first = corners(ground.width, ground.height)
        return [p for p in every if p.mask & first]
    return [p for p in every if p.near & marked and not p.mask & marked]


@lru_cache(maxsize=65536)
def fits(ground: Ground, cells: tuple[tuple[int, int], ...], marked: int) -> bool:
    """Whether a shape can be marked anywhere."""
    every = placements(ground, cells)
    if not marked:
        first = corners(ground.width, ground.height)
        return any(p.mask & first for p in every)
    return any(p.near & marked and not p.mask & marked for p in every)


def signature(ground: Ground, mask: int) -> int:
    """Return a shape's symbols, packed."""
    total = 0
    while mask:
        square = mask.bit_length() - 1
        total += ground.signature[square]
        mask ^= 1 << square
    return total


def blank(rules: Rules) -> State:
    """Return the position before set-up: every card in its stack."""
    components, seats = rules.components, rules.seats
    return State(
        rules=rules,
        hands=(EMPTY,) * seats,
        shown=(EMPTY,) * seats,
        stack=Pile.of(components.deck),
        habitats=Pile.of(components.habitats),
        gardens=(Garden(),) * seats,
        tasks=((),) * seats,
        acted=(False,) * seats,
        out=(False,) * seats,
        exchanges=(0,) * seats,
    )
