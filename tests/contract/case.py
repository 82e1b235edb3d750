"""What the contract tests need to know about one game beyond its contract."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from domain.events import Event
from domain.words import Sentence, Spot

Lying = dict[Spot, Counter[str | None]]
"""What lies at each spot of a table, by name; an unknown card counts under ``None``."""


@dataclass(frozen=True)
class Case:
    """One game's whole action space and its secrets.

    ``space(state)`` yields every action that can be written down at that table, legal or not,
    some by nobody and on nothing. ``swaps(state, seat)`` yields positions that differ only in what
    the seat cannot see; ``veiled(event, seat)`` does so for an event. ``open(question, card)``
    says whether everybody at the table sees the answer to a chance question. ``also`` lists seeds
    of further sessions, in the default options, in which something rare happens. ``lying(state)``
    says what lies where; a spot that is not named is empty. ``touches(action, about)`` says whether
    an action is done at a place or with a card, ``covers(tried, action)`` whether a sentence says
    that it cannot be done.
    """

    space: Callable[[Any], Iterator[Any]]
    swaps: Callable[[Any, int | None], Iterator[Any]]
    veiled: Callable[[Event, int | None], Iterator[Event]]
    open: Callable[[str, str], bool]
    lying: Callable[[Any], Lying]
    touches: Callable[[Any, str], bool]
    covers: Callable[[Sentence, Any], bool]
    also: tuple[int, ...] = ()
