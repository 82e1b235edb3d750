"""Lantern Moths in rows: wicks and their fate, takes, Dusk cards, scores by part."""

from collections.abc import Mapping

from analytics.facts.facts import GameFacts, Rows, See, Standing
from domain.events import Event
from domain.games.lantern_moths import scores
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.events import (
    CardDrawn,
    DuskPlaced,
    MothPlanted,
    MothsKept,
    MothsTaken,
    TileFlipped,
    TurnForfeited,
    WickLit,
    WicksWentOut,
)
from domain.games.lantern_moths.outcome import Outcome, score
from domain.games.lantern_moths.state import PLACE, State

Settled = MothsTaken | MothsKept | WicksWentOut


class LanternMothsWatcher:
    """Remembers in which step each wick was lit until the end of the round settles it."""

    def __init__(self, session: int) -> None:
        self._session = session
        self._lit: dict[tuple[int, str], int] = {}
        self.watches: Mapping[type[Event], See] = {
            WickLit: self._wick_lit,
            MothsTaken: self._taken,
            MothsKept: self._settled,
            WicksWentOut: self._settled,
            DuskPlaced: self._dusk,
        }

    def settle(self, state: State, outcome: Outcome | None, rows: Rows) -> None:
        """Add each seat's points by part at the end."""
        for seat, s in enumerate(outcome.scores if outcome else ()):
            rows["lm_scores"].append(
                (self._session, seat, s.printed, s.ghosts, s.sets, s.moths, s.ghost_moths)
            )

    def _wick_lit(self, step: int, before: State, event: WickLit, rows: Rows) -> None:
        self._lit[event.seat, event.tile] = step

    def _settled(self, step: int, before: State, event: Settled, rows: Rows) -> None:
        tile, place = event.tile, PLACE[event.tile]
        moths, seats = before.moths[place], before.wicks[place]
        ghosts, blocked = _ghosts(before, moths), before.ghost_blocks(place)
        fate = _fate(len(moths), len(seats), blocked)
        number, round_ = self._session, before.round
        counts = len(moths), ghosts, len(seats), blocked, fate
        rows["lm_wicks"] += [
            (number, step, self._lit.pop((seat, tile), step), seat, tile, round_, *counts)
            for seat in seats
        ]

    def _taken(self, step: int, before: State, event: MothsTaken, rows: Rows) -> None:
        self._settled(step, before, event, rows)
        ghosts, components = _ghosts(before, event.moths), before.rules.components
        printed = sum([components.values[c] for c in event.moths if c != components.ghost])
        row = (self._session, step, event.seat, event.tile, before.round)
        rows["lm_takes"].append((*row, len(event.moths), ghosts, printed))

    def _dusk(self, step: int, before: State, event: DuskPlaced, rows: Rows) -> None:
        nth, during = len(before.dusk) + 1, "action" if before.in_turns else "refill"
        row = (self._session, step, nth, before.round, event.seat, during, event.replaced)
        rows["lm_dusk"].append(row)


def _ghosts(state: State, moths: tuple[str, ...]) -> int:
    return moths.count(state.rules.components.ghost)


def _fate(moths: int, wicks: int, blocked: bool) -> str:
    """Name a wick's fate: the first of empty, contested, ghost that holds, otherwise took.

    >>> _fate(0, 2, False), _fate(3, 2, True), _fate(3, 1, True), _fate(3, 1, False)
    ('empty', 'contested', 'ghost', 'took')
    """
    if not moths:
        return "empty"
    if wicks > 1:
        return "contested"
    return "ghost" if blocked else "took"


def turn_of(state: State, event: Event) -> int | None:
    """Return the turn of the round that the event belongs to, from 1; ``None`` outside turns."""
    kind = type(event)
    if kind in _IN_TURN or (kind is DuskPlaced and state.in_turns):
        return state.turns_done + 1
    return None


_IN_TURN = frozenset({CardDrawn, MothPlanted, WickLit, TileFlipped, TurnForfeited})


def standing(state: State, before: State | None, known: Standing) -> Standing:
    """Count the points of every lantern, or only of those that changed since a position."""
    if before is None:
        return scores(state)
    pairs = zip(state.lanterns, before.lanterns, known, strict=True)
    rules = state.rules
    return tuple(
        points if now is then else None if now.unknown else score(rules, now).total
        for now, then, points in pairs
    )


def items(state: State, action: Action) -> tuple[tuple[str, str], ...]:
    """Name the kind of action, and its card and tile where it has them."""
    match action:
        case Draw(_, source):
            return (("action", f"draw from the {source}"),)
        case Plant(_, card, tile):
            return (("action", "plant"), ("card", card), ("tile", tile))
        case Light(_, tile):
            return (("action", "light"), ("tile lit", tile))
        case Flip(_, tile):
            return (("action", "flip"), ("tile flipped", tile))


def knows(state: State, seat: int) -> bool:
    """Whether the seat's hand is known."""
    return not state.hands[seat].unknown


TWO_WICKS = """
SELECT DISTINCT session FROM looked JOIN lm_wicks USING (session)
GROUP BY session, seat, round HAVING count(*) > 1
"""
"""Sessions in which somebody had two wicks lit at once: both go out when the round ends."""

FACTS = GameFacts(
    choices=frozenset({CardDrawn, DuskPlaced, MothPlanted, WickLit, TileFlipped}),
    watcher=LanternMothsWatcher,
    turn_of=turn_of,
    standing=standing,
    items=items,
    knows=knows,
    in_the_way={"turn.light.one-each": TWO_WICKS, "turn.light.unlit": TWO_WICKS},
)
