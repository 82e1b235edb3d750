"""What became of a target's inputs. It imports nothing that coverage is to be measured in."""

from dataclasses import dataclass, field


@dataclass
class Tally:
    """Counts of a target's inputs, and of those that were accepted; what the others broke."""

    name: str
    inputs: int = 0
    accepted: int = 0
    broken: list[str] = field(default_factory=list)
