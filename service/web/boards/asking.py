"""What can be asked about on a board: its places, where each is drawn, and a seat's cards."""

from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from domain.game import Game


class Area(NamedTuple):
    """Where a place is drawn: in which of the board's drawings, and its box in that one's units;
    without a box, all of the drawing.
    """

    place: str
    part: int
    box: tuple[float, float, float, float] | None = None


class Asking(Protocol):
    """The module ``asking`` beside a game's board."""

    DRAWN: str
    """The CSS selector of the board's drawings, in order."""

    def places(self, state: Any, seat: int) -> dict[str, str]:
        """Return the places that a seat can ask about, by name, and what each is called."""
        ...

    def cards(self, state: Any, seat: int) -> tuple[str, ...]:
        """Return the cards that a seat holds, or could hold where unknown, and that lie open."""
        ...

    def touches(self, state: Any, action: Any, about: str) -> bool:
        """Whether an action has to do with a place or a card."""
        ...

    def areas(self, table: Any, seat: int) -> list[Area]:
        """Return where the places of a table that was laid out are drawn for a seat."""
        ...


def asking_of(game: Game) -> Asking:
    """Return what can be asked about on a game's board."""
    return cast(Asking, import_module(f"{__package__}.{game.name}.asking"))
