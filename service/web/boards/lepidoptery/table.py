"""Columns, play area and hands of Lepidoptery, laid out for drawing from a position.

The position may be anybody's observation: what it does not hold is not drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from domain.games.lepidoptery.combinations import TITLE, Kind, kind_of
from domain.games.lepidoptery.lines import cell, lines_through
from domain.games.lepidoptery.state import Laid, Marker, State
from domain.games.lepidoptery.words import COLUMN_NAMES
from domain.piles import Pile
from service.web.boards import Around, learnt


@dataclass(frozen=True)
class Space:
    """A space of a column: a seat's token, or ``None``.

    ``look`` is "new", "won" or, without a token, "next" or "was": just cleared of a token of
    the seat ``was``.
    """

    row: int
    seat: int | None
    look: str = ""
    was: int | None = None


@dataclass(frozen=True, eq=False)
class Column:
    """A column with its spaces from the bottom. ``cubes`` are the seats that played it last."""

    letter: str
    kind: Kind
    title: str
    spaces: tuple[Space, ...]
    cubes: tuple[int, ...]
    full: bool
    look: str
    label: str


@dataclass(frozen=True)
class Combo:
    """A combination in the play area: its cards, each with whether it is the Joker."""

    seat: int
    cards: tuple[tuple[int, bool], ...]
    name: str


@dataclass(frozen=True, eq=False)
class Seat:
    """What lies before one player. ``last`` says where the cube lies, ``late`` which cards of the
    hand were hidden then.
    """

    seat: int
    name: str
    turn: bool
    leads: bool
    won: bool
    joker: bool
    hand: tuple[str, ...]
    late: tuple[bool, ...]
    unseen: int
    deck: int
    last: str

    @property
    def held(self) -> int:
        """How many cards the hand holds."""
        return len(self.hand) + self.unseen


@dataclass(frozen=True)
class Table:
    """Everything on the table. ``passed`` are the seats whose cube lies on "pass"."""

    columns: tuple[Column, ...]
    seats: tuple[Seat, ...]
    area: tuple[Combo, ...]
    beat: Combo | None
    beat_by: str
    passed: tuple[int, ...]
    highest: int


def lay_out(
    state: State,
    before: State,
    places: Sequence[str],
    names: Sequence[str],
    around: Around | None = None,
) -> Table:
    """Lay out a position; ``places`` just changed from what they were ``before``."""
    components, around = state.rules.components, around or Around()
    won = _won(state)
    area = tuple(_combo(laid) for laid in state.area)
    return Table(
        columns=tuple(
            _column(state, before, at, places, won, names, around)
            for at in range(len(components.columns))
        ),
        seats=tuple(_seat(state, seat, name, around) for seat, name in enumerate(names)),
        area=area,
        beat=area[-1] if area and not state.ended else None,
        beat_by=names[area[-1].seat] if area else "",
        passed=tuple(seat for seat, marker in enumerate(state.markers) if marker == "pass"),
        highest=max(components.heights),
    )


def ranks_in(hand: Pile) -> tuple[str, ...]:
    """Return a hand's known cards from low to high."""
    return tuple(sorted(hand.known, key=int))


def _won(state: State) -> set[str]:
    """Name the spaces of the lines that win."""
    if state.due != "win" and not state.ended:
        return set()
    return set(chain(*(line.cells for line in lines_through(state.columns, *state.last))))


def _column(
    state: State,
    before: State,
    at: int,
    places: Sequence[str],
    won: set[str],
    names: Sequence[str],
    around: Around,
) -> Column:
    components = state.rules.components
    kind, height, tokens = components.columns[at], components.heights[at], state.columns[at]
    gone = before.columns[at] if before.columns[at] and not tokens else ()
    going = state.due == "clear" and state.is_full(at) and at != state.last[0]
    cubes = tuple(seat for seat, marker in enumerate(state.markers) if marker == kind)
    spaces = []
    for row in range(height):
        name = cell(at, row)
        if row < len(tokens):
            look = "won" if name in won else "new" if name in places else ""
            spaces.append(Space(row, tokens[row], look))
        elif row < len(gone):
            spaces.append(Space(row, None, "was", gone[row]))
        else:
            free = row == len(tokens) and not gone and not state.ended
            spaces.append(Space(row, None, "next" if free else ""))
    return around.kept(
        (at, *spaces, going, bool(gone), cubes),
        lambda: Column(
            letter=COLUMN_NAMES[at],
            kind=kind,
            title=TITLE[kind].capitalize(),
            spaces=tuple(spaces),
            cubes=cubes,
            full=state.is_full(at),
            look="clearing" if going else "cleared" if gone else "",
            label=_label(state, at, names),
        ),
    )


def _label(state: State, at: int, names: Sequence[str]) -> str:
    """Say what lies in a column, from the bottom."""
    components, tokens = state.rules.components, state.columns[at]
    lie = ", ".join(names[seat] for seat in tokens)
    from_below = f" from below {lie}" if tokens else " empty"
    full = ", full" if state.is_full(at) else ""
    kind = components.columns[at]
    cubes = [names[seat] for seat, marker in enumerate(state.markers) if marker == kind]
    last = f"; last played by {' and '.join(cubes)}" if cubes else ""
    return f"{COLUMN_NAMES[at]}, {TITLE[kind]}:{from_below}{full}{last}"


def _combo(laid: Laid) -> Combo:
    joker_at = laid.ranks.index(laid.joker) if laid.joker is not None else -1
    kind = kind_of(laid.ranks)
    cards = tuple((rank, nth == joker_at) for nth, rank in enumerate(laid.ranks))
    return Combo(laid.seat, cards, TITLE[kind] if kind else "")


def _seat(state: State, seat: int, name: str, around: Around) -> Seat:
    hand, turn, deck = state.hands[seat], state.chooser == seat, len(state.decks[seat])
    leads, won = turn and state.leading, state.winner == seat
    joker, marker = state.jokers[seat], state.markers[seat]
    ranks = ranks_in(hand)
    late = learnt(ranks, around.then and around.then.hands[seat])
    return around.kept(
        (seat, hand, late, turn, leads, won, joker, deck, marker),
        lambda: Seat(
            seat=seat,
            name=name,
            turn=turn,
            leads=leads,
            won=won,
            joker=joker,
            hand=ranks,
            late=late,
            unseen=hand.unknown,
            deck=deck,
            last=_last(marker),
        ),
    )


def _last(marker: Marker) -> str:
    if marker is None:
        return "nothing yet"
    return "pass" if marker == "pass" else TITLE[marker]
