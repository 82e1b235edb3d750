"""What an experiment found: every comparison, judged, and the clauses of one side only."""

from datetime import datetime

import msgspec

from analytics.experiments.differing import Verdict
from analytics.experiments.measures import Kind
from analytics.experiments.question import Question


class Pair(msgspec.Struct, frozen=True):
    """Two stored games of one deal that differ much in a measure."""

    one: str
    other: str
    values: tuple[float, float]


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """One measure of one side against the first side.

    :ivar low: with ``high`` the 95% range of ``by``, for this measure by itself.
    :ivar p: corrected for all comparisons of the answer.
    :ivar matters: the smallest difference that matters.
    :ivar visible: the smallest that would have been found four times out of five.
    :ivar more: games a side that would settle an open one, if the difference stays what it is.
    """

    key: str
    title: str
    definition: str
    kind: Kind
    words: tuple[str, str]
    side: str
    n: int
    m: int
    one: float
    other: float
    low: float | None
    high: float | None
    p: float
    matters: float
    visible: float | None
    verdict: Verdict
    more: int | None
    behind: tuple[Pair, ...] = ()

    @property
    def by(self) -> float:
        """How much more the later side has."""
        return self.other - self.one


class OneSided(msgspec.Struct, frozen=True):
    """A clause that fired on one side and never on another: in so many games of so many."""

    clause: str
    fired_with: str
    never_with: str
    games: int
    of: int
    never_of: int


class SideSaid(msgspec.Struct, frozen=True):
    """A side: its label, its games, why they ended, and whether they were recorded before."""

    label: str
    games: int
    ends: dict[str, int]
    recorded: bool


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that an experiment found.

    :ivar question: with editions left out, which are long.
    :ivar stored: whether its games were recorded, so that they can be opened.
    """

    key: str
    question: Question
    apart: tuple[str, ...]
    sides: tuple[SideSaid, ...]
    compared: tuple[Compared, ...]
    coverage: tuple[OneSided, ...]
    stored: bool
    at: datetime
    seconds: float
