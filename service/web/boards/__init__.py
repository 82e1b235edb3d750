"""How each game looks on a page: a package here, and a template, a stylesheet and a script
under the game's name in the ``boards`` folder of each kind. No other file here knows a game.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from domain.game import Game
from domain.games import GAMES
from domain.piles import Pile
from domain.words import Sentence
from service.web.kept import Kept


@dataclass(frozen=True)
class Choice:
    """A legal action as a button: its words, its short form, a key on the keyboard.

    ``under`` names the card that the choices of a group are gathered under.
    """

    action: Any
    sentence: Sentence
    short: str
    under: str = ""
    key: str = ""


@dataclass(frozen=True)
class Refused:
    """Actions that are refused for the same reason, and by which clause."""

    short: tuple[str, ...]
    reason: str
    clause: str


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


@dataclass(frozen=True)
class Around:
    """What a table shows beside its position.

    :ivar done: by seat, the icons of what it did in this round, in order.
    :ivar then: the position as the reader saw it then, where it knows more of it by now.
    :ivar kept: what of the session was laid out before, for the same reader.
    """

    done: Sequence[tuple[str, ...]] = ()
    then: Any = None
    kept: Kept = field(default_factory=Kept)


def learnt(cards: Sequence[str], then: Pile | None) -> tuple[bool, ...]:
    """Say of each card of a pile whether it was hidden from the reader then.

    >>> learnt(["E1", "E1", "B2"], Pile.of(["E1"], unknown=2)), learnt(["E1"], None)
    ((False, True, True), (False,))
    """
    if then is None:
        return (False,) * len(cards)
    known = Counter(then.known)
    late = []
    for card in cards:
        late.append(not known[card])
        known[card] -= bool(known[card])
    return tuple(late)


class Board(Protocol):
    """What a page needs to know about one game.

    The game's template draws what ``table`` and ``pad`` return with one macro each: ``sprite``,
    ``board``, ``stuff``, ``seats``, ``small``, ``outcome``, ``pad``, ``edition``.
    """

    emblem: str
    """Id of the symbol in the game's sprite that stands for it."""
    start: tuple[str, str] | None
    """How the game chooses who begins, as a sentence, and what that seat does, as a verb; ``None``
    where nobody begins.
    """
    folded: bool
    """Whether the list of all choices is folded beside the pad."""
    keys: Sequence[tuple[str, str]]
    """Keys of the play page, and what each does."""
    marks: Mapping[str, str]
    """Icons above the timeline, by the mark of an event's telling."""
    ticks: frozenset[str]
    """Marks that are dots below the timeline."""
    titles: Mapping[str, str]
    """Printed names of values of an edition."""

    def table(
        self,
        state: Any,
        before: Any,
        places: Sequence[str],
        names: Sequence[str],
        around: Around | None = None,
    ) -> Any:
        """Lay the table out for drawing; ``places`` are those that just changed."""
        ...

    def card_class(self, rules: Any, card: str) -> str:
        """Name the CSS class of a card's colour."""
        ...

    def lines(self, states: Sequence[Any]) -> tuple[str, str, list[tuple[int, ...]]]:
        """Return title, unit and a number a seat for each position, for the small graph."""
        ...

    def turn(self, state: Any, seat: int) -> str:
        """Say which of a turn's actions comes next for a seat."""
        ...

    def choices(self, state: Any, seat: int) -> list[Group]:
        """List what a seat to act can choose, by kind, with what is refused."""
        ...

    def pad(self, state: Any, seat: int, groups: Sequence[Group]) -> Any:
        """Lay out the pad on which a seat chooses with a pointer; ``groups`` are its choices."""
        ...

    def press(self, state: Any, seat: int, form: Mapping[str, str]) -> Any:
        """Return the action that a seat's pad sent.

        :raises Refusal: what was chosen is no action.
        """
        ...

    def then(self, state: Any, seat: int, form: Mapping[str, str]) -> Any:
        """Return what the pad's form asks for after its action, where a seat has to choose it now
        and may; else ``None``, and the page asks.
        """
        ...

    def edition(self, edition: Any) -> Any:
        """Lay out what an edition's components look like, for the template's macro ``edition``."""
        ...

    def why_over(self, state: Any) -> str:
        """Say why the game ended and which tie-break decided, in a sentence or two."""
        ...

    def summary(self, events: Sequence[Any], names: Sequence[str]) -> str:
        """Say in a few words what a round brought."""
        ...


def template_of(game: Game) -> str:
    """Return the template that holds a game's macros."""
    return f"boards/{game.name}.html"


TEMPLATES = Path(__file__).parents[1] / "templates"

SHOWN: dict[str, Game] = {
    name: game for name, game in GAMES.items() if (TEMPLATES / template_of(game)).is_file()
}
"""The games that have a board; one without is on no page."""


def board_of(game: Game) -> Board:
    """Return a game's board: the ``BOARD`` of the module here that is named for the game.

    :raises LookupError: the game has none.
    """
    if game.name not in SHOWN:
        raise LookupError(f"{game.title} has no board")
    board: Board = import_module(f"{__name__}.{game.name}").BOARD
    return board
