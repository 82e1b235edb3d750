"""What can be asked about at Lepidoptery's board: columns and ranks."""

from domain.games.lepidoptery.actions import Action, Play
from domain.games.lepidoptery.combinations import TITLE, kind_of, without_joker
from domain.games.lepidoptery.state import State
from domain.games.lepidoptery.words import COLUMN_NAMES
from service.web.boards.asking import Area
from service.web.boards.lepidoptery.table import Table

DRAWN = ".lane:not(.passed)"


def places(state: State, seat: int) -> dict[str, str]:
    """Return the columns with their combination types."""
    kinds = state.rules.components.columns
    return {name: f"{name}, {TITLE[k]}" for name, k in zip(COLUMN_NAMES, kinds, strict=False)}


def cards(state: State, seat: int) -> tuple[str, ...]:
    """Return the ranks that the seat holds, or could hold where unknown, from low to high."""
    hand = state.hands[seat]
    held = {*hand.known, *(state.unseen(seat) if hand.unknown else ())}
    return tuple(sorted(held, key=int))


def touches(state: State, action: Action, about: str) -> bool:
    """Whether a play goes into a column, or takes a card from the hand."""
    if not isinstance(action, Play):
        return False
    kind = kind_of(action.ranks)
    if about[0] in COLUMN_NAMES:
        column = COLUMN_NAMES.index(about[0])
        return kind == state.rules.components.columns[column]
    return about in map(str, without_joker(action.ranks, action.joker))


def areas(table: Table, seat: int) -> list[Area]:
    """Return the columns, each a drawing of its own."""
    return [Area(COLUMN_NAMES[at], at) for at in range(len(table.columns))]
