"""One position of Lepidoptery: the full truth, a seat's view or a table's log, in one type."""

from collections import Counter
from functools import lru_cache
from typing import Literal

import msgspec

from domain.games.lepidoptery.combinations import Kind, kind_of, without_joker
from domain.games.lepidoptery.edition import Components
from domain.games.lepidoptery.options import Options
from domain.piles import EMPTY, Pile

SEATS = 2

Marker = Kind | Literal["pass"] | None
"""Where a seat's cube lies: on a combination type, on "pass", or on nothing yet."""


class Rules(msgspec.Struct, frozen=True):
    """What stays the same for a whole game: components, option values, number of seats."""

    components: Components
    options: Options
    seats: int


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A combination in the play area."""

    seat: int
    ranks: tuple[int, ...]
    joker: int | None = None

    @property
    def cards(self) -> tuple[int, ...]:
        """The ranks that came from the hand."""
        return without_joker(self.ranks, self.joker)


class State(msgspec.Struct, frozen=True, gc=False):
    """A position. Tuples of two go by seat; ``columns`` go as the edition's do, each from below.

    :ivar spent: every card that was played, still in the play area or discarded.
    :ivar due: what follows by itself from the last play: a win, or clearing.
    :ivar owed: how many cards each seat is still to draw after a pass.
    """

    rules: Rules
    hands: tuple[Pile, ...]
    decks: tuple[Pile, ...]
    spent: tuple[Pile, ...] = (EMPTY, EMPTY)
    area: tuple[Laid, ...] = ()
    columns: tuple[tuple[int, ...], ...] = ((), (), (), (), ())
    markers: tuple[Marker, ...] = (None, None)
    jokers: tuple[bool, ...] = (True, True)
    turn: int = 0
    plays: tuple[int, ...] = (0, 0)
    passes: tuple[int, ...] = (0, 0)
    clears: int = 0
    due: Literal["", "win", "clear"] = ""
    owed: tuple[int, ...] = (0, 0)
    winner: int | None = None

    @property
    def ended(self) -> bool:
        """Whether somebody has won."""
        return self.winner is not None

    @property
    def climb(self) -> int:
        """The current climb, from 1: combinations played onto each other until a pass, the pass
        and its draws included.
        """
        return sum(self.passes) + 1 - any(self.owed)

    @property
    def chooser(self) -> int | None:
        """The seat that has to choose; ``None`` while events still follow by themselves."""
        return None if self.ended or self.due or any(self.owed) else self.turn

    @property
    def leading(self) -> bool:
        """Whether the seat in turn has no combination to beat (climb.lead)."""
        return not self.area

    def position(self) -> str:
        """Say where in the game this is, for error messages."""
        if self.ended:
            return f"after the end, climb {self.climb}"
        if self.chooser is None:
            return f"climb {self.climb}, between turns"
        leading = ", leading" if self.leading else ""
        return f"climb {self.climb}, turn of seat {'AB'[self.turn]}{leading}"

    def is_full(self, column: int) -> bool:
        """Whether a column has no space left."""
        return len(self.columns[column]) >= self.rules.components.heights[column]

    def tokens_left(self, seat: int) -> int:
        """Count a seat's tokens that are not on the board; below 0 where the supply is unlimited
        and more than the printed number lie there.
        """
        return self.rules.components.tokens - sum(c.count(seat) for c in self.columns)

    def out_of_tokens(self, seat: int) -> bool:
        """Whether a seat cannot play for want of a token (play.supply, under its option)."""
        limited = self.rules.options.token_supply == "limited"
        return limited and self.tokens_left(seat) <= 0

    def unseen(self, seat: int) -> list[str]:
        """List, sorted, every card that an unknown one of a seat's hand or deck could still be."""
        left = Counter(self.rules.components.copies)
        for pile in (self.hands[seat], self.decks[seat], self.spent[seat]):
            left.subtract(pile.known)
        return sorted((+left).elements())

    @property
    def last(self) -> tuple[int, int]:
        """Column and row, from 0, of the token of the combination played last."""
        kind = kind_of(self.area[-1].ranks)
        assert kind is not None
        column = self.rules.components.columns.index(kind)
        return column, len(self.columns[column]) - 1


@lru_cache(maxsize=64)
def _whole(deck: tuple[str, ...]) -> Pile:
    """Return a whole deck; made once, for every game begins with it."""
    return Pile.of(deck)


def blank(rules: Rules) -> State:
    """Return the position before set-up: every card in its player's deck."""
    deck = _whole(rules.components.deck)
    return State(rules=rules, hands=(EMPTY,) * SEATS, decks=(deck,) * SEATS)
