"""Where a game that is carried out again parts from what was recorded."""

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Any

from analytics.counterfactual.found import Divergence
from analytics.rulebooks import rulebook
from domain.events import Event
from domain.game import Game
from domain.words import plain


class Parting:
    """Finds the first thing that comes out otherwise, and says it in words.

    :param changed: the names of the rulings that are others.
    """

    def __init__(self, game: Game, names: Sequence[str], changed: Collection[str]) -> None:
        self._game, self._names = game, names
        self._own = {o.clause for o in rulebook(game).options if o.name in changed}

    def find(
        self,
        step: int,
        there: Sequence[Any],
        recorded: Sequence[Event],
        here: tuple[Any, Any],
        made: Sequence[Event],
    ) -> Divergence | None:
        """Compare the events of one action, and the points after each of them.

        :param step: the first of the recorded events.
        :param there: the recorded positions, before each event and after the last.
        :param here: the positions before and after the action that was carried out again.
        """
        now, scores = here[0], self._game.scores
        scored: Divergence | None = None
        for nth, (old, new) in enumerate(zip_longest(recorded, made)):
            if old != new:
                at = min(nth, len(recorded) - 1)
                parted = self._event(step + at, there[min(nth, len(recorded))], old, now, new)
                return scored or parted
            now = self._game.evolve(now, new)
            if scored is None and (points := scores(there[nth + 1])) != (others := scores(now)):
                scored = Divergence(
                    step=step + nth,
                    clauses=tuple(sorted(self._own)),
                    recorded=f"points {', '.join(map(_number, points))}",
                    instead=f"points {', '.join(map(_number, others))}",
                )
        return scored

    def _event(
        self, step: int, before: Any, old: Event | None, now: Any, new: Event | None
    ) -> Divergence:
        cited = [
            *(self._game.cite(before, old) if old is not None else ()),
            *(self._game.cite(now, new) if new is not None else ()),
        ]
        own = [clause for clause in dict.fromkeys(cited) if clause in self._own]
        was, would = self._told(before, old), self._told(now, new)
        if was == would and old is not None and new is not None:
            was, would = (
                f"{text} ({_apart(*pair)})" for text, *pair in ((was, old, new), (would, new, old))
            )
        return Divergence(
            step=step,
            clauses=tuple(own or dict.fromkeys(cited)),
            recorded=was,
            instead=would,
        )

    def _told(self, before: Any, event: Event | None) -> str:
        if event is None:
            return ""
        return plain(self._game.tell(before, event).sentence, self._names)


def _apart(event: Event, other: Event) -> str:
    """Say what an event holds that another one of the same words does not."""
    names = (name for name in event.__struct_fields__ if name != "seat")
    return ", ".join(
        f"{name.replace('_', ' ')}: {_value(getattr(event, name))}"
        for name in names
        if getattr(event, name) != getattr(other, name, None)
    )


def _value(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _number(points: int | None) -> str:
    return "?" if points is None else str(points)
