"""Guesses at what seats chose, counted: how many the same, by whom, of which kind, where not."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

MOST_APART = 5
"""Decisions that are listed where readers part from the table."""


class Decision(NamedTuple):
    """What a seat chose at a step: its action led on from there. ``version`` is its event's."""

    step: int
    seat: int
    action: Any
    version: int


class Guess(NamedTuple):
    """What a reader would have done at a decision, and when that was recorded."""

    decision: Decision
    action: Any
    author: str
    key: str
    version: int

    @property
    def same(self) -> bool:
        """Whether it is the very action that the seat chose."""
        return bool(self.action == self.decision.action)


class Tally(NamedTuple):
    """How many of ``n`` guesses are what was done."""

    same: int
    n: int

    @property
    def other(self) -> int:
        """How many are something else."""
        return self.n - self.same


class Option(NamedTuple):
    """An action that readers named, or that was done: how often, and by whom."""

    action: Any
    n: int
    authors: tuple[str, ...]
    done: bool
    own: bool


def tally(given: Iterable[Guess]) -> Tally:
    """Count guesses."""
    same = [one.same for one in given]
    return Tally(sum(same), len(same))


def by_author(given: Iterable[Guess]) -> list[tuple[str, Tally]]:
    """Count guesses by who made them, most first; those without a name come as one."""
    return _counted(given, lambda one: one.author)


def by_kind(given: Iterable[Guess]) -> list[tuple[str, Tally]]:
    """Count guesses by the kind of action that was done, most first."""
    return _counted(given, lambda one: kind_of(one.decision.action))


def _counted(given: Iterable[Guess], by: Callable[[Guess], str]) -> list[tuple[str, Tally]]:
    found: dict[str, list[Guess]] = {}
    for one in given:
        found.setdefault(by(one), []).append(one)
    counted = [(name, tally(own)) for name, own in found.items()]
    return sorted(counted, key=lambda each: (-each[1].n, each[0]))


def kind_of(action: Any) -> str:
    """Name an action's kind."""
    return str(type(action).__struct_config__.tag).replace("_", " ")


def apart(given: Iterable[Guess]) -> list[tuple[Decision, Tally]]:
    """List the decisions at which most readers would have done otherwise, as a part of those who
    guessed there; of equal parts, where more guessed.
    """
    found: dict[int, list[Guess]] = {}
    for one in given:
        found.setdefault(one.decision.step, []).append(one)
    counted = [(own[0].decision, tally(own)) for own in found.values()]
    parted = [(decision, told) for decision, told in counted if told.other]
    parted.sort(key=lambda each: (-each[1].other / each[1].n, -each[1].n, each[0].step))
    return parted[:MOST_APART]


def options(decision: Decision, given: Iterable[Guess], own: Guess | None) -> list[Option]:
    """Count what readers would have done at a decision, with what was done, most named first."""
    named = [one for one in given if one.decision.step == decision.step]
    actions = [decision.action]
    actions += [one.action for one in named if one.action not in actions]
    found = []
    for action in dict.fromkeys(actions):
        who = [one for one in named if one.action == action]
        authors = tuple(dict.fromkeys(one.author for one in who if one.author))
        mine = own is not None and own.action == action
        found.append(Option(action, len(who), authors, action == decision.action, mine))
    return sorted(found, key=lambda each: (-each.n, not each.done))
