"""What happens in Nocturnis. ``None`` in place of a card: nobody who logged saw it."""

from typing import ClassVar

from domain.events import Event


class GameSetUp(Event, frozen=True, gc=False):
    """The display lies open, every seat holds its first cards, the first habitat is revealed."""

    stored_name: ClassVar[str] = "nocturnis.game_set_up:1"
    display: tuple[str, ...]
    hands: tuple[tuple[str | None, ...], ...]
    habitat: str


class HabitatRevealed(Event, frozen=True, gc=False):
    """A new round began with this habitat card, named by its shape."""

    stored_name: ClassVar[str] = "nocturnis.habitat_revealed:1"
    habitat: str


class HabitatMarked(Event, frozen=True, gc=False):
    """A seat marked the shape that was due: the round's, or an extra one."""

    stored_name: ClassVar[str] = "nocturnis.habitat_marked:1"
    seat: int
    squares: tuple[str, ...]


class MothDrawn(Event, frozen=True, gc=False):
    """A seat drew the top card of the stack."""

    stored_name: ClassVar[str] = "nocturnis.moth_drawn:1"
    seat: int
    card: str | None


class MothTaken(Event, frozen=True, gc=False):
    """A seat took a card from the display."""

    stored_name: ClassVar[str] = "nocturnis.moth_taken:1"
    seat: int
    card: str


class DisplayRestocked(Event, frozen=True, gc=False):
    """These cards from the stack joined the display."""

    stored_name: ClassVar[str] = "nocturnis.display_restocked:1"
    cards: tuple[str, ...]


class DrawingStopped(Event, frozen=True, gc=False):
    """A seat left the rest of an effect's draw."""

    stored_name: ClassVar[str] = "nocturnis.drawing_stopped:1"
    seat: int


class MothLured(Event, frozen=True, gc=False):
    """A moth came to the shape just marked: one card, or two halves, and its cross."""

    stored_name: ClassVar[str] = "nocturnis.moth_lured:1"
    seat: int
    cards: tuple[str, ...]


class LureDeclined(Event, frozen=True, gc=False):
    """A seat lured nothing with the shape just marked."""

    stored_name: ClassVar[str] = "nocturnis.lure_declined:1"
    seat: int


class BonusTaken(Event, frozen=True, gc=False):
    """A bonus square under the shape just marked gave its bonus."""

    stored_name: ClassVar[str] = "nocturnis.bonus_taken:1"
    seat: int
    square: str


class ExtraShapeSkipped(Event, frozen=True, gc=False):
    """An extra shape fitted nowhere."""

    stored_name: ClassVar[str] = "nocturnis.extra_shape_skipped:1"
    seat: int


class ExchangeBegun(Event, frozen=True, gc=False):
    """A seat used an exchange action; ``refresh``: it discarded the whole display first."""

    stored_name: ClassVar[str] = "nocturnis.exchange_begun:1"
    seat: int
    refresh: bool = False


class CardsDiscarded(Event, frozen=True, gc=False):
    """A seat discarded cards for an exchange."""

    stored_name: ClassVar[str] = "nocturnis.cards_discarded:1"
    seat: int
    cards: tuple[str, ...]


class RoundSatOut(Event, frozen=True, gc=False):
    """A seat could neither mark this round's shape nor draw, and stays in the game."""

    stored_name: ClassVar[str] = "nocturnis.round_sat_out:1"
    seat: int


class WentOut(Event, frozen=True, gc=False):
    """The game is over for a seat: it can neither mark nor draw."""

    stored_name: ClassVar[str] = "nocturnis.went_out:1"
    seat: int


class NightEnded(Event, frozen=True, gc=False):
    """The game is over: every seat is out."""

    stored_name: ClassVar[str] = "nocturnis.night_ended:1"


EVENTS: tuple[type[Event], ...] = (
    GameSetUp,
    HabitatRevealed,
    HabitatMarked,
    MothDrawn,
    MothTaken,
    DisplayRestocked,
    DrawingStopped,
    MothLured,
    LureDeclined,
    BonusTaken,
    ExtraShapeSkipped,
    ExchangeBegun,
    CardsDiscarded,
    RoundSatOut,
    WentOut,
    NightEnded,
)
