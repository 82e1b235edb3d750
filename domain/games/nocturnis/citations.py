"""Which clauses an event rests on, derived from the position before it."""

from collections.abc import Callable
from typing import Any

from domain.events import Event
from domain.games.nocturnis.actions import (
    Action,
    Discard,
    Draw,
    Exchange,
    Lure,
    LureNone,
    Mark,
    StopDrawing,
    TakeBonus,
)
from domain.games.nocturnis.effects import Effect
from domain.games.nocturnis.events import (
    BonusTaken,
    CardsDiscarded,
    DisplayRestocked,
    DrawingStopped,
    ExchangeBegun,
    ExtraShapeSkipped,
    GameSetUp,
    HabitatMarked,
    HabitatRevealed,
    LureDeclined,
    MothDrawn,
    MothLured,
    MothTaken,
    NightEnded,
    RoundSatOut,
    WentOut,
)
from domain.games.nocturnis.evolve import evolve
from domain.games.nocturnis.outcome import Score, outcome
from domain.games.nocturnis.state import ChooseBonus, DrawCards, MarkShape, State

Clauses = tuple[str, ...]

_SET_UP = (
    "setup.sheet",
    "setup.players",
    "setup.habitats",
    "setup.moths",
    "setup.hand",
    "setup.first",
)


def cite(state: State, event: Event) -> Clauses:
    """List the clauses that the event rests on, the most telling first.

    ``state`` is the position before the event.
    """
    found: Clauses = _CITE[type(event)](state, event)
    return tuple(dict.fromkeys(found))


def _revealed(state: State, event: HabitatRevealed) -> Clauses:
    return ("round.reveal", *_reshuffled(not len(state.habitats)))


def _reshuffled(emptied: bool) -> Clauses:
    return ("round.reshuffle",) if emptied else ()


def _marked(state: State, event: HabitatMarked) -> Clauses:
    sheet, garden = state.sheet(event.seat), state.gardens[event.seat]
    place = "mark.adjacent" if garden.marked else "mark.corner"
    extra = isinstance(state.top(event.seat), MarkShape)
    bonus = any(sheet.numbers[name] in sheet.bonuses for name in event.squares)
    return (
        "effect.shape" if extra else "mark.shape",
        place,
        "mark.overlap",
        *(("sheet.back.bonus",) if bonus else ()),
        *(() if extra else ("round.choose", "round.any-order")),
    )


def _drawn(state: State, event: MothDrawn | MothTaken) -> Clauses:
    taken = isinstance(event, MothTaken)
    empty = not len(state.stack) and not taken
    why = _why_drawn(state, event.seat)
    full = ("draw.effect-limit",) if why == "effect.draw" and not state.has_room(event.seat) else ()
    return (why, "draw.source", *full, *_reshuffled(empty))


def _why_drawn(state: State, seat: int) -> str:
    """Say what a card is drawn for: the seat's action, an effect or an exchange."""
    top = state.top(seat)
    if not isinstance(top, DrawCards):
        return "draw.two"
    if top.optional:
        return "effect.draw"
    return "draw.two" if top.limited else "exchange.discard"


def _lured(state: State, event: MothLured) -> Clauses:
    moth = state.rules.components.moth_of[event.cards[0]]
    atlas = ("lure.atlas",) if len(event.cards) > 1 else ()
    return (
        *atlas,
        "lure.symbols",
        "lure.one",
        "lure.crosses",
        *_effect(moth.effect),
        "lure.discard",
        "score.moths",
    )


def _effect(effect: Effect) -> Clauses:
    if not effect:
        return ()
    kind = "effect.draw" if effect.draw else "effect.points" if effect.points else "effect.shape"
    return ("lure.effect", kind)


def _bonus(state: State, event: BonusTaken) -> Clauses:
    sheet, top = state.sheet(event.seat), state.top(event.seat)
    effect = sheet.bonuses[sheet.numbers[event.square]]
    several = isinstance(top, ChooseBonus) and len(top.squares) > 1
    order = ("sheet.bonus.order",) if several else ()
    return ("sheet.back.bonus", *order, *_effect(effect)[1:])


def _exchange(state: State, event: ExchangeBegun) -> Clauses:
    refresh = ("exchange.refresh",) if event.refresh else ()
    return ("exchange.time", *refresh, "exchange.twice", "score.exchange")


def _ended(state: State, event: NightEnded) -> Clauses:
    result = outcome(evolve(state, event))
    assert result is not None
    clauses = ["end.all-out", "score.moths"]
    parts = (
        ("fourth", "score.fourth"),
        ("every_species", "score.every"),
        (
            "exchanges",
            "score.exchange",
        ),
    )
    clauses += [c for part, c in parts if any(getattr(s, part) for s in result.scores)]
    if any(_twice(state, s) for s in result.scores):
        clauses.append("score.twice")
    if result.stars is not None:
        return (*clauses, "solo.stars", "solo.best")
    ties = {"points": 1, "moths": 2, "shared": 3}[result.decided_by]
    return (*clauses, *("score.win", "score.tie", "score.shared")[:ties])


def _twice(state: State, score: Score) -> bool:
    components = state.rules.components
    return score.every_species > components.every_species


_CITE: dict[type[Event], Callable[[State, Any], Clauses]] = {
    GameSetUp: lambda state, event: _SET_UP,
    HabitatRevealed: _revealed,
    HabitatMarked: _marked,
    MothDrawn: _drawn,
    MothTaken: _drawn,
    DisplayRestocked: lambda state, event: (
        "draw.restock",
        *_reshuffled(len(state.stack) < len(event.cards)),
    ),
    DrawingStopped: lambda state, event: ("draw.stop", "effect.draw"),
    MothLured: _lured,
    LureDeclined: lambda state, event: ("lure.optional",),
    BonusTaken: _bonus,
    ExtraShapeSkipped: lambda state, event: ("effect.skipped", "effect.shape"),
    ExchangeBegun: _exchange,
    CardsDiscarded: lambda state, event: ("exchange.discard",),
    RoundSatOut: lambda state, event: ("end.any-card", "end.out"),
    WentOut: lambda state, event: ("end.out", "end.others"),
    NightEnded: _ended,
}


def action_of(state: State, event: Event) -> Action | None:
    """Return the action that the event begins, or ``None`` for one that follows from the rules."""
    begins = _ACTION_OF.get(type(event))
    return None if begins is None else begins(state, event)


def _chosen(state: State, event: BonusTaken) -> Action | None:
    alone = state.top(event.seat) == ChooseBonus((event.square,))
    return None if alone else TakeBonus(event.seat, event.square)


_ACTION_OF: dict[type[Event], Callable[[State, Any], Action | None]] = {
    HabitatMarked: lambda state, event: Mark(event.seat, event.squares),
    MothDrawn: lambda state, event: Draw(event.seat),
    MothTaken: lambda state, event: Draw(event.seat, event.card),
    DrawingStopped: lambda state, event: StopDrawing(event.seat),
    MothLured: lambda state, event: Lure(event.seat, event.cards),
    LureDeclined: lambda state, event: LureNone(event.seat),
    BonusTaken: _chosen,
    ExchangeBegun: lambda state, event: Exchange(event.seat, event.refresh),
    CardsDiscarded: lambda state, event: Discard(event.seat, event.cards),
}
