"""What was laid out or drawn once and is used again while it shows the same."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Kept:
    """Things by what they were made from.

    A thing that is found again is the same object, so that whoever draws it can tell by looking
    at nothing but the object whether it was drawn before.
    """

    def __init__(self) -> None:
        self._things: dict[Hashable, Any] = {}

    def __call__(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the thing of a key, made if it is not there.

        :param key: all that ``make`` looks at and that may change while these things are kept.
        """
        try:
            found: T = self._things[key]
        except KeyError:
            found = self._things.setdefault(key, make())
        return found

    def __len__(self) -> int:
        return len(self._things)
