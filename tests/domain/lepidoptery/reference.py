"""Lepidoptery once more, straight from its rulebook: slow, plain, and sharing no rule of the code.

It says which combinations a hand allows by trying every handful of cards, and who has four in a
row by looking at every four cells of the board.
"""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import Self

from domain.games.lepidoptery.state import State

HAND = 12
TYPES: dict[tuple[int, ...], str] = {
    **{(r,): "single" for r in range(1, 11)},
    **{(r, r): "pair" for r in range(1, 11)},
    **{(r, r, r): "triple" for r in range(1, 11)},
    **{(r, r + 1): "run2" for r in range(1, 10)},
    **{(r, r + 1, r + 2): "run3" for r in range(1, 9)},
}
Choice = tuple[tuple[int, ...], int | None] | str
"""A combination with the rank of the Joker in it, or ``"pass"``."""


class Table:
    """A game between two players whose decks lie in a known order: the lowest card on top."""

    def __init__(self, state: State) -> None:
        """Take over a position whose cards are all known."""
        self.names = list(state.rules.components.columns)
        self.heights = dict(zip(self.names, state.rules.components.heights, strict=True))
        limited = state.rules.options.token_supply == "limited"
        self.tokens = state.rules.components.tokens if limited else None
        self.hands = [sorted(int(card) for card in hand.known) for hand in state.hands]
        self.decks = [sorted(int(card) for card in deck.known) for deck in state.decks]
        self.board = {
            name: list(there) for name, there in zip(self.names, state.columns, strict=True)
        }
        self.last = [None if mark == "pass" else mark for mark in state.markers]
        self.joker = list(state.jokers)
        self.beat = tuple(state.area[-1].ranks) if state.area else None
        self.turn = state.turn
        self.winner = state.winner

    def copy(self) -> Self:
        """Return a table that goes its own way."""
        twin = object.__new__(type(self))
        twin.__dict__ = {
            **self.__dict__,
            "hands": [list(hand) for hand in self.hands],
            "decks": [list(deck) for deck in self.decks],
            "board": {name: list(there) for name, there in self.board.items()},
            "last": list(self.last),
            "joker": list(self.joker),
        }
        return twin

    def combinations(self) -> set[tuple[tuple[int, ...], int | None]]:
        """Try every one, two and three cards of the hand, each with and without the Joker."""
        found = set()
        for size in (1, 2, 3):
            for handful in set(combinations(self.hands[self.turn], size)):
                found.add((handful, None))
                if self.joker[self.turn]:
                    found |= {(tuple(sorted((*handful, r))), r) for r in range(1, 11)}
        return {(ranks, joker) for ranks, joker in found if self.allows(ranks)}

    def allows(self, ranks: tuple[int, ...]) -> bool:
        """Whether cards are a combination that is different, placeable and climbs."""
        name = TYPES.get(ranks)
        if name is None or name == self.last[self.turn]:
            return False
        if len(self.board[name]) == self.heights[name]:
            return False
        lying = sum(there.count(self.turn) for there in self.board.values())
        if self.tokens is not None and lying >= self.tokens:
            return False
        if self.beat is None:
            return True
        return ranks[0] > self.beat[0] or (ranks[0] == self.beat[0] and len(ranks) > len(self.beat))

    def choices(self) -> set[Choice]:
        """List what the player in turn may do."""
        if self.winner is not None:
            return set()
        played: set[Choice] = {*self.combinations()}
        return played if played and self.beat is None else {*played, "pass"}

    def choose(self, choice: Choice) -> None:
        """Do it."""
        if isinstance(choice, str):
            self._refresh()
        else:
            self._place(*choice)
        self.turn = 1 - self.turn

    def _refresh(self) -> None:
        self.beat = None
        self.last[self.turn] = None
        self.joker[self.turn] = True
        for hand, deck in zip(self.hands, self.decks, strict=True):
            for _ in range(min(max(HAND - len(hand), 1), len(deck))):
                hand.append(deck.pop(0))
            hand.sort()

    def _place(self, ranks: tuple[int, ...], joker: int | None) -> None:
        real = Counter(ranks)
        if joker is not None:
            real[joker] -= 1
            self.joker[self.turn] = False
        for rank in real.elements():
            self.hands[self.turn].remove(rank)
        name = TYPES[ranks]
        self.board[name].append(self.turn)
        self.last[self.turn] = name
        self.beat = ranks
        shed = not self.hands[self.turn] and not self.decks[self.turn]
        if shed or self.four_in_a_row(self.turn):
            self.winner = self.turn
        elif len(self.board[name]) == self.heights[name]:
            for other, there in self.board.items():
                if other != name and len(there) == self.heights[other]:
                    there.clear()

    def four_in_a_row(self, seat: int) -> bool:
        """Look at every four cells in a line."""
        own = {
            (x, y)
            for x, name in enumerate(self.names)
            for y, token in enumerate(self.board[name])
            if token == seat
        }
        return any(
            all((x + i * across, y + i * up) in own for i in range(4))
            for x, y in own
            for across, up in ((0, 1), (1, 0), (1, 1), (1, -1))
        )


def possible(state: State, seat: int) -> set[tuple[int, ...]]:
    """List every one to three cards that a hand may hold as far as the position tells."""
    hand, unknown = Counter(map(int, state.hands[seat].known)), state.hands[seat].unknown
    printed = Counter(map(int, state.rules.components.deck))
    elsewhere = (state.hands[seat], state.decks[seat], state.spent[seat])
    unseen = printed - Counter(int(card) for pile in elsewhere for card in pile.known)
    found = set()
    for size in (1, 2, 3):
        for handful in combinations_with_replacement(range(1, 11), size):
            guessed = Counter(handful) - hand
            if guessed.total() <= unknown and all(n <= unseen[r] for r, n in guessed.items()):
                found.add(handful)
    return found


def tree(table: Table, depth: int) -> int:
    """Count the ways in which the next ``depth`` choices can go."""
    ways = table.choices()
    if depth == 1:
        return len(ways)
    total = 0
    for choice in ways:
        after = table.copy()
        after.choose(choice)
        total += tree(after, depth - 1)
    return total
