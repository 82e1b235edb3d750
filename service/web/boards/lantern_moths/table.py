"""The garden, hands and lanterns of Lantern Moths, laid out for drawing from a position.

The position may be anybody's observation: what it does not hold is not drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from domain.games.lantern_moths import GAME
from domain.games.lantern_moths.edition import GARDEN, GREY
from domain.games.lantern_moths.outcome import SET, SET_POINTS, score
from domain.games.lantern_moths.state import FOURTH, PLACE, TILE_LIMIT, Rules, State
from domain.games.lantern_moths.words import face_name
from domain.piles import Pile
from service.web.boards import Around, learnt
from service.web.boards.lantern_moths.wings import moth_name, wing
from service.web.kept import Kept

STEP, TILE, LEFT, TOP = 200, 190, 34, 14
SPOTS: list[list[tuple[float, float, float]]] = [
    [],
    [(95, 96, 112)],
    [(52, 100, 84), (138, 100, 84)],
    [(49, 74, 76), (141, 74, 76), (95, 136, 76)],
]


@dataclass(frozen=True, eq=False)
class Moth:
    """A moth on a tile: its key, wing design, middle and size in the tile's 190 by 190."""

    key: str
    name: str
    wing: str
    x: float
    y: float
    width: float
    new: bool


@dataclass(frozen=True)
class Wick:
    """A lit wick at a tile's upper edge."""

    seat: int
    x: float
    small: bool


@dataclass(frozen=True, eq=False)
class Tile:
    """One of the nine places. ``face`` is its colour's key, or ``None`` lying face down."""

    place: str
    x: int
    y: int
    face: str | None
    wing: str
    moths: tuple[Moth, ...]
    wicks: tuple[Wick, ...]
    full: bool
    hot: bool
    label: str


@dataclass(frozen=True, eq=False)
class Seat:
    """What lies before one player. ``late`` are cards of the hand that were hidden then."""

    seat: int
    name: str
    turn: bool
    starts: bool
    points: int | None
    taken: int
    lantern: tuple[tuple[str, tuple[tuple[str, str, str], ...], str], ...]
    hand: tuple[tuple[str, str, str], ...]
    late: tuple[bool, ...]
    unseen: int
    wicks: str

    @property
    def held(self) -> int:
        """How many cards the hand holds."""
        return len(self.hand) + self.unseen

    @property
    def shown(self) -> tuple[tuple[str, str, str, bool], ...]:
        """The cards of the hand, each with whether it was hidden then."""
        return tuple((*card, late) for card, late in zip(self.hand, self.late, strict=True))


@dataclass(frozen=True)
class Table:
    """Everything on the table."""

    tiles: tuple[Tile, ...]
    seats: tuple[Seat, ...]
    deck: int
    discard: int
    top: tuple[str, str] | None
    dusk: tuple[tuple[str, str], ...]
    dusk_placed: int
    grey: str = GREY

    @property
    def stacked(self) -> list[Tile]:
        """The tiles in the order in which they are drawn: hot ones last, so that nothing covers
        their glow, and before them those whose wicks stand over their edge.
        """
        return sorted(self.tiles, key=lambda tile: 2 if tile.hot else bool(tile.wicks))


def lay_out(
    state: State,
    before: State,
    places: Sequence[str],
    names: Sequence[str],
    around: Around | None = None,
) -> Table:
    """Lay out a position; ``places`` just changed from what they were ``before``."""
    around = around or Around()
    points = around.kept(("points", state.lanterns), lambda: GAME.scores(state))
    seats = range(state.rules.seats)
    return Table(
        tiles=tuple(
            _tile(state, before, place, place in places, names, around) for place in GARDEN
        ),
        seats=tuple(_seat(state, seat, names[seat], points[seat], around) for seat in seats),
        deck=len(state.deck),
        discard=len(state.discard),
        top=_top(state),
        dusk=_dusk(state),
        dusk_placed=len(state.dusk),
    )


def _tile(
    state: State, before: State, place: str, hot: bool, names: Sequence[str], around: Around
) -> Tile:
    at = PLACE[place]
    cards = state.moths[at]
    fresh = len(before.moths[at]) if hot else len(cards)
    key = (place, state.faces[at], cards, state.wicks[at], fresh, hot)
    return around.kept(key, lambda: _tile_of(state, at, hot, fresh, names, around.kept))


