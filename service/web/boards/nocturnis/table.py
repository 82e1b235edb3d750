"""Sheets, hands, display and stacks of Nocturnis, laid out for drawing from a position.

The position may be anybody's observation: what it does not hold is not drawn.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from domain.games.nocturnis import GAME
from domain.games.nocturnis.edition import Components
from domain.games.nocturnis.effects import Effect
from domain.games.nocturnis.outcome import score
from domain.games.nocturnis.state import (
    ChooseBonus,
    DiscardCards,
    DrawCards,
    MarkShape,
    MayLure,
    State,
)
from service.web.boards import Around, learnt
from service.web.boards.nocturnis.drawing import (
    Figure,
    Picture,
    Sign,
    figure,
    picture,
    sign,
    squares_of,
)
from service.web.boards.nocturnis.wings import name_of, wing, wing_of
from service.web.kept import Kept

DID = {"plant": "marked", "take": "lured", "draw": "drew {}", "exchange": "exchanged"}
"""What a seat did, by the icon of its step; ``{}`` is how often it drew."""


@dataclass(frozen=True)
class Card:
    """A moth card: its symbols, points and effect in words."""

    key: str
    name: str
    wing: str
    signs: tuple[Sign, ...]
    points: int
    effect: str

    def __hash__(self) -> int:
        return hash(self.key)


@dataclass(frozen=True, eq=False)
class Species:
    """A row of the lured column: how many crosses of how many."""

    name: str
    wing: str
    crosses: int
    room: int
    new: bool


@dataclass(frozen=True, eq=False)
class Seat:
    """What lies before one player. ``doing`` says what the seat is within, if anything, ``did``
    that or what it did in this round. ``late`` are cards of the hand that were hidden then.
    """

    seat: int
    name: str
    side: str
    turn: bool
    acted: bool
    out: bool
    doing: str
    did: str
    points: int
    sheet: Picture
    species: tuple[Species, ...]
    hand: tuple[Card, ...]
    late: tuple[bool, ...]
    unseen: int
    exchanges: int

    @property
    def held(self) -> int:
        """How many cards the hand holds."""
        return len(self.hand) + self.unseen

    @property
    def shown(self) -> tuple[tuple[Card, bool], ...]:
        """The cards of the hand, each with whether it was hidden then."""
        return tuple(zip(self.hand, self.late, strict=True))

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


def lay_out(
    state: State,
    before: State,
    places: Sequence[str],
    names: Sequence[str],
    around: Around | None = None,
) -> Table:
    """Lay out a position; what changed from ``before`` is lit."""
    components, around = state.rules.components, around or Around()
    acting = GAME.to_act(state)
    return Table(
        seats=tuple(
            _seat(state, before, seat, name, seat in acting, around)
            for seat, name in enumerate(names)
        ),
        focus=_focus(state, before, acting),
        round=state.round,
        over=state.ended,
        habitat=_habitat(components, state.habitat, around),
        habitats=len(state.habitats),
        display=_cards(components, state.display, around),
        stack=len(state.stack),
        discards=len(state.discards),
        exchanges=components.exchanges,
        exchange_cost=components.exchange_cost,
        limit=components.hand_limit,
        stars=components.stars,
    )


def _habitat(components: Components, name: str | None, around: Around) -> Figure | None:
    if name is None:
        return None
    return around.kept(("habitat", name), lambda: figure(components, name))


def _cards(components: Components, keys: Sequence[str], around: Around) -> tuple[Card, ...]:
    kept = around.kept
    return tuple(kept(("card", key), partial(card_of, components, key)) for key in keys)


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


def _focus(state: State, before: State, acting: Sequence[int]) -> int:
    """Return the seat that has just done something, else the first that may."""
    for part in ("gardens", "hands", "tasks", "exchanges", "out") if before.round else ():
        was, now = getattr(before, part), getattr(state, part)
        if was != now:
            return next(seat for seat in range(state.rules.seats) if was[seat] != now[seat])
    return next(iter(acting), 0)


def _seat(state: State, before: State, seat: int, name: str, turn: bool, around: Around) -> Seat:
    garden, was, hand = state.gardens[seat], before.gardens[seat], state.hands[seat]
    kept, exchanges = around.kept, state.exchanges[seat]
    doing = _doing(state, seat)
    did = _did(state, seat, doing, around.done[seat] if around.done else ())
    late = learnt(hand.known, around.then and around.then.hands[seat])
    # Gardens by identity: a playback keeps its positions, and hashing shapes takes longer.
    grown = seat, id(garden), id(was)
    key = *grown, late, hand, turn, doing, did, state.acted[seat], state.out[seat], exchanges
    return kept(
        key,
        lambda: Seat(
            seat=seat,
            name=name,
            side=state.rules.options.side(seat),
            turn=turn,
            acted=state.acted[seat],
            out=state.out[seat],
            doing=doing,
            did=did,
            points=kept((seat, id(garden), exchanges), lambda: score(state, seat).total),
            sheet=kept(
                ("sheet", seat, id(garden), len(was.shapes)),
                lambda: _sheet(state, before, seat, name, kept),
            ),
            species=kept(("came", *grown), lambda: _species(state, before, seat, kept)),
            hand=_cards(state.rules.components, hand.known, around),
            late=late,
            unseen=hand.unknown,
            exchanges=exchanges,
        ),
    )


def _did(state: State, seat: int, doing: str, done: Sequence[str]) -> str:
    """Say what a seat is within, else what it did in this round."""
    said = [words for icon, words in DID.items() if icon in done]
    if state.out[seat]:
        return "out"
    if doing or state.ended:
        return doing or "done"
    if said:
        return ", ".join(words.format(done.count("draw")) for words in said)
    return "sat out" if state.acted[seat] else "to choose"


def _sheet(state: State, before: State, seat: int, name: str, kept: Kept) -> Picture:
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
        kept,
    )


def _in_words(state: State, seat: int, lured: Sequence[str]) -> str:
    """Say which squares are marked, shape by shape."""
    names = state.sheet(seat).names
    said = []
    for nth, mask in enumerate(state.gardens[seat].shapes):
        squares = " ".join(names[number] for number in squares_of(mask))
        moth = f", lured {lured[nth]}" if lured[nth] else ""
        said.append(f"shape {nth + 1} at {squares}{moth}")
    return "; ".join(said) or "nothing marked"


def _species(state: State, before: State, seat: int, kept: Kept) -> tuple[Species, ...]:
    components = state.rules.components
    was, now = (
        Counter(components.moth_of[one.cards[0]].species for one in s.gardens[seat].lured)
        for s in (before, state)
    )

    def species(at: int) -> Species:
        row, crosses, new = components.species[at], now[at], was[at] < now[at]
        return kept(
            ("species", at, crosses, new),
            lambda: Species(row.name, wing(components, at), crosses, row.crosses, new),
        )

    return tuple(map(species, range(len(components.species))))


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
