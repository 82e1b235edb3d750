"""Events as they are decided, and the position that they lead to."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from domain.events import Event

State = TypeVar("State")


class Run(Generic[State]):
    """The events so far and the position after them; calling it with an event goes one on."""

    __slots__ = ("_evolve", "events", "state")

    def __init__(self, state: State, evolve: Callable[[State, Any], State]) -> None:
        self.state = state
        self.events: list[Event] = []
        self._evolve = evolve

    def __call__(self, event: Event) -> None:
        self.events.append(event)
        self.state = self._evolve(self.state, event)
