"""Lepidoptery by its looks: lines of tokens, what the other seat could answer, and the hand."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import comb
from typing import NamedTuple

import msgspec

from analytics.bots.greedy.lepidoptery_board import Tally, drop, finishes
from domain.games.lepidoptery.actions import Action, Play
from domain.games.lepidoptery.combinations import SIZE, Kind, kind_of, without_joker
from domain.games.lepidoptery.state import State

Taken = tuple[tuple[int, int], ...]
"""How many cards of which rank leave the hand."""


class Weights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What it looks at. The game has no points; these are on a scale of which a win is 100.

    :ivar win: a line of four, or the last card laid.
    :ivar one: one own token on four spaces in line where the other seat has none.
    :ivar two: two of them.
    :ivar three: three of them.
    :ivar block: times that, for the other seat's tokens.
    :ivar danger: lost if the other seat completes a line next, times how likely it can.
    :ivar threat: a line that can be completed with the next play, with cards in hand for it.
    :ivar shed: a card laid.
    :ivar high: lost with each rank of the cards laid: high ones beat more.
    :ivar tempo: each rank that the other seat has to reach.
    :ivar ready: a combination type that the rest of the hand can form.
    :ivar joker: lost when the Joker is used, gained when a pass turns it up again.
    :ivar rest: how a pass looks before anything else.
    :ivar draw: a card that a pass brings into the own hand.
    """

    win: float = 100.0
    one: float = 0.2
    two: float = 1.5
    three: float = 4.0
    block: float = 1.5
    danger: float = 50.0
    threat: float = 5.0
    shed: float = 2.5
    high: float = 0.2
    tempo: float = 0.0
    ready: float = 0.5
    joker: float = 1.0
    rest: float = -3.0
    draw: float = 0.2


def values(state: State, seat: int, legal: Sequence[Action], weights: Weights) -> list[float]:
    """Return how good each legal action looks to a seat; a win is 100."""
    look = Look(state, seat, weights)
    return [look.play(a) if isinstance(a, Play) else look.rest for a in legal]


class Look:
    """One seat's look at a position: its own hand, and what lies open."""

    def __init__(self, state: State, seat: int, weights: Weights) -> None:
        self.state, self.seat, self.other, self.weights = state, seat, 1 - seat, weights
        self.components = state.rules.components
        self.kinds, self.heights = self.components.columns, self.components.heights
        self.hand = state.hands[seat].known
        self.left = len(state.hands[seat]) + len(state.decks[seat])
        self.tokens: dict[Kind, tuple[float, int, int]] = {}
        self.dangers: dict[tuple[int, int, int], float] = {}

    def play(self, action: Play) -> float:
        """Value a play: its token, what the other seat can make of it, and the cards."""
        weights, facts = self.weights, facts_of(action.ranks, action.joker)
        look, mine, theirs = self.tokens.get(facts.kind) or self.token(facts.kind)
        if facts.cards == self.left:
            return weights.win
        ready = ready_in(self.hand, facts.taken, self.kinds)
        look += (
            weights.ready * ready.bit_count()
            + weights.tempo * facts.low
            + weights.shed * facts.cards
            - weights.high * facts.ranks
        )
        if action.joker is not None:
            look -= weights.joker
        if mine & ready:
            look += weights.threat
        if theirs:
            look -= self.danger(theirs, facts.low, facts.size)
        return look

    def token(self, kind: Kind) -> tuple[float, int, int]:
        """Value a token in a type's column, and return, as bits, the columns where this seat and
        where the other one could complete a line next.
        """
        column, weights = self.kinds.index(kind), self.weights
        then = drop(self.state.columns, self.heights, column, self.seat)
        look = weights.win if then.wins else self.lines(then.mine)
        look -= weights.block * self.lines(then.theirs)
        self.tokens[kind] = found = (look, then.next_mine & ~(1 << column), then.next_theirs)
        return found

    def lines(self, tally: Tally) -> float:
        """Value lines that one seat alone has begun."""
        weights = self.weights
        return weights.one * tally[1] + weights.two * tally[2] + weights.three * tally[3]

    @cached_property
    def rest(self) -> float:
        """How a pass looks."""
        state, weights = self.state, self.weights
        look = weights.rest + weights.draw * self.drawn(self.seat)
        look += weights.ready * ready_in(self.hand, (), self.kinds).bit_count()
        if not state.jokers[self.seat]:
            look += weights.joker
        if columns := finishes(state.columns, self.heights, self.other):
            look -= self.danger(columns, 0, 0, self.drawn(self.other))
        return look

    def drawn(self, seat: int) -> int:
        """Count the cards that a seat draws after a pass."""
        missing = self.components.hand - len(self.state.hands[seat])
        return min(max(missing, 1), len(self.state.decks[seat]))

    def danger(self, columns: int, low: int, size: int, more: int = 0) -> float:
        """Value the chance that the other seat completes a line in one of some columns.

        :param low: the lowest rank of what it has to beat, and of how many cards that is.
        :param more: how many cards it draws before.
        """
        key = (columns, low, size)
        if key not in self.dangers:
            state, other = self.state, self.other
            unseen = unseen_of(self.components.deck, state.spent[other].known)
            held, joker, fails = len(state.hands[other]) + more, state.jokers[other], 1.0
            for column, kind in enumerate(self.kinds):
                if columns >> column & 1 and kind != state.markers[other]:
                    lowest = low if SIZE[kind] > size else low + 1
                    fails *= 1 - likely(kind, lowest, unseen, held, joker)
            self.dangers[key] = self.weights.danger * (1 - fails)
        return self.dangers[key]


