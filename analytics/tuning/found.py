"""What a search found: a frontier, and how its candidates did on fresh deals."""

import msgspec
from msgspec.structs import replace

from analytics.tuning.aims import Against
from analytics.tuning.tuning import Tuning, Values
from analytics.tuning.varying import Value

Ends = tuple[float, float]


class Seen(msgspec.Struct, frozen=True):
    """How a candidate did in one aim.

    :ivar values: one a side; ``ranges`` are their 95% ranges.
    :ivar loss: how far from what is wanted, on the side that misses it by most.
    :ivar worst: the value there.
    """

    key: str
    values: tuple[float, ...]
    ranges: tuple[Ends | None, ...]
    loss: float
    worst: float


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """A candidate.

    :ivar number: 0 is the one that changes nothing.
    :ivar changes: what differs from that: by name, what it is.
    :ivar searched: in each aim, on the deals of the search; those were looked at to choose it, so
        that they flatter it.
    :ivar again: in each aim on fresh deals; empty if it was not played again.
    :ivar stands: whether, on those, no other candidate that was played again dominates it.
    :ivar against: by aim, whether it is surely nearer or farther there than candidate 0.
    """

    number: int
    values: Values
    changes: dict[str, Value]
    searched: tuple[Seen, ...]
    again: tuple[Seen, ...] = ()
    stands: bool | None = None
    against: dict[str, Against] = {}

    @property
    def seen(self) -> tuple[Seen, ...]:
        """Its numbers on fresh deals where there are some, else those of the search."""
        return self.again or self.searched


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a search found.

    :ivar tuning: with the edition left out, which is long.
    :ivar edition: its name.
    :ivar tried: candidates that were played, ``left_out`` those whose numbers do not fit together.
    :ivar current: candidate 0.
    :ivar frontier: those that no other candidate of the search dominates, in order of number.
    :ivar cloud: all that were played: their value for each aim, where they miss it by most.
    :ivar complete: whether neither the search nor the games again were interrupted.
    """

    key: str
    tuning: Tuning
    edition: str
    tried: int
    left_out: int
    current: Point
    frontier: tuple[Point, ...]
    cloud: tuple[tuple[float, ...], ...]
    complete: bool

    @property
    def whole(self) -> bool:
        """Whether there are no other candidates."""
        return self.tried + self.left_out >= self.tuning.combinations

    def answers(self, tuning: Tuning) -> bool:
        """Whether this was found by that search: every candidate has a number for each of its aims
        and sides.
        """
        return (
            self.tuning == replace(tuning, edition={})
            and all(map(self._fits, (self.current, *self.frontier)))
            and all(len(values) == len(tuning.aims) for values in self.cloud)
        )

    def _fits(self, point: Point) -> bool:
        keys, sides = [aim.key for aim in self.tuning.aims], len(self.tuning.sides)
        return (
            len(point.values) == len(self.tuning.vary)
            and point.against.keys() <= set(keys)
            and all(
                [one.key for one in seen] == keys
                and all(len(one.values) == len(one.ranges) == sides for one in seen)
                and all(one.worst in one.values for one in seen)
                for seen in (point.searched, point.seen)
            )
        )
