"""What every report of the catalogue consists of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from analytics.findings import Answer

Numbers = dict[str, list[tuple[Any, ...]]]
"""The rows that each of a report's queries returned, by the query's name."""


@dataclass(frozen=True)
class Definition:
    """What exactly is counted. A change of meaning is a new version with a new date.

    :ivar excludes: what is left out of the counted sessions, and why; may be empty.
    """

    text: str
    version: int
    date: str
    excludes: str = ""

    def __str__(self) -> str:
        parts = [self.text, self.excludes, f"Version {self.version}, {self.date}."]
        return " ".join(part for part in parts if part)


@dataclass(frozen=True)
class Moments:
    """How the moments behind a row are found.

    :ivar query: returns session id, step and, where there are several in one step, the seat of
        each; reads ``counted`` and the parameters of ``parse``.
    :ivar parse: turns a row's key into parameters.
    :ivar label: says what these parameters ask for, as a heading.
    :ivar noun: what the query counts, where a step can have several.

    :raises ValueError: ``parse`` got a key that no row has.
    """

    query: str
    parse: Callable[[str], dict[str, Any]]
    label: Callable[[dict[str, Any]], str]
    noun: str = ""


@dataclass(frozen=True)
class Report:
    """A question, its numbers as SQL on ``counted`` sessions, and what is made of them.

    :ivar games: names of the games whose own it is; empty for one that every game has.
    :ivar order: where it stands on a page.
    """

    id: str
    question: str
    definition: Definition
    queries: Mapping[str, str]
    summarise: Callable[[Numbers], Answer]
    moments: Moments
    order: int
    games: tuple[str, ...] = ()
