"""What a report answers: a finding in words, its numbers as a table, its picture."""

from dataclasses import dataclass, field
from typing import Any, Literal

Cell = str | int | float | None
"""One cell of a table; numbers are plain, so that a page formats them and JSON keeps them."""

Unit = Literal["share", "hours", "clause"]

Figure = dict[str, Any]
"""A Plotly figure as plain data: ``data`` and ``layout``."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a report makes of its numbers.

    :ivar title: the finding itself, in a few words.
    :ivar summary: one paragraph with counts and ranges.
    :ivar columns: the table's heads; each of ``rows`` has one cell for each.
    :ivar row_keys: one a row, for :func:`analytics.stats.moments`; none if no row has moments.
    :ivar figure: colours are CSS variables, ``customdata`` holds row keys; or ``None``.
    :ivar units: which columns hold shares from 0 to 1 (``share``), hours (``hours``) or ids of
        clauses (``clause``), so that a page can write them the way people do.
    :ivar too_few: fewer sessions than a range can be drawn from.
    :ivar missing: how many more sessions a first range needs; 0 if it has one.
    :ivar counted: how many sessions the answer rests on.
    """

    title: str
    summary: str
    columns: list[str]
    rows: list[list[Cell]]
    row_keys: list[str] = field(default_factory=list)
    figure: Figure | None = None
    units: dict[str, Unit] = field(default_factory=dict)
    too_few: bool = False
    missing: int = 0
    counted: int = 0


@dataclass(frozen=True, kw_only=True)
class Finding(Answer):
    """The answer to one report's question under some filters.

    :ivar definition: what is counted and what is not, with version and date.
    """

    id: str
    question: str
    definition: str
