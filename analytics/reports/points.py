"""Points of one part of the score: what a seat has of it, and how far winners are ahead by it."""

from typing import NamedTuple

from analytics.intervals import Range, mean_range, missing


class Part(NamedTuple):
    """A row of a query about parts of the score."""

    part: str
    sessions: int
    points: float
    deviation: float | None
    compared: int
    ahead: float | None
    ahead_deviation: float | None

    @property
    def range(self) -> Range | None:
        return None if missing(self.sessions) else mean_range(*self[2:4], self.sessions)

    @property
    def ahead_range(self) -> Range | None:
        if self.ahead is None or missing(self.compared):
            return None
        return mean_range(self.ahead, self.ahead_deviation, self.compared)
