"""Lepidoptery played on in place: see :mod:`domain.playout`."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from domain.events import Event
from domain.games.lepidoptery.actions import Action, Pass, Play
from domain.games.lepidoptery.choices import Choice, choices_of
from domain.games.lepidoptery.combinations import KINDS, Kind, kind_of, without_joker
from domain.games.lepidoptery.events import (
    ColumnsCleared,
    CombinationPlayed,
    GameWon,
    HandReplenished,
    Passed,
)
from domain.games.lepidoptery.legal import listed
from domain.games.lepidoptery.state import SEATS, Laid, Marker, State
from domain.piles import Pile

PASS = tuple(Pass(seat) for seat in range(SEATS))


class Held:
    """A hand as counts, and as sets of ranks that it holds once, twice or three times or more."""

    __slots__ = ("_bits", "_counts", "masks", "size")

    def __init__(self, cards: Sequence[str], bits: dict[str, int]) -> None:
        self._bits, self._counts = bits, dict.fromkeys(bits, 0)
        self.masks = [0, 0, 0]
        self.size = 0
        self.add(cards)

    def add(self, cards: Sequence[str]) -> None:
        """Put cards into the hand."""
        counts, masks, bits = self._counts, self.masks, self._bits
        for card in cards:
            held = counts[card]
            counts[card] = held + 1
            if held < 3:
                masks[held] |= bits[card]
        self.size += len(cards)

    def remove(self, cards: Sequence[str]) -> None:
        """Take cards from the hand."""
        counts, masks, bits = self._counts, self.masks, self._bits
        for card in cards:
            held = counts[card] - 1
            counts[card] = held
            if held < 3:
                masks[held] ^= bits[card]
        self.size -= len(cards)

    def pile(self) -> Pile:
        """Return the hand as a value."""
        return Pile.of(card for card, held in self._counts.items() for _ in range(held))


@lru_cache(maxsize=64)
def _choices(columns: tuple[Kind, ...], ranks: tuple[int, ...]) -> list[list[tuple[Choice, ...]]]:
    """Return the choices by seat and by whether its Joker may be used."""
    return [[choices_of(columns, ranks, seat, up) for up in (False, True)] for seat in range(SEATS)]


@lru_cache(maxsize=64)
def _bits(ranks: tuple[int, ...]) -> dict[str, int]:
    """Return each card's rank as a bit."""
    return {str(rank): 1 << rank for rank in ranks}


@lru_cache(maxsize=64)
def _column_of(columns: tuple[Kind, ...]) -> dict[Kind, int]:
    return {kind: column for column, kind in enumerate(columns)}


@lru_cache(maxsize=1024)
def _facts(ranks: tuple[int, ...], joker: int | None) -> tuple[Kind, tuple[str, ...]]:
    """Return a play's combination type and the cards that come from the hand."""
    kind = kind_of(ranks)
    assert kind is not None, ranks
    return kind, tuple(map(str, without_joker(ranks, joker)))


