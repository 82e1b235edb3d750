"""What happens in Lepidoptery. ``None`` in place of a card: nobody who logged saw it."""

from typing import ClassVar

from domain.events import Event
from domain.games.lepidoptery.combinations import Kind


class GameSetUp(Event, frozen=True, gc=False):
    """Both seats shuffled their decks and hold their first hands; their Jokers lie face up."""

    stored_name: ClassVar[str] = "lepidoptery.game_set_up:1"
    start: int
    hands: tuple[tuple[str | None, ...], ...]


class CombinationPlayed(Event, frozen=True, gc=False):
    """A combination was laid down, and its player's token dropped into its column.

    ``ranks`` from low to high; ``joker`` is the one of them that the Joker stood for.
    """

    stored_name: ClassVar[str] = "lepidoptery.combination_played:1"
    seat: int
    ranks: tuple[int, ...]
    joker: int | None = None


class ColumnsCleared(Event, frozen=True, gc=False):
    """A token filled a column, and these other full columns lost all their tokens."""

    stored_name: ClassVar[str] = "lepidoptery.columns_cleared:1"
    columns: tuple[Kind, ...]


class Passed(Event, frozen=True, gc=False):
    """A seat passed: the play area is empty, its Joker lies face up, its marker on "pass".

    ``unchecked``: the seat was leading and nobody who logged knew its hand, so that its duty to
    play if able could not be checked.
    """

    stored_name: ClassVar[str] = "lepidoptery.passed:1"
    seat: int
    unchecked: bool = False


class HandReplenished(Event, frozen=True, gc=False):
    """After a pass a seat drew from its own deck, one card after the other."""

    stored_name: ClassVar[str] = "lepidoptery.hand_replenished:1"
    seat: int
    cards: tuple[str | None, ...]


class GameWon(Event, frozen=True, gc=False):
    """The game is over: a line of four, a hand and deck played out, or both."""

    stored_name: ClassVar[str] = "lepidoptery.game_won:1"
    seat: int


EVENTS: tuple[type[Event], ...] = (
    GameSetUp,
    CombinationPlayed,
    ColumnsCleared,
    Passed,
    HandReplenished,
    GameWon,
)
