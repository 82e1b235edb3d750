"""Sheets, hands, display and stacks of Nocturnis, laid out for drawing from a position.

The position may be anybody's observation: what it does not hold is not drawn.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from domain.games.nocturnis import GAME
from domain.games.nocturnis.edition import Components
from domain.games.nocturnis.effects import Effect
from domain.games.nocturnis.state import (
    ChooseBonus,
    DiscardCards,
    DrawCards,
    MarkShape,
    MayLure,
    State,
)
from service.web.boards.nocturnis.drawing import Figure, Picture, Sign, figure, picture, sign
from service.web.boards.nocturnis.wings import name_of, wing, wing_of


@dataclass(frozen=True)
class Card:
    """A moth card: its symbols, points and effect in words."""

    key: str
    name: str
    wing: str
    signs: tuple[Sign, ...]
    points: int
    effect: str


@dataclass(frozen=True)
class Species:
    """A row of the lured column: how many crosses of how many."""

    name: str
    wing: str
    crosses: int
    room: int
    new: bool


@dataclass(frozen=True)
class Seat:
    """What lies before one player. ``doing`` says what the seat is within, if anything."""

    seat: int
    name: str
    side: str
    turn: bool
    acted: bool
    out: bool
    doing: str
    points: int
    sheet: Picture
    species: tuple[Species, ...]
    hand: tuple[Card, ...]
    unseen: int
    exchanges: int

    @property
    def held(self) -> int:
        """How many cards the hand holds."""
        return len(self.hand) + self.unseen

    @property
    def lured(self) -> int:
        """How many moths came."""
        return sum(row.crosses for row in self.species)


@dataclass(frozen=True)
class Table:
    """Everything on the table. ``focus`` is the seat whose sheet is drawn large."""

    seats: tuple[Seat, ...]
    focus: int
    round: int
    over: bool
    habitat: Figure | None
    habitats: int
    display: tuple[Card, ...]
    stack: int
    discards: int
    exchanges: int
    exchange_cost: int
    limit: int
    stars: tuple[int, int]


def lay_out(state: State, before: State, places: Sequence[str], names: Sequence[str]) -> Table:
    """Lay out a position; what changed from ``before`` is lit."""
    components = state.rules.components
    return Table(
        seats=tuple(_seat(state, before, seat, name) for seat, name in enumerate(names)),
        focus=_focus(state, before),
        round=state.round,
        over=state.ended,
        habitat=figure(components, state.habitat) if state.habitat else None,
        habitats=len(state.habitats),
        display=tuple(card_of(components, card) for card in state.display),
        stack=len(state.stack),
        discards=len(state.discards),
        exchanges=components.exchanges,
        exchange_cost=components.exchange_cost,
        limit=components.hand_limit,
        stars=components.stars,
    )


def card_of(components: Components, key: str) -> Card:
    """Lay out a card of the deck."""
    row = components.cards[key]
    moth = components.moth_of[key]
    mine = [components.letters.index(letter) for letter in row.symbols.split()]
    effect = moth.effect if key == moth.cards[-1] else Effect()
    return Card(
        key=key,
        name=name_of(row),
        wing=wing_of(components, key),
        signs=tuple(sign(components, symbol) for symbol in mine),
        points=row.points,
        effect=effect_of(effect),
    )


def effect_of(effect: Effect) -> str:
    """Say an effect in a word or two."""
    return f"extra {effect.shape}" if effect.shape else str(effect)


def _focus(state: State, before: State) -> int:
    """Return the seat that has just done something, else the first that may."""
    seats = range(state.rules.seats)
    for part in ("gardens", "hands", "tasks", "exchanges", "out"):
        was, now = getattr(before, part), getattr(state, part)
        changed = [seat for seat in seats if was[seat] != now[seat]]
        if before.round and changed:
            return changed[0]
    return next(iter(GAME.to_act(state)), 0)


def _seat(state: State, before: State, seat: int, name: str) -> Seat:
    components, hand = state.rules.components, state.hands[seat]
    side = state.rules.options.side(seat)
    return Seat(
        seat=seat,
        name=name,
        side=side,
        turn=seat in GAME.to_act(state),
        acted=state.acted[seat],
        out=state.out[seat],
        doing=_doing(state, seat),
        points=GAME.scores(state)[seat] or 0,
        sheet=_sheet(state, before, seat, name),
        species=tuple(_species(state, before, seat)),
        hand=tuple(card_of(components, card) for card in hand.known),
        unseen=hand.unknown,
        exchanges=state.exchanges[seat],
    )


def _sheet(state: State, before: State, seat: int, name: str) -> Picture:
    garden, components = state.gardens[seat], state.rules.components
    lured = [""] * len(garden.shapes)
    for one in garden.lured:
        lured[one.shape] = components.cards[one.cards[0]].species
    side = state.rules.options.side(seat)
    return picture(
        components,
        side,
        state.sheet(seat),
        garden.shapes,
        lured,
        len(before.gardens[seat].shapes),
        f"Sheet of {name}, {side}: {_in_words(state, seat, lured)}",
    )


def _in_words(state: State, seat: int, lured: Sequence[str]) -> str:
    """Say which squares are marked, shape by shape."""
    sheet = state.sheet(seat)
    said = []
    for nth, mask in enumerate(state.gardens[seat].shapes):
        squares = [name for number, name in enumerate(sheet.names) if mask >> number & 1]
        moth = f", lured {lured[nth]}" if lured[nth] else ""
        said.append(f"shape {nth + 1} at {' '.join(squares)}{moth}")
    return "; ".join(said) or "nothing marked"


def _species(state: State, before: State, seat: int) -> list[Species]:
    components = state.rules.components
    counts = [
        Counter(components.moth_of[one.cards[0]].species for one in s.gardens[seat].lured)
        for s in (before, state)
    ]
    return [
        Species(row.name, wing(components, at), counts[1][at], row.crosses, counts[0][at] < now)
        for at, row in enumerate(components.species)
        for now in (counts[1][at],)
    ]


def _doing(state: State, seat: int) -> str:
    match state.top(seat):
        case MarkShape(shape):
            return f"marks an extra {shape}"
        case ChooseBonus():
            return "takes bonuses"
        case MayLure():
            return "lures or not"
        case DrawCards(left):
            return f"draws {left} more" if state.may_take(seat) else "waits to draw"
        case DiscardCards():
            return "exchanges" if state.may_take(seat) else "waits to exchange"
    return ""
