"""The same luck again: cards in the order in which they came in another session."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.chance import Candidates, Chance, Observed
from domain.piles import Pile
from domain.session.retold import answers_of
from domain.session.session import Session


class Heap(NamedTuple):
    """A stack between two shufflings; ``spot`` where its cards lie singly, each in its place."""

    stack: str
    spot: str
    shuffled: int


Order = Mapping[Heap, tuple[str, ...]]
"""The cards of each heap in the order in which they came, as far as it is known."""


class Heaps:
    """Tells which heap a card comes from.

    A stack holds one card fewer after each draw. One that holds another number was shuffled with
    cards that had come before: Dusk cards went in, or the discards were made into a new stack.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], tuple[int, int]] = {}

    def of(self, question: str, pile: Pile) -> Heap:
        """Return the heap that the card comes from which is asked for now."""
        stack, spot = getattr(question, "stack", ""), getattr(question, "spot", "")
        size = len(pile)
        last, shuffled = self._seen.get((stack, spot), (size + 1, 0))
        shuffled += size != last - 1
        self._seen[stack, spot] = size, shuffled
        return Heap(stack, spot, shuffled)


class _Noting(Observed):
    """Gives the answers of an action again and notes from which heap each card came."""

    __slots__ = ("_heaps", "came")

    def __init__(self, answers: Iterator[str | None], heaps: Heaps) -> None:
        super().__init__(answers)
        self._heaps = heaps
        self.came: list[tuple[Heap, str | None]] = []

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        card = super().draw(pile, question, candidates)
        self.came.append((self._heaps.of(question, pile), card))
        return card


def order_of(session: Session) -> Order:
    """Return the order in which cards came in a session as it stands.

    A card that nobody saw ends what is known of its heap.
    """
    return _ordered(session, Heaps())


def drawn(session: Session, heaps: Heaps | None = None) -> dict[Heap, list[str | None]]:
    """Return every card of each heap in the order in which they came, unseen ones as ``None``."""
    found: dict[Heap, list[str | None]] = {}
    for heap, card in _draws(session, heaps or Heaps()):
        found.setdefault(heap, []).append(card)
    return found


def _ordered(session: Session, heaps: Heaps) -> dict[Heap, tuple[str, ...]]:
    return {heap: _known(cards) for heap, cards in drawn(session, heaps).items()}


def _known(cards: list[str | None]) -> tuple[str, ...]:
    end = cards.index(None) if None in cards else len(cards)
    return tuple(card for card in cards[:end] if card is not None)


def _draws(session: Session, heaps: Heaps) -> Iterator[tuple[Heap, str | None]]:
    """Yield every card that came, by carrying out again what the moves began with."""
    game, moves, chosen = session.game, session.moves, dict(session.actions)
    befores = [before for before, _, _ in session.history()]
    for first, end in session.stretches():
        events = [move.event for move in moves[first:end]]
        told = _Noting(answers_of(game, events), heaps)
        if not first:
            game.set_up(session.rules, getattr(events[0], "start", 0), told)
        elif any(map(game.answers, events)):
            game.force(befores[first], chosen[first], told)
        yield from told.came


class SameOrder:
    """Draws for a branch: from each heap the cards in the order in which they came before.

    A card that does not lie there any more is passed over. What is known of the order may be used
    up; then ``rest`` draws, among cards that are not known to lie in another spot. What comes
    next follows from the two sessions alone, up to what ``rest`` draws.

    :param order: of the session that was branched from.
    :param branch: the session as it stands.
    """

    def __init__(self, order: Order, branch: Session, rest: Chance) -> None:
        self._heaps = Heaps()
        came = _ordered(branch, self._heaps)
        self._left = {heap: _without(cards, came.get(heap, ())) for heap, cards in order.items()}
        self._rest = rest

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        """Return the card that comes next from the pile."""
        heap = self._heaps.of(question, pile)
        left = self._left.get(heap, [])
        for at, card in enumerate(left):
            if card in pile.known:
                del left[at]
                return card
        return self._rest.draw(self._free(pile, heap), question, candidates)

    def _free(self, pile: Pile, heap: Heap) -> Pile:
        """Leave out the cards that are known to lie in other spots."""
        if not heap.spot:
            return pile
        known = pile.counts()
        for other, cards in self._left.items():
            if other.stack == heap.stack and other.spot != heap.spot:
                known -= Counter(cards)
        return Pile.of(known.elements(), pile.unknown) if known or pile.unknown else pile


def _without(cards: tuple[str, ...], gone: tuple[str, ...]) -> list[str]:
    """Return cards in their order, each one that is gone left out once, the earliest first.

    >>> _without(("B1", "E2", "B1"), ("B1",))
    ['E2', 'B1']
    """
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left
