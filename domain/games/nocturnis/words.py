"""Nocturnis told in the table's words. ``state`` is always the position before the event."""

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
from domain.games.nocturnis.moves import moved
from domain.games.nocturnis.state import MarkShape, State
from domain.words import Card, Part, Place, Seat, Sentence, Telling


def tell(state: State, event: Event) -> Telling:
    """Tell an event; cards that it hides are told as cards nobody saw."""
    return _TELL[type(event)](state, event)._replace(moved=moved(state, event))


def tell_action(state: State, action: Action) -> Sentence:
    """Say an action as a choice, without its seat."""
    match action:
        case Mark(_, squares):
            return ("Mark ", *_places(squares))
        case Draw(_, None):
            return ("Draw from the stack",)
        case Draw(_, card):
            return ("Take ", Card(card), " from the display")
        case StopDrawing():
            return ("Stop drawing",)
        case Lure(_, ()):
            return ("Lure with nothing",)
        case Lure(_, cards):
            return (f"Lure {species_of(state, cards[0])} with ", *_cards(cards))
        case LureNone():
            return ("Lure none",)
        case TakeBonus(_, square):
            return ("Take the bonus of ", Place(square))
        case Exchange(_, refresh):
            return ("Exchange two, with a new display" if refresh else "Exchange two",)
        case Discard(_, cards):
            return ("Discard ", *_cards(cards))


def species_of(state: State, card: str) -> str:
    """Name the species of a card, or the card where there is none of that name."""
    row = state.rules.components.cards.get(card)
    return row.species if row else card


def effect_in_words(effect: Effect) -> str:
    """Say what an effect brings.

    >>> (
    ...     effect_in_words(Effect(draw=2)),
    ...     effect_in_words(Effect(points=1)),
    ...     effect_in_words(Effect()),
    ... )
    ('draws up to 2', 'gains 1 point', '')
    """
    if effect.draw:
        return f"draws up to {effect.draw}"
    if effect.points:
        return f"gains {effect.points} point{'s' if effect.points > 1 else ''}"
    return f"marks an extra {effect.shape}" if effect.shape else ""


def ordinal(number: int) -> str:
    """Write which one something is.

    >>> ordinal(1), ordinal(2), ordinal(3), ordinal(4)
    ('first', 'second', 'third', '4th')
    """
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def _places(squares: tuple[str, ...]) -> Sentence:
    parts: list[Part] = []
    for at, square in enumerate(squares):
        parts += [" ", Place(square)] if at else [Place(square)]
    return tuple(parts)


def _cards(cards: tuple[str, ...]) -> Sentence:
    parts: list[Part] = []
    for at, card in enumerate(cards):
        parts += [" and ", Card(card)] if at else [Card(card)]
    return tuple(parts)


def _set_up(state: State, event: GameSetUp) -> Telling:
    each = len(event.hands[0]) if event.hands else 0
    cards = f"{each} card{'' if each == 1 else 's'}"
    words = (f"Everybody holds {cards}; the first habitat is {event.habitat}",)
    return Telling(None, words, "start")


def _revealed(state: State, event: HabitatRevealed) -> Telling:
    again = "; the habitats were shuffled anew" if not len(state.habitats) else ""
    words = (f"Round {state.round + 1}: {event.habitat}{again}",)
    return Telling(None, words, "habitat")


def _marked(state: State, event: HabitatMarked) -> Telling:
    extra = isinstance(state.top(event.seat), MarkShape)
    shape = state.due_shape(event.seat) or ""
    what = f" marks an extra {shape}: " if extra else f" marks {shape}: "
    words = (Seat(event.seat), what, *_places(event.squares))
    return Telling(event.seat, words, "plant", None, event.squares)


def _drawn(state: State, event: MothDrawn) -> Telling:
    again = ", shuffled anew" if not len(state.stack) else ""
    words = (Seat(event.seat), " draws ", Card(event.card), f" from the stack{again}")
    return Telling(event.seat, words, "draw")


def _taken(state: State, event: MothTaken) -> Telling:
    words = (Seat(event.seat), " takes ", Card(event.card), " from the display")
    return Telling(event.seat, words, "draw")


def _restocked(state: State, event: DisplayRestocked) -> Telling:
    verb = " joins the display" if len(event.cards) == 1 else " join the display"
    return Telling(None, (*_cards(event.cards), verb), "cards")


def _stopped(state: State, event: DrawingStopped) -> Telling:
    return Telling(event.seat, (Seat(event.seat), " draws no more"), "skip")


def _lured(state: State, event: MothLured) -> Telling:
    moth = state.rules.components.moth_of[event.cards[0]]
    name = state.rules.components.species[moth.species].name
    points = f"{moth.points} point{'' if moth.points == 1 else 's'}"
    then = effect_in_words(moth.effect)
    words = (
        Seat(event.seat),
        f" lures {name} (",
        *_cards(event.cards),
        f") for {points}{f' and {then}' if then else ''}",
    )
    return Telling(event.seat, words, "take", "lure")


def _declined(state: State, event: LureDeclined) -> Telling:
    return Telling(event.seat, (Seat(event.seat), " lures none"), "skip")


def _bonus(state: State, event: BonusTaken) -> Telling:
    sheet = state.sheet(event.seat)
    effect = sheet.bonuses[sheet.numbers[event.square]]
    words = (Seat(event.seat), f" {effect_in_words(effect)} at ", Place(event.square))
    return Telling(event.seat, words, "bonus", "bonus", (event.square,))


def _skipped(state: State, event: ExtraShapeSkipped) -> Telling:
    shape = state.due_shape(event.seat)
    words = (Seat(event.seat), f" has no place for an extra {shape}")
    return Telling(event.seat, words, "skip")


def _exchange(state: State, event: ExchangeBegun) -> Telling:
    nth = ordinal(state.exchanges[event.seat] + 1)
    refresh = ", with a new display" if event.refresh else ""
    words = (Seat(event.seat), f" uses the {nth} exchange{refresh}")
    return Telling(event.seat, words, "exchange", "exchange")


def _discarded(state: State, event: CardsDiscarded) -> Telling:
    return Telling(event.seat, (Seat(event.seat), " discards ", *_cards(event.cards)), "out")


def _sat_out(state: State, event: RoundSatOut) -> Telling:
    words = (Seat(event.seat), f" can neither mark {state.habitat} nor draw, and waits")
    return Telling(event.seat, words, "skip")


def _went_out(state: State, event: WentOut) -> Telling:
    words = (Seat(event.seat), f" can neither mark {state.habitat} nor draw, and is out")
    return Telling(event.seat, words, "out", "out")


def _ended(state: State, event: NightEnded) -> Telling:
    return Telling(None, ("The night is over: nobody can go on",), "end", "end")


_TELL: dict[type[Event], Callable[[State, Any], Telling]] = {
    GameSetUp: _set_up,
    HabitatRevealed: _revealed,
    HabitatMarked: _marked,
    MothDrawn: _drawn,
    MothTaken: _taken,
    DisplayRestocked: _restocked,
    DrawingStopped: _stopped,
    MothLured: _lured,
    LureDeclined: _declined,
    BonusTaken: _bonus,
    ExtraShapeSkipped: _skipped,
    ExchangeBegun: _exchange,
    CardsDiscarded: _discarded,
    RoundSatOut: _sat_out,
    WentOut: _went_out,
    NightEnded: _ended,
}
