"""What every report of the catalogue consists of."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Report:
    """A question, and how it is answered.

    :ivar games: names of the games it can be asked about; empty for all.
    """

    id: str
    question: str
    definition: str
    games: tuple[str, ...] = ()
