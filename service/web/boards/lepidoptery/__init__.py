"""How Lepidoptery looks on a page."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.lepidoptery import GAME
from domain.games.lepidoptery.actions import Action
from domain.games.lepidoptery.combinations import TITLE
from domain.games.lepidoptery.edition import Edition
from domain.games.lepidoptery.events import ColumnsCleared, CombinationPlayed, Passed
from domain.games.lepidoptery.state import Rules, State
from domain.games.lepidoptery.words import how_won
from service.web.boards import Around, Group
from service.web.boards.lepidoptery.box import Box, box
from service.web.boards.lepidoptery.choices import choices
from service.web.boards.lepidoptery.pad import Pad, pad, press
from service.web.boards.lepidoptery.table import Table, lay_out
from service.web.words import count


class Lepidoptery:
    """Draws Lepidoptery."""

    emblem = "lep"
    start: tuple[str, str] | None = (
        "Who leads first? That is for the players to agree on.",
        "leads",
    )
    folded = True
    keys = (
        ("A … E", "choose a column"),
        ("1 … 9 0", "choose the lowest rank; 0 is 10"),
        ("J", "use the Joker, or not"),
        ("P", "pass and refresh"),
        ("Enter", "play what the button says"),
        ("Esc", "choose anew"),
    )
    marks: Mapping[str, str] = {"clear": "clear", "end": "end"}
    ticks = frozenset({"pass"})
    titles: Mapping[str, str] = dict(TITLE.items())

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
        """Name the class of a rank: all are alike."""
        return "rank"

    def lines(self, states: Sequence[State]) -> tuple[str, str, list[tuple[int, ...]]]:
        """Count the cards that each seat is still to play."""
        left = [
            tuple(len(h) + len(d) for h, d in zip(s.hands, s.decks, strict=True)) for s in states
        ]
        return "Cards left by step", "cards left", left

    def turn(self, state: State, seat: int) -> str:
        """Say whether the seat leads or follows."""
        return "Leading" if state.leading else "Following"

    def choices(self, state: State, seat: int) -> list[Group]:
        """List the seat's actions by combination type."""
        return choices(state, seat)

    def pad(self, state: State, seat: int, groups: Sequence[Group]) -> Pad:
        """Lay out columns, ranks, hand and Joker."""
        return pad(state, seat, groups)

    def press(self, state: State, seat: int, form: Mapping[str, str]) -> Action:
        """Return the combination that type, lowest rank and Joker name."""
        return press(state, seat, form)

    def then(self, state: State, seat: int, form: Mapping[str, str]) -> None:
        """Nothing is sent along with an action."""

    def edition(self, edition: Edition) -> Box:
        """Lay out the board and a deck."""
        return box(edition)

    def why_over(self, state: State) -> str:
        """Say what won."""
        result = GAME.outcome(state)
        if result is None:
            return ""
        won = how_won(result)
        return f"{won[0].upper()}{won[1:]}."

    def summary(self, events: Sequence[Any], names: Sequence[str]) -> str:
        """Count plays and name who passed."""
        plays = sum(isinstance(event, CombinationPlayed) for event in events)
        said = [count(plays, "play")] if plays else []
        cleared = sum(len(e.columns) for e in events if isinstance(e, ColumnsCleared))
        said += [f"{count(cleared, 'column')} cleared"] if cleared else []
        said += [f"{names[e.seat]} passes" for e in events if isinstance(e, Passed)]
        return ", ".join(said)


BOARD = Lepidoptery()
