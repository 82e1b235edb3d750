"""What can be asked about in Nocturnis: squares of a sheet and moth cards."""

from domain.games.nocturnis.actions import Action, Discard, Draw, Lure, Mark, TakeBonus
from domain.games.nocturnis.state import State
from service.web.boards.asking import Area
from service.web.boards.nocturnis.drawing import CELL
from service.web.boards.nocturnis.table import Table

DRAWN = ".nocboard > .garden-sheet"


def places(state: State, seat: int) -> dict[str, str]:
    """Return the squares of the seat's sheet that can ever be marked."""
    sheet = state.sheet(seat)
    free = (name for at, name in enumerate(sheet.names) if not sheet.ground.empty >> at & 1)
    return {name: name for name in free}


def cards(state: State, seat: int) -> tuple[str, ...]:
    """Return the cards that the seat holds, or could hold where unknown, then the display's."""
    return tuple(dict.fromkeys((*state.holdable(seat), *state.display)))


def touches(state: State, action: Action, about: str) -> bool:
    """Whether an action covers a square, takes its bonus, or has to do with a card."""
    match action:
        case Mark(_, squares):
            return about in squares
        case TakeBonus(_, square):
            return about == square
        case Draw(_, card):
            return about == card
        case Lure(_, cards) | Discard(_, cards):
            return about in cards
    return False


def areas(table: Table, seat: int) -> list[Area]:
    """Return the squares of the sheet that is drawn large, if it is the seat's."""
    if table.focus != seat:
        return []
    squares = table.seats[seat].sheet.squares
    return [Area(s.name, 0, (s.x, s.y, CELL, CELL)) for s in squares]
