"""What happens in Lantern Moths. ``None`` in place of a card: nobody who logged saw it."""

from typing import ClassVar, Literal

from domain.events import Event
from domain.games.lantern_moths.actions import Source

Ending = Literal["fourth_dusk", "deck_out"]


class GameSetUp(Event, frozen=True, gc=False):
    """The garden lies face down but for its middle, and every seat holds its first hand."""

    stored_name: ClassVar[str] = "lantern_moths.game_set_up:1"
    start: int
    middle: str
    hands: tuple[tuple[str | None, ...], ...]


class CardDrawn(Event, frozen=True, gc=False):
    """A Draw action brought a moth card to the hand."""

    stored_name: ClassVar[str] = "lantern_moths.card_drawn:1"
    seat: int
    card: str | None
    source: Source = "deck"


class DuskPlaced(Event, frozen=True, gc=False):
    """A Dusk card was drawn and put face up in the middle of the table.

    ``replaced``: its drawer draws another card for it.
    """

    stored_name: ClassVar[str] = "lantern_moths.dusk_placed:1"
    seat: int
    replaced: bool


class MothPlanted(Event, frozen=True, gc=False):
    """A moth went from a hand to a tile."""

    stored_name: ClassVar[str] = "lantern_moths.moth_planted:1"
    seat: int
    card: str
    tile: str


class WickLit(Event, frozen=True, gc=False):
    """A wick was set beside a tile."""

    stored_name: ClassVar[str] = "lantern_moths.wick_lit:1"
    seat: int
    tile: str


class TileFlipped(Event, frozen=True, gc=False):
    """A tile was turned up and showed its colour."""

    stored_name: ClassVar[str] = "lantern_moths.tile_flipped:1"
    seat: int
    tile: str
    face: str


class TurnForfeited(Event, frozen=True, gc=False):
    """A seat had no legal action and lost the rest of its turn."""

    stored_name: ClassVar[str] = "lantern_moths.turn_forfeited:1"
    seat: int


class MothsTaken(Event, frozen=True, gc=False):
    """The only wick beside a tile took its moths to a lantern."""

    stored_name: ClassVar[str] = "lantern_moths.moths_taken:1"
    seat: int
    tile: str
    moths: tuple[str, ...]


class MothsKept(Event, frozen=True, gc=False):
    """A lit tile kept its moths: several wicks, or a Ghost."""

    stored_name: ClassVar[str] = "lantern_moths.moths_kept:1"
    tile: str


class WicksWentOut(Event, frozen=True, gc=False):
    """Every wick beside a tile burnt for nothing: no moths lay there."""

    stored_name: ClassVar[str] = "lantern_moths.wicks_went_out:1"
    tile: str


class WicksReturned(Event, frozen=True, gc=False):
    """The lit wicks went back to their owners, unlit."""

    stored_name: ClassVar[str] = "lantern_moths.wicks_returned:1"


class HandRefilled(Event, frozen=True, gc=False):
    """A seat drew moth cards, one after the other, towards a hand of five."""

    stored_name: ClassVar[str] = "lantern_moths.hand_refilled:1"
    seat: int
    cards: tuple[str | None, ...]


class StartPassed(Event, frozen=True, gc=False):
    """The start player's role passed on, which closed the round."""

    stored_name: ClassVar[str] = "lantern_moths.start_passed:1"
    seat: int


class DuskShuffledIn(Event, frozen=True, gc=False):
    """The Dusk cards were shuffled into the deck."""

    stored_name: ClassVar[str] = "lantern_moths.dusk_shuffled_in:1"


class NightEnded(Event, frozen=True, gc=False):
    """The game is over."""

    stored_name: ClassVar[str] = "lantern_moths.night_ended:1"
    reason: Ending


EVENTS: tuple[type[Event], ...] = (
    GameSetUp,
    CardDrawn,
    DuskPlaced,
    MothPlanted,
    WickLit,
    TileFlipped,
    TurnForfeited,
    MothsTaken,
    MothsKept,
    WicksWentOut,
    WicksReturned,
    HandRefilled,
    StartPassed,
    DuskShuffledIn,
    NightEnded,
)
