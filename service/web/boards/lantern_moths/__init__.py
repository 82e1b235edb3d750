"""How Lantern Moths looks on a page."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.lantern_moths import GAME
from domain.games.lantern_moths.actions import Action
from domain.games.lantern_moths.edition import DUSK, Edition
from domain.games.lantern_moths.events import DuskPlaced, MothsTaken
from domain.games.lantern_moths.outcome import Outcome
from domain.games.lantern_moths.state import ACTIONS, Rules, State
from service.web.boards import Around, Group
from service.web.boards.lantern_moths.box import Box, box
from service.web.boards.lantern_moths.choices import choices, press
from service.web.boards.lantern_moths.pad import Pad, pad
from service.web.boards.lantern_moths.table import Table, lay_out
from service.web.boards.lantern_moths.wings import wing
from service.web.words import count


class LanternMoths:
    """Draws Lantern Moths."""

    emblem = "mE"
    start: tuple[str, str] | None = "Whoever saw a moth last starts.", "starts"
    folded = False
    keys = (
        ("1 … 9", "choose a card"),
        ("0 Esc", "no card: flip or light"),
        ("← ↑ → ↓", "move over the garden"),
        ("Enter", "press the place or button"),
        ("D", "draw from the deck"),
        ("G", "draw the top card of the discard pile"),
    )
    marks: Mapping[str, str] = {"dusk": "dusk", "contest": "contest", "end": "end"}
    ticks = frozenset({"take"})
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
        """Name the class of a card's wing colour."""
        return "kD" if card == DUSK else f"k{wing(rules, card)}"

    def lines(self, states: Sequence[State]) -> tuple[str, str, list[tuple[int, ...]]]:
        """Count points where every lantern is known, and moths where some are not."""
        known: list[tuple[int, ...]] = []
        for state in states:
            points = GAME.scores(state)
            if None in points:
                moths = [tuple(len(p) for p in s.lanterns) for s in states]
                return "Moths taken by step", "moths", moths
            known.append(tuple(p or 0 for p in points))
        return "Score by step", "points", known

    def turn(self, state: State, seat: int) -> str:
        """Say which of a turn's two actions comes next."""
        nth = state.actions_done + 1
        return f"{'Action' if nth < ACTIONS else 'Last action,'} {nth} of {ACTIONS}"

    def choices(self, state: State, seat: int) -> list[Group]:
        """List the seat's actions by kind."""
        return choices(state)

    def pad(self, state: State, seat: int, groups: Sequence[Group]) -> Pad:
        """Lay out the hand and the places that can be pressed."""
        return pad(groups)

    def press(self, state: State, seat: int, form: Mapping[str, str]) -> Action:
        """Return what pressing a tile means."""
        return press(state, form.get("card", ""), form.get("place", ""))

    def then(self, state: State, seat: int, form: Mapping[str, str]) -> None:
        """Nothing is sent along with an action."""

    def edition(self, edition: Edition) -> Box:
        """Lay out tiles and cards."""
        return box(edition)

    def why_over(self, state: State) -> str:
        """Say why the night ended and what decided."""
        result = GAME.outcome(state)
        if result is None:
            return ""
        why = {
            "fourth_dusk": "The fourth Dusk card was placed",
            "deck_out": "The deck ran out",
        }[result.ended_by]
        return f"{why}, and round {result.rounds} was the last. {_decided(result)}"

    def summary(self, events: Sequence[Any], names: Sequence[str]) -> str:
        """Name takes and Dusk cards."""
        taken: dict[int, int] = {}
        dusk = 0
        for event in events:
            if isinstance(event, MothsTaken):
                taken[event.seat] = taken.get(event.seat, 0) + len(event.moths)
            dusk += isinstance(event, DuskPlaced)
        said = [f"{names[seat]} takes {moths}" for seat, moths in taken.items()]
        said += [count(dusk, "Dusk card")] if dusk else []
        return ", ".join(said) or "nothing taken"


def _decided(result: Outcome) -> str:
    if len(result.scores) == 0:
        return ""
    return {
        "points": "The points decided.",
        "moths": "Points were level; more moths decided.",
        "ghosts": "Points and moths were level; fewer Ghosts decided.",
        "shared": "Points, moths and Ghosts were level: the win is shared.",
    }[result.decided_by]


BOARD = LanternMoths()
