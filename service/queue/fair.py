"""Who is next where many wait for one: each person in turn, within a share of the line."""

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from itertools import zip_longest
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class TooBusy(Exception):
    """As many tasks wait as may wait."""


class FairQueue(Generic[K]):
    """A line in which each person waits behind their own tasks, and one of each is done in turn.

    :param what: what is waited for, in the plural.
    :param each: tasks of one person that may stand in line, with one that is being done.
    :param most: tasks of all that may.
    """

    def __init__(self, what: str, each: int, most: int) -> None:
        self._what, self._each, self._most = what, each, most
        self._lines: OrderedDict[str, list[K]] = OrderedDict()
        self._serving = ""
        self._first: K | None = None

    def add(self, who: str, task: K) -> None:
        """Put somebody's task in line; one that others wait for too is done once, for all.

        :raises TooBusy: too many are theirs, or anybody's.
        """
        own = self._lines.get(who, [])
        if task in own:
            return
        if len(own) >= self._each:
            raise TooBusy(
                f"{self._each} {self._what} of yours are in line; ask again when one has ended"
            )
        if task not in self and len(self.order()) >= self._most:
            raise TooBusy(f"{self._most} {self._what} are in line; ask again when one has ended")
        self._lines.setdefault(who, own).append(task)

    def begin(self) -> K | None:
        """Return the task that is next and stays first until it is removed; ``None`` if nobody
        waits.
        """
        for who, own in self._lines.items():
            self._serving, self._first = who, own[0]
            return own[0]
        return None

    def remove(self, task: K) -> None:
        """Take a task out of the line, whoever waits for it; whose turn it was is last now."""
        if self._first == task:
            self._lines.move_to_end(self._serving)
            self._serving, self._first = "", None
        for who, own in list(self._lines.items()):
            if task in own:
                own.remove(task)
            if not own:
                del self._lines[who]

    def clear(self) -> None:
        """Let nobody wait any more."""
        self._lines.clear()
        self._serving, self._first = "", None

    def order(self) -> list[K]:
        """List what waits as it will be done, if nobody else comes."""
        return list(dict.fromkeys(self._in_turn()))

    def __contains__(self, task: object) -> bool:
        """Whether a task stands in line."""
        return any(task in own for own in self._lines.values())

    def _in_turn(self) -> Iterator[K]:
        if self._first is not None:
            yield self._first
        people = sorted(self._lines, key=lambda who: who == self._serving)
        waiting = ([one for one in self._lines[who] if one != self._first] for who in people)
        for row in zip_longest(*waiting):
            yield from (one for one in row if one is not None)
