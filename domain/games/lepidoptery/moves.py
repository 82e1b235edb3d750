"""What moved on the table of Lepidoptery. ``state`` is always the position before the event.

The areas: a seat's ``deck``, ``hand``, ``supply`` (tokens that are not on the board) and
``discards`` (cards out of the play area), ``Joker face up`` and ``Joker face down``; the
``play area``; ``board`` with its spaces; ``previous combination`` with its slots, where a seat's
marker lies.
"""

from domain.events import Event
from domain.games.lepidoptery.combinations import TITLE, kind_of, without_joker
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameSetUp,
    HandReplenished,
    Passed,
)
from domain.games.lepidoptery.lines import cell
from domain.games.lepidoptery.state import Marker, State
from domain.words import BOARD, Moved, Spot, together

AREA = Spot("play area")
TOKEN, JOKER, MARKER = "token", "Joker", "marker"


def moved(state: State, event: Event) -> tuple[Moved, ...]:
    """List what an event moved, as a reader sees it."""
    match event:
        case GameSetUp(_, hands):
            dealt = (together(c, _of("deck", s), _of("hand", s)) for s, c in enumerate(hands))
            return tuple(one for each in dealt for one in each)
        case CombinationPlayed():
            return _played(state, event)
        case ColumnsCleared(kinds):
            return tuple(
                Moved(TOKEN, Spot(BOARD, cell(column, row)), _of("supply", seat))
                for column, kind in enumerate(state.rules.components.columns)
                if kind in kinds
                for row, seat in enumerate(state.columns[column])
            )
        case Passed(seat):
            return _passed(state, seat)
        case HandReplenished(seat, cards):
            return together(cards, _of("deck", seat), _of("hand", seat))
    return ()


def _of(area: str, seat: int) -> Spot:
    return Spot(area, seat=seat)


def _played(state: State, event: CombinationPlayed) -> tuple[Moved, ...]:
    seat, kind = event.seat, kind_of(event.ranks)
    assert kind is not None, event
    column = state.rules.components.columns.index(kind)
    at = cell(column, len(state.columns[column]))
    cards = map(str, without_joker(event.ranks, event.joker))
    joker = () if event.joker is None else _joker(state, seat, up=False)
    return (
        *together(cards, _of("hand", seat), AREA),
        *joker,
        Moved(TOKEN, _of("supply", seat), Spot(BOARD, at)),
        *_marker(state, seat, kind),
    )


def _passed(state: State, seat: int) -> tuple[Moved, ...]:
    gone = (together(map(str, laid.cards), AREA, _of("discards", laid.seat)) for laid in state.area)
    return (
        *(one for each in gone for one in each),
        *_marker(state, seat, "pass"),
        *_joker(state, seat, up=True),
    )


def _joker(state: State, seat: int, *, up: bool) -> tuple[Moved, ...]:
    """Turn a Joker over, unless it lies so already."""
    if state.jokers[seat] == up:
        return ()
    face_down, face_up = _of("Joker face down", seat), _of("Joker face up", seat)
    return (Moved(JOKER, face_down, face_up) if up else Moved(JOKER, face_up, face_down),)


def _marker(state: State, seat: int, to: Marker) -> tuple[Moved, ...]:
    """Move a marker to another slot, unless it lies there already."""
    if state.markers[seat] == to:
        return ()
    return (Moved(MARKER, slot(state.markers[seat], seat), slot(to, seat)),)


def slot(marker: Marker, seat: int) -> Spot | None:
    """Name the slot in which a seat's marker lies; there is none before its first turn."""
    if marker is None:
        return None
    return Spot("previous combination", marker if marker == "pass" else TITLE[marker], seat)
