"""Nocturnis in rows: rounds, shapes, draws, lures, bonuses, exchanges, and how seats go out."""

from collections.abc import Mapping
from functools import lru_cache

from analytics.facts.facts import GameFacts, Rows, See, Standing
from domain.events import Event
from domain.games.nocturnis import scores
from domain.games.nocturnis.actions import Action, Draw, Lure, Mark
from domain.games.nocturnis.edition import Sheet
from domain.games.nocturnis.effects import Effect
from domain.games.nocturnis.events import (
    BonusTaken,
    CardsDiscarded,
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
    RoundSatOut,
    WentOut,
)
from domain.games.nocturnis.legal import lurable
from domain.games.nocturnis.outcome import Outcome, score
from domain.games.nocturnis.sheets import EMPTY, PLAIN
from domain.games.nocturnis.state import DrawCards, MarkShape, MayLure, Release, State


class NocturnisWatcher:
    """Writes each event down as it comes; the position before it says all the rest."""

    def __init__(self, session: int) -> None:
        self._session = session
        self.watches: Mapping[type[Event], See] = {
            GameSetUp: self._set_up,
            HabitatRevealed: self._revealed,
            HabitatMarked: self._marked,
            MothDrawn: self._drawn,
            MothTaken: self._drawn,
            DrawingStopped: self._stopped,
            MothLured: self._lured,
            LureDeclined: self._declined,
            BonusTaken: self._bonus,
            ExtraShapeSkipped: self._skipped,
            ExchangeBegun: self._exchanged,
            RoundSatOut: self._out,
            WentOut: self._out,
        }

    def settle(self, state: State, outcome: Outcome | None, rows: Rows) -> None:
        """Add each seat's side and points as they stand, the sheets and a solo game's stars."""
        components, options = state.rules.components, state.rules.options
        for seat in range(state.rules.seats):
            s = score(state, seat)
            parts = (s.moths, s.effects, s.bonuses, s.fourth, s.every_species, s.exchanges, s.lures)
            rows["noc_seats"].append((self._session, seat, options.side(seat), *parts))
        sheets = [drawn(components.letters, components.sheets[side]) for side in ("front", "back")]
        stars = (*components.stars, outcome.stars if outcome else None)
        species = components.species
        kinds = [one.name for one in species], [one.crosses for one in species]
        rows["noc_games"].append((self._session, *sheets, *kinds, *stars))

    def _set_up(self, step: int, before: State, event: GameSetUp, rows: Rows) -> None:
        hands = [len(hand) for hand in event.hands]
        self._began(step, before, event.habitat, hands, rows)

    def _revealed(self, step: int, before: State, event: HabitatRevealed, rows: Rows) -> None:
        hands = [len(hand) for hand in before.hands]
        self._began(step, before, event.habitat, hands, rows)

    def _began(self, step: int, before: State, habitat: str, hands: list[int], rows: Rows) -> None:
        """Add a round's row for each seat; its sheet stays as it is until the seat acts."""
        squares = len(before.rules.components.shapes[habitat].cells)
        for seat, hand in enumerate(hands):
            if not before.out[seat]:
                ways = len(before.marks(seat, habitat))
                row = (self._session, step, seat, before.round + 1, habitat, squares, ways, hand)
                rows["noc_rounds"].append(row)

    def _marked(self, step: int, before: State, event: HabitatMarked, rows: Rows) -> None:
        seat, top = event.seat, before.top(event.seat)
        extra = isinstance(top, MarkShape)
        shape = top.shape if isinstance(top, MarkShape) else before.habitat
        nth = len(before.gardens[seat].shapes) + 1
        why = _giver(before, seat) if extra else "habitat"
        where = (*self._at(step, before, seat), nth)
        rows["noc_marks"].append((*where, shape, why, list(event.squares)))

    def _drawn(self, step: int, before: State, event: MothDrawn | MothTaken, rows: Rows) -> None:
        seat = event.seat
        source = "display" if type(event) is MothTaken else "stack"
        told = (source, _why(before, seat), event.card, len(before.hands[seat]))
        rows["noc_draws"].append((*self._at(step, before, seat), *told))

    def _stopped(self, step: int, before: State, event: DrawingStopped, rows: Rows) -> None:
        seat, top = event.seat, before.top(event.seat)
        assert isinstance(top, DrawCards), event
        row = (*self._at(step, before, seat), _giver(before, seat), top.left)
        rows["noc_stops"].append(row)

    def _lured(self, step: int, before: State, event: MothLured, rows: Rows) -> None:
        seat, top, components = event.seat, before.top(event.seat), before.rules.components
        # Against the rules a moth comes without its turn, to the last shape.
        shape = top.shape if isinstance(top, MayLure) else len(before.gardens[seat].shapes) - 1
        moth = components.moth_of[event.cards[0]]
        species = components.species[moth.species]
        nth = species.crosses - before.crosses_left(seat, moth) + 1
        where = (*self._at(step, before, seat), shape + 1, list(event.cards), species.name, nth)
        gained = (moth.points, *_gives(before, moth.effect))
        rows["noc_lures"].append((*where, *gained))

    def _declined(self, step: int, before: State, event: LureDeclined, rows: Rows) -> None:
        seat, top, hand = event.seat, before.top(event.seat), before.hands[event.seat]
        assert isinstance(top, MayLure), event
        could: list[str] | None = None
        if not hand.unknown:
            names = before.rules.components.species
            could = [names[moth.species].name for moth in lurable(before, seat, top.shape)]
        where = self._at(step, before, seat)
        rows["noc_declines"].append((*where, top.shape + 1, len(hand), could))

    def _bonus(self, step: int, before: State, event: BonusTaken, rows: Rows) -> None:
        seat, sheet = event.seat, before.sheet(event.seat)
        gained = _gives(before, sheet.bonuses[sheet.numbers[event.square]])
        rows["noc_bonuses"].append((*self._at(step, before, seat), event.square, *gained))

    def _skipped(self, step: int, before: State, event: ExtraShapeSkipped, rows: Rows) -> None:
        seat, top = event.seat, before.top(event.seat)
        assert isinstance(top, MarkShape), event
        row = (*self._at(step, before, seat), top.shape, _giver(before, seat))
        rows["noc_skips"].append(row)

    def _exchanged(self, step: int, before: State, event: ExchangeBegun, rows: Rows) -> None:
        seat = event.seat
        moment = "within" if before.tasks[seat] else "after" if before.acted[seat] else "before"
        told = (before.exchanges[seat] + 1, event.refresh, moment, len(before.hands[seat]))
        rows["noc_exchanges"].append((*self._at(step, before, seat), *told))

    def _out(self, step: int, before: State, event: WentOut | RoundSatOut, rows: Rows) -> None:
        seat, ground = event.seat, before.sheet(event.seat).ground
        taken = before.gardens[seat].marked | ground.empty
        free = ground.width * ground.height - taken.bit_count()
        told = (type(event) is WentOut, len(before.hands[seat]), free)
        rows["noc_outs"].append((*self._at(step, before, seat), *told))

    def _at(self, step: int, before: State, seat: int) -> tuple[int, int, int, int]:
        return self._session, step, seat, before.round


