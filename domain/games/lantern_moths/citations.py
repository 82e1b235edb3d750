"""Which clauses an event rests on, derived from the position before it."""

from collections.abc import Callable
from typing import Any

from domain.events import Event
from domain.games.lantern_moths.actions import Action, Draw, Flip, Light, Plant
from domain.games.lantern_moths.events import (
    CardDrawn,
    DuskPlaced,
    DuskShuffledIn,
    GameSetUp,
    HandRefilled,
    MothPlanted,
    MothsKept,
    MothsTaken,
    NightEnded,
    StartPassed,
    TileFlipped,
    TurnForfeited,
    WickLit,
    WicksReturned,
    WicksWentOut,
)
from domain.games.lantern_moths.evolve import evolve
from domain.games.lantern_moths.outcome import outcome
from domain.games.lantern_moths.state import ACTIONS, FOURTH, PLACE, State

_SET_UP = (
    "setup.garden",
    "setup.players",
    "setup.lanterns",
    "setup.dusk-aside",
    "setup.deal",
    "setup.start",
)
_TIES = {"points": 1, "moths": 2, "ghosts": 3, "shared": 4}


def cite(state: State, event: Event) -> tuple[str, ...]:
    """List the clauses that the event rests on, the most telling first.

    ``state`` is the position before the event.
    """
    kind = type(event)
    clauses = _ALWAYS.get(kind) or _cite(state, event)
    if state.actions_done + 1 == ACTIONS and _is_whole_action(kind, event):
        return (*clauses, "turn.two-actions", "turn.order")
    return clauses


_WHOLE = frozenset({CardDrawn, MothPlanted, WickLit, TileFlipped})
_ALWAYS: dict[type[Event], tuple[str, ...]] = {
    GameSetUp: _SET_UP,
    TileFlipped: ("turn.flip", "turn.flip.adjacent"),
    TurnForfeited: ("turn.forfeit",),
    MothsTaken: ("end.take", "end.round"),
    WicksWentOut: ("turn.light.empty", "end.round"),
    WicksReturned: ("end.wicks", "end.round"),
    HandRefilled: ("end.refill", "end.refill.order"),
    StartPassed: ("end.pass-start",),
    DuskShuffledIn: ("night.dusk-in",),
}
"""What rests on the same clauses in every position."""


def _is_whole_action(kind: type[Event], event: Any) -> bool:
    return kind in _WHOLE or (kind is DuskPlaced and not event.replaced)


def _cite(state: State, event: Event) -> tuple[str, ...]:
    match event:
        case MothPlanted(_, card, _):
            ghost = card == state.rules.components.ghost
            return ("turn.plant.ghost", "turn.plant") if ghost else ("turn.plant",)
        case CardDrawn(_, _, source):
            return ("turn.draw.discard", "turn.draw") if source == "discard" else ("turn.draw",)
        case DuskPlaced():
            return _cite_dusk(state, event)
        case WickLit(_, tile):
            empty = not state.moths[PLACE[tile]]
            return ("turn.light", "turn.light.empty") if empty else ("turn.light",)
        case MothsKept(tile):
            return _cite_kept(state, PLACE[tile])
        case NightEnded(reason):
            return _cite_end(state, event, reason)
    raise TypeError(f"no event of lantern moths: {event!r}")


def _cite_dusk(state: State, event: DuskPlaced) -> tuple[str, ...]:
    clauses = ["night.dusk"]
    if not state.in_turns:
        clauses.append("night.dusk.refill")
    if not event.replaced:
        clauses.append("night.dusk.no-replacement")
    if len(state.dusk) + 1 == FOURTH:
        clauses.insert(0, "night.fourth")
        if not state.in_turns:
            clauses.insert(1, "night.fourth.refill")
    return tuple(clauses)


def _cite_kept(state: State, place: int) -> tuple[str, ...]:
    clauses = []
    if len(state.wicks[place]) > 1:
        clauses.append("end.contest")
    if state.ghost_blocks(place):
        clauses.append("end.ghost")
    return (*clauses, "end.stay")


def _cite_end(state: State, event: NightEnded, reason: str) -> tuple[str, ...]:
    first = "night.deck-out" if reason == "deck_out" else "night.fourth"
    clauses = [first]
    ended = evolve(state, event)
    result = outcome(ended)
    if result is not None:
        parts = ("printed", "score.printed"), ("ghosts", "score.ghost"), ("sets", "score.set")
        clauses += [c for part, c in parts if any(getattr(s, part) for s in result.scores)]
        ties = ("score.win", "score.tie-moths", "score.tie-ghosts", "score.shared")
        clauses += ties[: _TIES[result.decided_by]]
    return tuple(clauses)


def action_of(state: State, event: Event) -> Action | None:
    """Return the action that the event begins, or ``None`` for one that follows from the rules.

    A Dusk card placed in a turn begins a Draw; the card drawn for it belongs to the same Draw.
    """
    begins = _ACTION_OF.get(type(event))
    return None if begins is None else begins(state, event)


def _begun_by_card(state: State, event: CardDrawn) -> Action | None:
    return None if state.drawing else Draw(event.seat, event.source)


def _begun_by_dusk(state: State, event: DuskPlaced) -> Action | None:
    return Draw(event.seat) if state.in_turns and not state.drawing else None


_ACTION_OF: dict[type[Event], Callable[[State, Any], Action | None]] = {
    CardDrawn: _begun_by_card,
    DuskPlaced: _begun_by_dusk,
    MothPlanted: lambda state, event: Plant(event.seat, event.card, event.tile),
    WickLit: lambda state, event: Light(event.seat, event.tile),
    TileFlipped: lambda state, event: Flip(event.seat, event.tile),
}
