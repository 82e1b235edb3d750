"""Two sessions of a game side by side: which steps belong together, and what differs."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Literal, NamedTuple

from service.web import words
from service.web.playback import Playback
from service.web.words import LETTERS

By = Literal["step", "round"]

FEW = 8  # things at a place that are all named
PLACES = 12  # differences that are listed


class Pair(NamedTuple):
    """A step of each session that are shown together."""

    one: int
    other: int


class Part(NamedTuple):
    """A round on the common track: its number, where it begins and ends."""

    number: int
    first: int
    last: int


class Differs(NamedTuple):
    """A place at which something else lies: what in each, in words."""

    place: str
    one: str
    other: str


class Gap(NamedTuple):
    """What a seat has in both, and in words by how much that differs."""

    seat: int
    names: tuple[str, ...]
    one: int
    other: int
    said: str


@dataclass(frozen=True)
class Track:
    """The common track of two sessions; its places are numbered from 0.

    :ivar stops: places at which a round ends, and the set-up.
    """

    pairs: tuple[Pair, ...]
    parts: tuple[Part, ...]

    @property
    def last(self) -> int:
        """The last place."""
        return len(self.pairs) - 1

    @property
    def stops(self) -> list[int]:
        """The set-up and the places at which a round ends."""
        return sorted({0, *(part.last for part in self.parts)})

    def place_of(self, one: int) -> int:
        """Return the first place that shows a step of the first session, or the last place."""
        return next((at for at, pair in enumerate(self.pairs) if pair.one >= one), self.last)


def track(one: Playback, other: Playback, by: By) -> Track:
    """Lay two sessions along each other.

    By step the same numbers stand together, and the shorter one waits at its end. By round each
    round begins in both at once; who is done with it waits for the other.
    """
    return _by_round(one, other) if by == "round" else _by_step(one, other)


def _by_step(one: Playback, other: Playback) -> Track:
    longer = one if one.last >= other.last else other
    pairs = tuple(Pair(min(at, one.last), min(at, other.last)) for at in range(longer.last + 1))
    parts = tuple(Part(part.number, part.first, part.last) for part in longer.rounds)
    return Track(pairs, parts)


def _by_round(one: Playback, other: Playback) -> Track:
    first, second = _steps(one), _steps(other)
    pairs, parts = [Pair(0, 0)], []
    for number in sorted({*first, *second}):
        mine, theirs = first.get(number, []), second.get(number, [])
        begun, at = len(pairs) - 1, pairs[-1]
        for nth in range(max(len(mine), len(theirs))):
            at = Pair(
                mine[min(nth, len(mine) - 1)] if mine else at.one,
                theirs[min(nth, len(theirs) - 1)] if theirs else at.other,
            )
            pairs.append(at)
        parts.append(Part(number, begun, len(pairs) - 1))
    return Track(tuple(pairs), tuple(parts))


def _steps(film: Playback) -> dict[int, list[int]]:
    """List the steps of each round, without the set-up."""
    found: dict[int, list[int]] = {}
    for row in film.rows[1:]:
        found.setdefault(row.round, []).append(row.step)
    return found


@dataclass(frozen=True)
class Beside:
    """Two sessions at a place of their common track, each as its reader may see it."""

    one: Playback
    other: Playback
    track: Track
    at: int
    labels: tuple[str, str] = ("first", "second")

    @property
    def pair(self) -> Pair:
        """The steps that are shown."""
        return self.track.pairs[self.at]

    @cached_property
    def parted(self) -> int | None:
        """The first step at which the two are not the same, as seen; ``None`` if none is."""
        steps = zip(self.one.rows, self.other.rows, strict=False)
        for step, (mine, theirs) in enumerate(steps):
            if mine.seen.event != theirs.seen.event:
                return step
        shorter = min(self.one.last, self.other.last)
        return shorter + 1 if self.one.last != self.other.last else None

    @property
    def shared(self) -> bool:
        """Whether the second one stands at a step that was the same in both, and all before it."""
        return self.parted is None or self.pair.other < self.parted

    @cached_property
    def unit(self) -> str:
        """What the numbers of the seats count; empty where the two do not count the same."""
        one, other = self.one.lines, self.other.lines
        return one[1] if one[:2] == other[:2] else ""

    @cached_property
    def gaps(self) -> list[Gap]:
        """What each seat has in both."""
        mine = self.one.lines[2][self.pair.one]
        theirs = self.other.lines[2][self.pair.other]
        found = []
        for seat, (here, there) in enumerate(zip(mine, theirs, strict=False)):
            names = dict.fromkeys((self.one.names[seat], self.other.names[seat]))
            found.append(Gap(seat, tuple(names), here, there, self._said(here, there)))
        return found

    def _said(self, here: int, there: int) -> str:
        if here == there:
            return "the same"
        which = self.labels[here < there]
        return f"{abs(here - there)} more in the {which}"

    @cached_property
    def differing(self) -> list[Differs]:
        """The places at which something else lies now; seats are letters, whoever sits there."""
        module = import_module(f"service.web.boards.{self.one.game.name}.lying")
        lying: Callable[[Any, Sequence[str]], dict[str, tuple[str, ...]]] = module.lying
        mine = lying(self.one.states[self.pair.one], LETTERS[: len(self.one.names)])
        theirs = lying(self.other.states[self.pair.other], LETTERS[: len(self.other.names)])
        return [
            Differs(place, *_said_of(mine.get(place, ()), theirs.get(place, ())))
            for place in dict.fromkeys((*mine, *theirs))
            if mine.get(place, ()) != theirs.get(place, ())
        ]

    @property
    def listed(self) -> list[Differs]:
        """Those of them that are listed."""
        return self.differing[:PLACES]

    @property
    def more(self) -> str:
        """Say how many more there are."""
        left = len(self.differing) - PLACES
        return words.count(left, "more place") if left > 0 else ""


def _said_of(one: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
    """Say what lies at a place in each; where much does, what lies in this one only."""
    if len(one) <= FEW and len(other) <= FEW:
        return ", ".join(one) or "nothing", ", ".join(other) or "nothing"
    return _only(one, other), _only(other, one)


def _only(these: Sequence[str], those: Sequence[str]) -> str:
    left = list((Counter(these) - Counter(those)).elements())
    if not left:
        return "nothing besides"
    said = ", ".join(left[:FEW])
    return f"only {said} and {len(left) - FEW} more" if len(left) > FEW else f"only {said}"
