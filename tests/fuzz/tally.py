"""What became of a target's inputs. It imports nothing that coverage is to be measured in."""

from dataclasses import dataclass


@dataclass
class Tally:
    """Counts of a target's inputs, and of those that were accepted."""

    name: str
    inputs: int = 0
    accepted: int = 0
