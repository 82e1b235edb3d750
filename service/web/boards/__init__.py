"""How each game looks on a page. A new game adds a module here and a template beside it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol

from domain.game import Game
from domain.words import Sentence


@dataclass(frozen=True)
class Choice:
    """A legal action as a button: its words, its short form, a key on the keyboard."""

    action: Any
    sentence: Sentence
    short: str
    card: str = ""
    place: str = ""
    key: str = ""


@dataclass(frozen=True)
class Refused:
    """Actions that are refused for the same reason, and by which clause.

    ``card`` is set where the reason holds for that card wherever it is put.
    """

    short: tuple[str, ...]
    reason: str
    clause: str
    card: str = ""


@dataclass(frozen=True)
class Group:
    """The choices of one kind, and what of that kind is refused.

    ``none`` says why there is neither.
    """

    name: str
    icon: str
    choices: list[Choice] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    none: str = "Nothing fits"


class Board(Protocol):
    """What a page needs to know about one game."""

    template: str
    keys: Sequence[tuple[str, str]]
    """Keys of the choices that have one, and what each does."""

    def table(self, state: Any, before: Any, places: Sequence[str], names: Sequence[str]) -> Any:
        """Lay the table out for drawing; ``places`` are those that just changed."""
        ...

    def card_class(self, rules: Any, card: str) -> str:
        """Name the CSS class of a card's colour."""
        ...

    def lines(self, states: Sequence[Any]) -> tuple[str, str, list[tuple[int, ...]]]:
        """Return title, unit and a number a seat for each position, for the small graph."""
        ...

    def turn(self, state: Any) -> str:
        """Say which of a turn's actions comes next."""
        ...

    def choices(self, state: Any) -> list[Group]:
        """List what the seat to act can choose, by kind, with what is refused."""
        ...

    def press(self, state: Any, card: str, place: str) -> Any:
        """Return the action that pressing a place means, with the chosen card or none."""
        ...

    def why_over(self, state: Any) -> str:
        """Say why the game ended and which tie-break decided, in a sentence or two."""
        ...

    def summary(self, events: Sequence[Any], names: Sequence[str]) -> str:
        """Say in a few words what a round brought."""
        ...


def board_of(game: Game) -> Board:
    """Return a game's board: the ``BOARD`` of the module here that is named for the game."""
    board: Board = import_module(f"{__name__}.{game.name}").BOARD
    return board
