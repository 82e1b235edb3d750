"""What can be asked about in the garden: tiles and cards."""

from domain.games.lantern_moths.actions import Action, Draw, Plant
from domain.games.lantern_moths.edition import GARDEN
from domain.games.lantern_moths.state import State
from service.web.boards.asking import Area
from service.web.boards.lantern_moths.table import TILE, Table

DRAWN = ".garden"


def places(state: State, seat: int) -> dict[str, str]:
    """Return the nine tiles."""
    return {tile: tile for tile in GARDEN}


def cards(state: State, seat: int) -> tuple[str, ...]:
    """Return the cards that the seat holds, or could hold where unknown."""
    return tuple(state.holdable(seat))


def touches(state: State, action: Action, about: str) -> bool:
    """Whether an action is done at a tile or with a card."""
    if isinstance(action, Draw):
        return action.source == "discard" and state.discard[-1] == about
    return about == action.tile or (isinstance(action, Plant) and about == action.card)


def areas(table: Table, seat: int) -> list[Area]:
    """Return the tiles' squares."""
    return [Area(tile.place, 0, (tile.x, tile.y, TILE, TILE)) for tile in table.tiles]
