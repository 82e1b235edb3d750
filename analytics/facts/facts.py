"""What a game adds to the projection: its own tables and how its events fill them."""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Protocol

from domain.events import Event

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]
"""Rows by table, each in the order of the table's columns."""

Standing = tuple[float | None, ...]
"""How each seat stands; more is better, ``None`` is unknown."""

See = Callable[[int, Any, Any, Rows], None]
"""``see(step, before, event, rows)``: add rows for an event; ``before`` is the position before."""


class Watcher(Protocol):
    """Looks at one session's events in order, from step 0.

    It may remember what it has seen; after a take-back a new one starts over. A row with a step
    has the number of the step that is being seen.
    """

    @property
    def watches(self) -> Mapping[type[Event], See]:
        """Which events it wants to see."""
        ...

    def settle(self, state: Any, outcome: Any, rows: Rows) -> None:
        """Add the rows that say how the session stands; ``outcome`` is ``None`` until it ends.

        They replace the ones that the session had in these tables, which have no step.
        """
        ...


@dataclass(frozen=True)
class GameFacts:
    """One game's part of the projection.

    :ivar choices: the events that an action can begin with; no other is asked about.
    :ivar watcher: makes a watcher for the session of that number.
    :ivar turn_of: ``turn_of(before, event)``: the turn of the round that the event belongs to,
        from 1; ``None`` outside turns.
    :ivar standing: ``standing(state, before, known)``: how each seat stands, more is better;
        ``None`` where unknown. ``before`` is an earlier position, or ``None``, and ``known`` how
        they stood there, so that what is as it was need not be counted again.
    :ivar items: ``items(state, action)``: what an action has to offer, each as kind and name, such
        as its card and its tile.
    :ivar knows: ``knows(state, seat)``: whether all is known that the seat's actions depend on.
    :ivar in_the_way: for clauses that only forbid: SQL that returns those sessions of the table
        ``looked`` in which the clause had something to forbid, where rows can tell.
    """

    choices: Set[type[Event]]
    watcher: Callable[[int], Watcher]
    turn_of: Callable[[Any, Event], int | None]
    standing: Callable[[Any, Any, Standing], Standing]
    items: Callable[[Any, Any], tuple[tuple[str, str], ...]]
    knows: Callable[[Any, int], bool]
    in_the_way: Mapping[str, str] = field(default_factory=dict)
