"""The contract that every game meets: five functions and what a page needs to show them.

Types differ from game to game, so positions, actions and rules are ``Any`` at this boundary;
inside a game's package they are exact.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from domain.chance import Chance
from domain.edition import EditionBase
from domain.events import Event
from domain.words import Sentence


class Run(Protocol):
    """Events and the position that they lead to."""

    events: list[Event]
    state: Any


class Telling(Protocol):
    """An event for a reader."""

    @property
    def seat(self) -> int | None: ...
    @property
    def sentence(self) -> Sentence: ...
    @property
    def icon(self) -> str: ...
    @property
    def mark(self) -> str | None: ...
    @property
    def places(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Game:
    """One game. ``name`` is its key in the store, in ``seeds/`` and on the command line.

    ``rules(edition, options, seats)`` works out what stays the same for a whole game;
    ``blank(rules)`` is the position before the set-up event; ``set_up(rules, start, chance)`` and
    ``play(state, action, chance)`` return a :class:`Run`.
    """

    name: str
    title: str
    seats: range
    edition: type[EditionBase]
    options: type
    action: Any
    events: tuple[type[Event], ...]
    rules: Callable[[Any, Any, int], Any]
    blank: Callable[[Any], Any]
    set_up: Callable[[Any, int, Chance], Run]
    play: Callable[[Any, Any, Chance], Run]
    evolve: Callable[[Any, Event], Any]
    legal_actions: Callable[[Any], Sequence[Any]]
    count_legal: Callable[[Any], int]
    to_act: Callable[[Any], tuple[int, ...]]
    observe: Callable[[Any, int | None], Any]
    redact: Callable[[Event, int | None], Event]
    outcome: Callable[[Any], Any]
    action_of: Callable[[Any, Event], Any]
    cite: Callable[[Any, Event], tuple[str, ...]]
    tell: Callable[[Any, Event], Telling]
    tell_action: Callable[[Any, Any], Sentence]
    round_of: Callable[[Any], int]
    phase: Callable[[Any], str]
    scores: Callable[[Any], tuple[int | None, ...]]
    as_data: Callable[[Any], dict[str, Any]]
    as_text: Callable[[Any, Sequence[str]], str]
    as_result: Callable[[Any, Sequence[str]], list[str]]

    def decide(self, state: Any, action: Any, chance: Chance) -> tuple[Event, ...]:
        """Return the events of an action, consequences included.

        :raises Refusal: the rules forbid the action in this position.
        """
        return tuple(self.play(state, action, chance).events)

    @property
    def command_name(self) -> str:
        """The game's name on the command line and in addresses."""
        return self.name.replace("_", "-")
