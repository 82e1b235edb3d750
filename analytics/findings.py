"""What a report answers: a finding in words, its numbers as a table, its picture."""

from dataclasses import dataclass, field
from typing import Any

Cell = str | int | float | None
"""One cell of a table; numbers are plain, so that a page formats them and JSON keeps them."""


@dataclass(frozen=True)
class Finding:
    """The answer to one report's question under some filters.

    :ivar title: the finding itself, in a few words.
    :ivar summary: one paragraph with counts and ranges.
    :ivar columns: the table's heads; ``rows`` has one cell for each.
    :ivar figure: a Plotly figure as plain data, colours as CSS variables; or ``None``.
    :ivar too_few: fewer sessions than a range can be drawn from.
    :ivar missing: how many more sessions a first range needs; 0 if it has one.
    :ivar row_keys: one a row, for :func:`analytics.stats.moments`; empty where there are none.
    :ivar counted: how many sessions the answer rests on.
    """

    id: str
    question: str
    definition: str
    title: str
    summary: str
    columns: list[str]
    rows: list[list[Cell]]
    figure: dict[str, Any] | None = None
    too_few: bool = False
    missing: int = 0
    row_keys: list[str] = field(default_factory=list)
    counted: int = 0
