"""How Nocturnis looks on a page."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.nocturnis import GAME
from domain.games.nocturnis.actions import Action
from domain.games.nocturnis.edition import Edition
from domain.games.nocturnis.events import HabitatMarked, MothDrawn, MothLured, MothTaken, WentOut
from domain.games.nocturnis.outcome import Outcome
from domain.games.nocturnis.state import (
    ChooseBonus,
    DiscardCards,
    DrawCards,
    MarkShape,
    MayLure,
    Rules,
    State,
)
from service.web.boards import Around, Group
from service.web.boards.nocturnis.box import Box, box
from service.web.boards.nocturnis.choices import choices, press, then
from service.web.boards.nocturnis.pad import Pad, pad
from service.web.boards.nocturnis.table import Table, lay_out
from service.web.words import count


class Nocturnis:
    """Draws Nocturnis."""

    emblem = "noc"
    start = None
    folded = True
    keys = (
        ("← ↑ → ↓", "move the shape"),
        ("R", "turn it"),
        ("F", "flip it"),
        ("Enter", "mark, or what the button says"),
        ("1 … 5 0", "lure that moth, or none"),
        ("D", "draw from the stack"),
        ("S", "draw no more"),
        ("Esc", "let the shape follow the pointer"),
    )
    marks: Mapping[str, str] = {"exchange": "exchange", "out": "out", "end": "end"}
    ticks = frozenset({"lure", "bonus"})
    titles: Mapping[str, str] = {}

    def table(
        self,
        state: State,
        before: State,
        places: Sequence[str],
        names: Sequence[str],
        around: Around | None = None,
    ) -> Table:
        """Lay out a position."""
        return lay_out(state, before, places, names, around or Around())

    def card_class(self, rules: Rules, card: str) -> str:
        """Name the class of a card: all are ink on paper."""
        return "kN"

    def lines(self, states: Sequence[State]) -> tuple[str, str, list[tuple[int, ...]]]:
        """Count points."""
        points = [tuple(max(p or 0, 0) for p in GAME.scores(state)) for state in states]
        return "Points by step", "points", points

    def turn(self, state: State, seat: int) -> str:
        """Say what a seat has to do next."""
        match state.top(seat):
            case MarkShape(shape):
                return f"Mark an extra {shape}"
            case ChooseBonus():
                return "Choose a bonus"
            case MayLure():
                return "Lure a moth or none"
            case DrawCards(left, optional):
                return f"Draw {'up to ' if optional else ''}{left} more"
            case DiscardCards(cards):
                return f"Discard {cards}"
        if state.acted[seat] or state.out[seat]:
            return ""
        return "Mark or draw" if state.has_room(seat) else "Mark: the hand is full"

    def choices(self, state: State, seat: int) -> list[Group]:
        """List the seat's actions by kind."""
        return choices(state, seat)

    def pad(self, state: State, seat: int, groups: Sequence[Group]) -> Pad:
        """Lay out sheet, hand and display."""
        return pad(state, seat, groups)

    def press(self, state: State, seat: int, form: Mapping[str, str]) -> Action:
        """Return what the pad sent."""
        return press(state, seat, form)

    def then(self, state: State, seat: int, form: Mapping[str, str]) -> Action | None:
        """Return the lure that was chosen along with a mark."""
        return then(state, seat, form)

    def edition(self, edition: Edition) -> Box:
        """Lay out sheets, shapes and cards."""
        return box(edition)

    def why_over(self, state: State) -> str:
        """Say why the night ended and what decided."""
        result = GAME.outcome(state)
        if result is None:
            return ""
        rounds = count(result.rounds, "round")
        return f"Nobody could mark or draw any more after {rounds}. {_decided(state, result)}"

    def summary(self, events: Sequence[Any], names: Sequence[str]) -> str:
        """Count marks, draws and lures."""
        kinds = [
            (sum(isinstance(e, HabitatMarked) for e in events), "marked"),
            (sum(isinstance(e, MothDrawn | MothTaken) for e in events), "drawn"),
            (sum(isinstance(e, MothLured) for e in events), "lured"),
        ]
        said = [f"{number} {what}" for number, what in kinds if number]
        said += [f"{names[e.seat]} is out" for e in events if isinstance(e, WentOut)]
        return ", ".join(said)


def _decided(state: State, result: Outcome) -> str:
    two, three = state.rules.components.stars
    if result.stars is not None:
        return f"{two} points earn two stars, more than {three} three."
    return {
        "points": "The points decided.",
        "moths": "Points were level; more moths decided.",
        "shared": "Points and moths were level: the win is shared.",
        "solo": "",
    }[result.decided_by]


BOARD = Nocturnis()