def _tile_of(
    state: State, at: int, hot: bool, fresh: int, names: Sequence[str], kept: Kept
) -> Tile:
    rules, face, cards = state.rules, state.faces[at], state.moths[at]
    spots = _spots(len(cards))

    def moth(nth: int, card: str) -> Moth:
        new = nth >= fresh
        return kept(
            ("moth", card, spots[nth], new),
            lambda: Moth(card, moth_name(rules, card), wing(rules, card), *spots[nth], new),
        )

    return Tile(
        place=GARDEN[at],
        x=LEFT + STEP * (at % 3),
        y=TOP + (STEP + 2) * (at // 3),
        face=face,
        wing=wing(rules, face) if face else "",
        moths=tuple(moth(nth, card) for nth, card in enumerate(cards)),
        wicks=_wicks(state.wicks[at]),
        full=len(cards) >= TILE_LIMIT,
        hot=hot,
        label=_label(state, at, names),
    )


def _label(state: State, at: int, names: Sequence[str]) -> str:
    face = state.faces[at]
    if not face:
        return f"{GARDEN[at]}: face down"
    cards = [moth_name(state.rules, card) for card in state.moths[at]] or ["no moths"]
    full = ["full"] if len(cards) >= TILE_LIMIT else []
    wicks = [f"wick of {names[seat]}" for seat in state.wicks[at]]
    return f"{GARDEN[at]}: {', '.join([f'{face_name(state, face)} tile', *cards, *full, *wicks])}"


def _spots(moths: int) -> list[tuple[float, float, float]]:
    """Return middle and width for each moth: one large, two side by side, three in a triangle."""
    if moths < len(SPOTS):
        return SPOTS[moths]
    columns = 2 if moths == 4 else 3
    rows = -(-moths // columns)
    wide, high = TILE / columns, 140 / rows
    return [
        (wide * (i % columns + 0.5), 52 + high * (i // columns + 0.4), min(66, wide - 8))
        for i in range(moths)
    ]


def _wicks(seats: tuple[int, ...]) -> tuple[Wick, ...]:
    small = len(seats) > 2
    step, first = (46, 166) if small else (72, 154)
    return tuple(Wick(seat, first - step * i, small) for i, seat in enumerate(reversed(seats)))


def _seat(state: State, seat: int, name: str, points: int | None, around: Around) -> Seat:
    lantern, hand = state.lanterns[seat], state.hands[seat]
    turn, starts = state.turn_seat == seat, state.start == seat and not state.night_over
    lit = tuple(GARDEN[at] for at, seats in enumerate(state.wicks) if seat in seats)
    late = learnt(hand.known, around.then and around.then.hands[seat])
    return around.kept(
        (seat, lantern, hand, late, turn, starts, points, lit),
        lambda: Seat(
            seat=seat,
            name=name,
            turn=turn,
            starts=starts,
            points=points,
            taken=len(lantern),
            lantern=_groups(state.rules, lantern),
            hand=tuple(_card(state.rules, card) for card in hand.known),
            late=late,
            unseen=hand.unknown,
            wicks=f"wick lit at {', '.join(lit)}" if lit else "no wick lit",
        ),
    )


def _card(rules: Rules, card: str) -> tuple[str, str, str]:
    return card, wing(rules, card), moth_name(rules, card)


def _groups(
    rules: Rules, lantern: Pile
) -> tuple[tuple[str, tuple[tuple[str, str, str], ...], str], ...]:
    """Group a lantern's known moths by colour, each with what its sets are worth."""
    groups, whole = [], 0
    for design, cards in groupby(lantern.known, key=lambda card: wing(rules, card)):
        listed = tuple(_card(rules, card) for card in cards)
        sets = len(listed) // SET if design != "G" else 0
        whole += sets
        groups.append((design, listed, f"+{SET_POINTS * sets}" if sets else ""))
    more = score(rules, lantern).sets - SET_POINTS * whole
    if more > 0:
        groups.append(("", (), f"+{more} with Ghosts"))
    return tuple(groups)


def _top(state: State) -> tuple[str, str] | None:
    if not state.discard:
        return None
    card = state.discard[-1]
    return card, wing(state.rules, card)


def _dusk(state: State) -> tuple[tuple[str, str], ...]:
    """Return a state and a caption for each Dusk card: placed, the fourth, or to come."""
    slots = [("on", f"r{number}") for number in state.dusk]
    for nth in range(len(slots) + 1, state.rules.components.dusk + 1):
        slots.append(("fourth", "4th") if nth == FOURTH else ("", ""))
    return tuple(slots)