class Facts(NamedTuple):
    """A play's combination. ``ranks`` sums the cards that leave the hand."""

    kind: Kind
    low: int
    size: int
    cards: int
    ranks: int
    taken: Taken


@lru_cache(maxsize=1024)
def facts_of(ranks: tuple[int, ...], joker: int | None) -> Facts:
    """Work a combination out."""
    kind, cards = kind_of(ranks), without_joker(ranks, joker)
    assert kind is not None
    taken = tuple(Counter(cards).items())
    return Facts(kind, ranks[0], len(ranks), len(cards), sum(cards), taken)


@lru_cache(maxsize=65536)
def ready_in(hand: tuple[str, ...], taken: Taken, kinds: tuple[Kind, ...]) -> int:
    """Return, as bits by column, the types that a hand forms without a Joker after some cards left
    it.
    """
    once, twice, thrice = masks(hand)
    for rank, count in taken:
        left, bit = hand.count(str(rank)) - count, 1 << rank
        if left < 3:
            thrice &= ~bit
        if left < 2:
            twice &= ~bit
        if left < 1:
            once &= ~bit
    runs = once & once >> 1
    found: dict[Kind, int] = {
        "single": once,
        "pair": twice,
        "triple": thrice,
        "run2": runs,
        "run3": runs & runs >> 1,
    }
    return sum([1 << column for column, kind in enumerate(kinds) if found[kind]])


@lru_cache(maxsize=4096)
def masks(known: tuple[str, ...]) -> tuple[int, int, int]:
    """Return, as bits, the ranks that a hand holds once, twice and three times or more."""
    once = twice = thrice = 0
    for card in known:
        bit = 1 << int(card)
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
    return once, twice, thrice


@lru_cache(maxsize=4096)
def unseen_of(deck: tuple[str, ...], spent: tuple[str, ...]) -> tuple[int, ...]:
    """Count, by rank from 0, the cards of a deck that were not laid yet, and two ranks beyond."""
    left = Counter(map(int, deck))
    left.subtract(map(int, spent))
    return tuple(left[rank] for rank in range(max(left) + 3))


@lru_cache(maxsize=65536)
def likely(kind: Kind, lowest: int, unseen: tuple[int, ...], held: int, joker: bool) -> float:
    """Return about how likely a hand of unseen cards holds a combination.

    Cards count as held independently, and so do combinations.
    """
    total, misses = max(sum(unseen), 1), 1.0
    have = [holding(count, held, total) for count in unseen]
    for low in range(lowest, len(unseen) - 2):
        one, two, three = have[low]
        second, third = have[low + 1][0], have[low + 2][0]
        if kind == "single":
            hit = one
        elif kind == "pair":
            hit = one if joker else two
        elif kind == "triple":
            hit = two if joker else three
        elif kind == "run2":
            hit = one + second - one * second if joker else one * second
        else:
            hit = one * second * third
            if joker:
                hit = one * second + one * third + second * third - 2 * hit
        misses *= 1 - hit
    return 1 - misses


@lru_cache(maxsize=65536)
def holding(copies: int, held: int, total: int) -> tuple[float, float, float]:
    """Return how likely at least one, two and three of a rank's unseen copies are held.

    :param held: how many of the ``total`` unseen cards are.
    """
    part, left, found = min(held / total, 1.0), 1.0, []
    for n in range(3):
        left -= comb(copies, n) * part**n * (1 - part) ** max(copies - n, 0)
        found.append(left)
    one, two, three = found
    return one, two, three
