"""The short notation of a game: one line of text an action, and back.

What a logger types at a table, what session files hold and what completion lists offer is the same
text; ``docs/notation.md`` has it for every game.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from domain.chance import Told
from domain.errors import DomainError
from domain.words import Sentence

SEATS = "ABCDEFGH"
"""Names of seats in texts: ``B: p6`` is an action of seat 1."""

UNSEEN = "?"
"""A card that nobody showed."""


class Reading(NamedTuple):
    """What a text says: an action, and what was seen with it.

    :ivar answers: to the questions of chance in their order; what comes after them went unseen.
    :ivar named: answers to questions by their words.
    """

    action: Any
    answers: tuple[str | None, ...] = ()
    named: Mapping[str, tuple[str | None, ...]] = {}

    @property
    def chance(self) -> Told:
        """What was seen, anew as a source of chance outcomes."""
        return Told(self.answers, self.named)


class Misread(DomainError):
    """A text that is no action here, or could be several.

    :ivar text: what was read.
    :ivar reason: what is wrong, in words, without a full stop.
    :ivar nearest: the texts of the nearest legal actions, best first, at most five.
    """

    def __init__(self, text: str, reason: str, nearest: tuple[str, ...] = ()) -> None:
        self.text = text
        self.reason = reason
        self.nearest = nearest
        near = f"; nearest: {' · '.join(nearest)}" if nearest else ""
        super().__init__(f"{text!r}: {reason}{near}")


class Completion(NamedTuple):
    """A legal action that a text could become, in notation and in words."""

    text: str
    sentence: Sentence


class Notation(Protocol):
    """A game's notation. Positions, actions and rules are those of the game."""

    def write(self, state: Any, action: Any, answers: tuple[str | None, ...] = ()) -> str:
        """Write an action as it stands in a file, with what was seen after ``=``: ``fa1 = E``.

        Unseen cards at the end are left out, and the seat where only one is to act. Actions
        against the rules can be written too.
        """
        ...

    def typed(self, state: Any, action: Any, answers: tuple[str | None, ...] = ()) -> str:
        """Write an action with the fewest keys that are read as the same: ``fa1e``."""
        ...

    def read(self, state: Any, text: str) -> Reading:
        """Read an action, legal or not, however it was spelled.

        :raises Misread: it is none, or could be several.
        """
        ...

    def nearest(self, state: Any, text: str) -> tuple[str, ...]:
        """List the texts of the legal actions that are nearest to a text, at most five."""
        ...

    def complete(self, state: Any, text: str) -> list[Completion]:
        """List what a text could become, best first, legal actions only; behind a whole action,
        what could have been seen with it.
        """
        ...

    def set_up_keys(self, rules: Any) -> tuple[str, ...]:
        """Name every header that the set-up can have."""
        ...

    def write_set_up(
        self, rules: Any, start: int, answers: tuple[str | None, ...]
    ) -> dict[str, str]:
        """Write the set-up as headers; what nobody saw is left out, or ``?`` among known cards."""
        ...

    def read_set_up(
        self, rules: Any, headers: Mapping[str, str]
    ) -> tuple[int, tuple[str | None, ...]]:
        """Read the seat that starts, and the answers to the questions of the set-up in their
        order; headers of other names say nothing about it.

        :raises Misread: a header holds what is not in the box, or too much.
        """
        ...
