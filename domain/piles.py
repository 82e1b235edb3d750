"""A multiset of which some members may be unknown: one type for every hand, stack and lantern.

The same type serves the full state, what one seat may see, what everybody may see, and a
session logged at a table where nobody knows what was drawn.
"""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec


class Pile(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Some known cards, in sorted order, and a count of unknown ones.

    A pile says what lies in it, never in which order: a stack holds what can come next.

    >>> hand = Pile.of(["E2", "B1"], unknown=1)
    >>> len(hand), hand.known
    (3, ('B1', 'E2'))
    >>> hand.without("B1").add(None)
    Pile(known=('E2',), unknown=2)
    """

    known: tuple[str, ...] = ()
    unknown: int = 0

    @classmethod
    def of(cls, cards: Iterable[str | None], unknown: int = 0) -> "Pile":
        """Build a pile from cards in any order; each ``None`` counts as one unknown card."""
        listed = list(cards)
        known = [card for card in listed if card is not None]
        known.sort()
        return cls(tuple(known), unknown + len(listed) - len(known))

    def __len__(self) -> int:
        return len(self.known) + self.unknown

    def add(self, *cards: str | None) -> "Pile":
        """Return the pile with these cards in it; ``None`` is a card that nobody saw."""
        if len(cards) == 1 and (card := cards[0]) is not None:
            before = self.known
            at = bisect_left(before, card)
            return Pile((*before[:at], card, *before[at:]), self.unknown)
        known = list(self.known)
        unknown = self.unknown
        for card in cards:
            if card is None:
                unknown += 1
            else:
                insort(known, card)
        return Pile(tuple(known), unknown)

    def without(self, card: str | None) -> "Pile":
        """Return the pile after one card left it.

        A card that is not among the known ones resolves an unknown one. When an unseen card
        leaves a pile that was known throughout, nothing of the rest is certain any more.

        :raises ValueError: the pile cannot hold that card.
        """
        if card is None:
            if self.unknown:
                return Pile(self.known, self.unknown - 1)
            if self.known:
                return Pile((), len(self.known) - 1)
        else:
            known = self.known
            at = bisect_left(known, card)
            if at < len(known) and known[at] == card:
                return Pile(known[:at] + known[at + 1 :], self.unknown)
            if self.unknown:
                return Pile(known, self.unknown - 1)
        raise _absent(card, self)

    def without_each(self, cards: Iterable[str | None]) -> "Pile":
        """Return the pile after several cards left it.

        :raises ValueError: the pile cannot hold them all.
        """
        known, unknown = list(self.known), self.unknown
        for card in cards:
            if card is not None:
                at = bisect_left(known, card)
                if at < len(known) and known[at] == card:
                    del known[at]
                    continue
            elif known and not unknown:
                known, unknown = [], len(known)
            if not unknown:
                raise _absent(card, Pile(tuple(known)))
            unknown -= 1
        return Pile(tuple(known), unknown)

    def hidden(self) -> "Pile":
        """Return the pile as somebody sees it who knows only how many cards it holds."""
        return Pile((), len(self)) if self.known else self

    def counts(self) -> Counter[str]:
        """Count the known cards by name."""
        return Counter(self.known)

    def as_data(self) -> dict[str, Any]:
        """Return the pile as JSON-able data."""
        return {"known": list(self.known), "unknown": self.unknown}


def _absent(card: str | None, pile: Pile) -> ValueError:
    return ValueError(f"no {'card' if card is None else repr(card)} in {pile!r}")


EMPTY = Pile()
