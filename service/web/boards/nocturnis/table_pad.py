"""Nocturnis logged by taps: some squares of a shape on a seat's sheet, a moth, a card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from domain.games.nocturnis import GAME
from domain.games.nocturnis.actions import Action, Draw, Exchange, Lure
from domain.games.nocturnis.legal import within_exchange
from domain.games.nocturnis.shapes import placements
from domain.games.nocturnis.state import (
    ChooseBonus,
    DiscardCards,
    DrawCards,
    MarkShape,
    MayLure,
    Rules,
    State,
)
from domain.games.nocturnis.words import effect_in_words
from service.web.boards.nocturnis.drawing import Figure, Picture, Square, figure, picture
from service.web.boards.nocturnis.table import Card, card_of
from service.web.boards.nocturnis.wings import name_of, wing
from service.web.table.pads import Ask, Due, Fact


@dataclass(frozen=True)
class Chip:
    """A line that can be tapped, with the words on it."""

    what: str
    key: str
    words: str
    wing: str = ""
    points: int | None = None


@dataclass(frozen=True)
class Pad:
    """What can be tapped. ``mode`` is what the seat has to do: mark, lure, draw, discard, bonus or
    wait. ``places`` are the legal ways to mark, and all others, as JSON.
    """

    mode: str
    sheet: Picture
    labels: Mapping[str, str]
    shape: Figure | None
    places: str
    chips: tuple[Chip, ...]
    display: tuple[Card, ...]
    stack: bool
    discards: int
    exchange: bool


class NocturnisPad:
    """Logs Nocturnis."""

    hint = "a1c1a2 · d · dL2 · lL2 · n"
    keys = (
        ("D", "record a draw from the stack"),
        ("X", "record the beginning of an exchange"),
        ("N", "record that no moth was lured"),
    )

    def lay_out(self, state: State, seat: int) -> Pad:
        """Lay out the sheet, or what else the seat has to choose."""
        components, legal = state.rules.components, GAME.legal_actions(state, seat)
        shape, mode = state.due_shape(seat), _mode(state, seat)
        garden, side = state.gardens[seat], state.rules.options.side(seat)
        lured = [""] * len(garden.shapes)
        for one in garden.lured:
            lured[one.shape] = components.cards[one.cards[0]].species
        top = state.top(seat)
        sheet = picture(components, side, state.sheet(seat), garden.shapes, lured)
        return Pad(
            mode=mode,
            sheet=sheet,
            labels={square.name: _label(square) for square in sheet.squares},
            shape=figure(components, shape) if shape else None,
            places=_places(state, seat, shape) if shape else "",
            chips=_chips(state, seat, [a for a in legal if isinstance(a, Lure)]),
            display=tuple(card_of(components, card) for card in state.display),
            stack=any(a == Draw(seat) for a in legal),
            discards=top.count if isinstance(top, DiscardCards) else 0,
            exchange=any(isinstance(a, Exchange) for a in legal),
        )

    def due(self, state: State, seat: int, names: Sequence[str]) -> Due:
        """Say what a seat has to do next."""
        whose, shape = f"by {names[seat]}", state.due_shape(seat)
        match state.top(seat):
            case MarkShape(extra):
                return Due("Extra shape", extra, whose, "effect.shape")
            case MayLure():
                return Due("Lure", "a moth, or none", whose, "lure.optional")
            case ChooseBonus():
                return Due("Bonus", "which first?", whose, "sheet.bonus.order")
            case DrawCards(left, optional):
                clause = "exchange.discard" if within_exchange(state, seat) else "draw.two"
                return Due("Draw", f"{'up to ' if optional else ''}{left}", whose, clause)
            case DiscardCards(count):
                return Due("Discard", f"{count} cards", whose, "exchange.discard")
        if shape:
            return Due("Mark or draw", shape, whose, "mark.adjacent")
        return Due("Nothing to do", "", whose)

    def said(self, state: State, action: Action) -> tuple[str, str]:
        """Leave it to the line and its words."""
        return "", ""

    def facts(self, state: State, seat: int) -> Sequence[Fact]:
        """Count hand and points."""
        hand, points = state.hands[seat], GAME.scores(state)[seat]
        held = Fact("unseen" if hand.unknown == len(hand) else "hand", str(len(hand)))
        return held, Fact("points", str(points or 0))

    def stock(self, state: State) -> Sequence[Fact]:
        """Count the stack and the habitat cards that are to come."""
        stack = Fact("stack", str(len(state.stack)))
        return Fact("round", str(state.round)), stack, Fact("habitats", str(len(state.habitats)))

    def badge(self, state: State, seat: int) -> tuple[str, bool]:
        """Say whether a seat has acted in this round, or is out."""
        if state.out[seat]:
            return "out", False
        return ("acted", True) if state.acted[seat] and not state.tasks[seat] else ("", False)

    def asks(self, rules: Rules) -> Sequence[Ask]:
        """Ask for the display and the first habitat."""
        components = rules.components
        cards = tuple((key, f"{key} {name_of(row)}") for key, row in components.cards.items())
        shapes = tuple((name, name) for name in dict.fromkeys(components.habitats))
        display = Ask("Display", "Display", cards, components.display, bool(components.display))
        return display, Ask("Habitat", "First habitat card", shapes, needed=True)


def _label(square: Square) -> str:
    """Say what a square shows."""
    sign = f", {square.sign.name}" if square.sign else ""
    return f"{square.name}{sign}{', marked' if square.marked else ''}"


def _mode(state: State, seat: int) -> str:
    match state.top(seat):
        case MayLure():
            return "lure"
        case ChooseBonus():
            return "bonus"
        case DrawCards():
            return "draw"
        case DiscardCards():
            return "discard"
    return "mark" if state.due_shape(seat) else "wait"


def _places(state: State, seat: int, shape: str) -> str:
    """List the squares of every placement: those within the rules, then the others."""
    sheet = state.sheet(seat)
    every = placements(sheet.ground, state.rules.components.shapes[shape].cells)
    legal = [p.squares for p in state.marks(seat, shape)]
    others = [p.squares for p in every if p.squares not in set(legal)]
    names = [[[sheet.names[at] for at in way] for way in ways] for ways in (legal, others)]
    return msgspec.json.encode(names).decode()


def _chips(state: State, seat: int, lures: Sequence[Lure]) -> tuple[Chip, ...]:
    """List what is not marked on the sheet: moths to lure, bonuses, cards to discard."""
    components = state.rules.components
    match state.top(seat):
        case MayLure():
            return tuple(_lure(state, lure) for lure in lures)
        case ChooseBonus(squares):
            sheet = state.sheet(seat)
            effects = {at: sheet.bonuses[sheet.numbers[at]] for at in squares}
            return tuple(Chip(f"b{at}", at, effect_in_words(e)) for at, e in effects.items())
        case DiscardCards():
            return tuple(
                Chip(card, card, name_of(components.cards[card])) for card in state.holdable(seat)
            )
        case DrawCards(_, optional) if optional:
            return (Chip("s", "s", "Draw no more"),)
    return ()


def _lure(state: State, lure: Lure) -> Chip:
    components = state.rules.components
    moth = components.moth_of[lure.cards[0]]
    name = components.species[moth.species].name
    cards = " ".join(lure.cards)
    return Chip(f"l{cards}", cards, name, wing(components, moth.species), moth.points)


PAD = NocturnisPad()
