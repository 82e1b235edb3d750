"""Lepidoptery played on in place: see :mod:`domain.playout`."""

from operator import add
from random import Random

from domain.events import Event
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    GameWon,
    HandReplenished,
    Passed,
)
from domain.games.lepidoptery.held import cards_of, number
from domain.games.lepidoptery.state import SEATS, State
from domain.games.lepidoptery.table import Move, table_of
from domain.piles import Pile

PASS = tuple(Pass(seat) for seat in range(SEATS))
PASSED = tuple(Passed(seat) for seat in range(SEATS))


class Playout:
    """A position of Lepidoptery that actions change.

    Hands are numbers (:mod:`domain.games.lepidoptery.held`), and so are the seats' boards
    (``Table.cells``). ``_begin`` is the position that it goes on from, ``_made`` what each seat
    played since then, ``_area`` what was played since the last pass.
    """

    def __init__(self, state: State, rng: Random) -> None:
        """Go on from a position.

        :raises ValueError: a card is unknown.
        """
        for pile in (*state.hands, *state.decks):
            if pile.unknown:
                raise ValueError(f"cannot play on where cards are unknown: {state.position()}")
        components = state.rules.components
        self.events: list[Event] = []
        self.seat = state.chooser
        self._begin, self._components, self._random = state, components, rng.random
        self._limited = state.rules.options.token_supply == "limited"
        self._bits, self._offers, self._moves, self._cells = table_of(
            components.columns, components.heights, components.ranks, components.most
        )
        self._hands = [number(pile.known, self._bits) for pile in state.hands]
        self._decks = [list(pile.known) for pile in state.decks]
        self._area = [self._moves[Play(laid.seat, laid.ranks, laid.joker)] for laid in state.area]
        self._beaten = self._area[-1].beaten if self._area else None
        self._made: tuple[list[Move], ...] = ([], [])
        self._markers, self._jokers = list(state.markers), list(state.jokers)
        self._clears, self._winner, self._turn = state.clears, state.winner, state.turn
        self._passes = list(state.passes)
        self._columns = [list(tokens) for tokens in state.columns]
        self._boards, self._full = [0] * SEATS, 0
        for column, tokens in enumerate(state.columns):
            if tokens:
                self._full |= state.is_full(column) << column
                for cell, seat in zip(self._cells[column], tokens, strict=False):
                    self._boards[seat] |= cell

    def legal(self) -> list[Action]:
        """List the legal actions of the seat in turn."""
        seat = self.seat
        if seat is None:
            return []
        if self._limited and self._on_board(seat) >= self._components.tokens:
            return [PASS[seat]]
        held, beaten = self._hands[seat], self._beaten
        found: list[Action] = []
        situation = self._full, self._markers[seat], beaten, self._jokers[seat]
        for bits, plays in self._offers[seat][situation]:
            found += plays[held & bits]
        if beaten or not found:
            found.append(PASS[seat])
        return found

    def play(self, action: Action) -> None:
        """Carry out a legal action and everything that follows until a seat has to choose."""
        self._turn = self.seat = 1 - action.seat
        if isinstance(action, Play):
            self._play(action.seat, self._moves[action])
        else:
            self._pass(action.seat)

    def state(self) -> State:
        """Return the position as a value."""
        begin = self._begin
        return State(
            rules=begin.rules,
            hands=tuple([Pile(cards_of(held, self._bits)) for held in self._hands]),
            decks=tuple([Pile(tuple(deck)) for deck in self._decks]),
            spent=tuple(map(_spent, begin.spent, self._made)),
            area=tuple([move.laid for move in self._area]),
            columns=tuple([tuple(tokens) for tokens in self._columns]),
            markers=tuple(self._markers),
            jokers=tuple(self._jokers),
            turn=self._turn,
            plays=tuple(map(add, begin.plays, map(len, self._made))),
            passes=tuple(self._passes),
            clears=self._clears,
            winner=self._winner,
        )

    def _on_board(self, seat: int) -> int:
        return sum([tokens.count(seat) for tokens in self._columns])

    def _play(self, seat: int, move: Move) -> None:
        event, _, _, column, marker, beaten, joker, other, times, own = move
        self.events.append(event)
        self._area.append(move)
        self._made[seat].append(move)
        held = self._hands[seat]
        self._hands[seat] = held = held & other | held >> times & own
        self._markers[seat], self._beaten = marker, beaten
        if joker:
            self._jokers[seat] = False
        tokens, cells = self._columns[column], self._cells[column]
        self._boards[seat] = board = self._boards[seat] | cells[len(tokens)]
        tokens.append(seat)
        two = board & board >> 1
        if two & two >> 2 or not (held or self._decks[seat]):  # win.line, win.shed
            self.events.append(GameWon(seat))
            self._winner, self.seat = seat, None
        elif len(tokens) == len(cells):
            self._clear(column)

    def _clear(self, filled: int) -> None:
        """Clear the full columns other than the one that was just filled (clear.columns)."""
        kinds, heights = self._components.columns, self._components.heights
        full = [
            at
            for at, tokens in enumerate(self._columns)
            if at != filled and len(tokens) >= heights[at]
        ]
        self._full = 1 << filled
        if not full:
            return
        self.events.append(ColumnsCleared(tuple([kinds[at] for at in full])))
        self._clears += 1
        for at in full:
            self._columns[at].clear()
            gone = sum(self._cells[at])
            self._boards = [board & ~gone for board in self._boards]

    def _pass(self, seat: int) -> None:
        events = self.events
        events.append(PASSED[seat])
        self._area.clear()
        self._beaten = None
        self._markers[seat], self._jokers[seat] = "pass", True
        self._passes[seat] += 1
        random, most, bits = self._random, self._components.hand, self._bits
        for drawer in (seat, 1 - seat):
            deck = self._decks[drawer]
            left = len(deck)
            if left:
                held, drawn = self._hands[drawer], []
                owed = min(max(most - held.bit_count(), 1), left)
                for remaining in range(left, left - owed, -1):
                    card = deck.pop(int(random() * remaining))
                    drawn.append(card)
                    held |= held + bits[card]
                self._hands[drawer] = held
                events.append(HandReplenished(drawer, tuple(drawn)))


def _spent(before: Pile, made: list[Move]) -> Pile:
    """Return what a seat played by now."""
    return Pile.of([*before.known, *[card for move in made for card in move.cards]])