class Playout:
    """A position of Lepidoptery that actions change.

    ``_boards`` holds each seat's tokens as bits, ``_width`` bits a column, the top one of which
    stays empty: a line of four overlaps with itself shifted by one, two and three cells.
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
        self._random = rng.random
        self._rules, self._components = state.rules, components
        self._limited = state.rules.options.token_supply == "limited"
        self._heights = components.heights
        self._choices = _choices(components.columns, components.ranks)
        self._column_of, bits = _column_of(components.columns), _bits(components.ranks)
        self._hands = [Held(pile.known, bits) for pile in state.hands]
        self._decks = [list(pile.known) for pile in state.decks]
        self._spent = [list(pile.known) for pile in state.spent]
        self._area = [(laid.seat, laid.ranks, laid.joker) for laid in state.area]
        self._columns = [list(tokens) for tokens in state.columns]
        self._markers, self._jokers = list(state.markers), list(state.jokers)
        self._plays, self._passes = list(state.plays), list(state.passes)
        self._full = sum(1 << at for at in range(len(self._columns)) if state.is_full(at))
        self._marked = [self._bit(marker) for marker in self._markers]
        self._clears, self._winner, self._turn = state.clears, state.winner, state.turn
        self._width = max(components.heights) + 1
        self._boards = [0] * SEATS
        for column, tokens in enumerate(state.columns):
            for row, seat in enumerate(tokens):
                self._boards[seat] |= 1 << (column * self._width + row)

    def legal(self) -> list[Action]:
        """List the legal actions of the seat in turn."""
        seat = self.seat
        if seat is None:
            return []
        if self._limited and self._boards[seat].bit_count() >= self._components.tokens:
            return [PASS[seat]]
        beaten = self._area[-1][1] if self._area else ()
        legal = listed(
            self._choices[seat][self._jokers[seat]],
            self._full | self._marked[seat],
            self._hands[seat].masks,
            beaten,
        )
        if beaten or not legal:
            legal.append(PASS[seat])
        return legal

    def play(self, action: Action) -> None:
        """Carry out a legal action and everything that follows until a seat has to choose."""
        if isinstance(action, Play):
            self._play(action.seat, action.ranks, action.joker)
        else:
            self._pass(action.seat)

    def state(self) -> State:
        """Return the position as a value."""
        return State(
            rules=self._rules,
            hands=tuple([hand.pile() for hand in self._hands]),
            decks=tuple([Pile(tuple(deck)) for deck in self._decks]),
            spent=tuple([Pile.of(cards) for cards in self._spent]),
            area=tuple([Laid(*laid) for laid in self._area]),
            columns=tuple([tuple(tokens) for tokens in self._columns]),
            markers=tuple(self._markers),
            jokers=tuple(self._jokers),
            turn=self._turn,
            plays=tuple(self._plays),
            passes=tuple(self._passes),
            clears=self._clears,
            winner=self._winner,
        )

    def _play(self, seat: int, ranks: tuple[int, ...], joker: int | None) -> None:
        kind, cards = _facts(ranks, joker)
        self.events.append(CombinationPlayed(seat, ranks, joker))
        hand = self._hands[seat]
        hand.remove(cards)
        self._spent[seat] += cards
        self._area.append((seat, ranks, joker))
        if joker is not None:
            self._jokers[seat] = False
        column = self._column_of[kind]
        self._markers[seat], self._marked[seat] = kind, 1 << column
        self._plays[seat] += 1
        tokens = self._columns[column]
        self._boards[seat] |= 1 << (column * self._width + len(tokens))
        tokens.append(seat)
        self._turn = self.seat = 1 - seat
        if not (hand.size or self._decks[seat]) or self._has_line(self._boards[seat]):
            self.events.append(GameWon(seat))
            self._winner, self.seat = seat, None
        elif len(tokens) >= self._heights[column]:
            self._clear(column)

    def _bit(self, marker: Marker) -> int:
        """Return the column of a marker as a bit; 0 where it lies on none."""
        return 1 << self._column_of[marker] if marker in KINDS else 0

    def _has_line(self, board: int) -> bool:
        """Whether a seat's tokens hold a line of four (win.line)."""
        width = self._width
        up, across = board & board >> 1, board & board >> width
        if up & up >> 2 or across & across >> 2 * width:
            return True
        rising, falling = board & board >> width + 1, board & board >> width - 1
        return bool(rising & rising >> 2 * width + 2 or falling & falling >> 2 * width - 2)

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
            gone = (1 << self._width) - 1 << at * self._width
            self._boards = [board & ~gone for board in self._boards]

    def _pass(self, seat: int) -> None:
        self.events.append(Passed(seat))
        self._area.clear()
        self._markers[seat], self._marked[seat], self._jokers[seat] = "pass", 0, True
        self._passes[seat] += 1
        self._turn = self.seat = 1 - seat
        random, most = self._random, self._components.hand
        for drawer in (seat, 1 - seat):
            hand, deck = self._hands[drawer], self._decks[drawer]
            owed = min(max(most - hand.size, 1), len(deck))
            if owed:
                drawn = [deck.pop(int(random() * len(deck))) for _ in range(owed)]
                self.events.append(HandReplenished(drawer, tuple(drawn)))
                hand.add(drawn)