def _giver(state: State, seat: int) -> str:
    """Say what gave a seat its extra shape or draw: its moth's effect, or a bonus square.

    A lured moth's cards wait right below what its effect brings.
    """
    tasks = state.tasks[seat]
    return "effect" if len(tasks) > 1 and isinstance(tasks[-2], Release) else "bonus"


def _why(state: State, seat: int) -> str:
    """Say what a seat draws a card for."""
    top = state.top(seat)
    if not isinstance(top, DrawCards) or (top.limited and not top.optional):
        return "action"
    return _giver(state, seat) if top.optional else "exchange"


def _gives(state: State, effect: Effect) -> tuple[str, int]:
    """Return an effect's kind and how many cards, points or squares it is worth."""
    if effect.shape:
        return "shape", len(state.rules.components.shapes[effect.shape].cells)
    if effect.draw:
        return "draw", effect.draw
    return ("points", effect.points) if effect.points else ("none", 0)


def drawn(letters: tuple[str, ...], sheet: Sheet) -> str:
    """Draw a sheet as its edition does."""
    ground = sheet.ground
    return _drawn(letters, sheet.symbols, ground.empty, tuple(sheet.bonuses), ground.width)


@lru_cache(maxsize=64)
def _drawn(
    letters: tuple[str, ...],
    symbols: tuple[int | None, ...],
    empty: int,
    bonuses: tuple[int, ...],
    width: int,
) -> str:
    marks = [PLAIN if symbol is None else letters[symbol] for symbol in symbols]
    for at, mark in enumerate(marks):
        if empty >> at & 1:
            marks[at] = EMPTY
        elif at in bonuses:
            marks[at] = mark.upper()
    return "\n".join("".join(marks[at : at + width]) for at in range(0, len(marks), width))


def turn_of(state: State, event: Event) -> None:
    """Return no turn: everybody acts in a round."""


def standing(state: State, before: State | None, known: Standing) -> Standing:
    """Count every seat's points."""
    return scores(state)


def items(state: State, action: Action) -> tuple[tuple[str, str], ...]:
    """Name the kind of action with its moth, or the habitat card whose shape is marked."""
    match action:
        case Mark():
            return (("action", "mark"), ("habitat", state.habitat or ""))
        case Draw(_, None):
            return (("action", "draw from the stack"),)
        case Draw(_, card):
            return (("action", "draw from the display"), ("card drawn", str(card)))
        case Lure(_, cards):
            return (("action", "lure"), *(("card lured", card) for card in cards))
    return (("action", str(action.__struct_config__.tag)),)


def knows(state: State, seat: int) -> bool:
    """Whether the seat's hand is known."""
    return not state.hands[seat].unknown


FACTS = GameFacts(
    choices=frozenset(
        {
            HabitatMarked,
            MothDrawn,
            MothTaken,
            DrawingStopped,
            MothLured,
            LureDeclined,
            BonusTaken,
            ExchangeBegun,
            CardsDiscarded,
        }
    ),
    watcher=NocturnisWatcher,
    turn_of=turn_of,
    standing=standing,
    items=items,
    knows=knows,
)
