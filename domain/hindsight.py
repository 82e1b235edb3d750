"""What a pile must have held, by what showed itself later.

A hand that was hidden then and whose cards were played since held them already, unless they could
have come in between. All that is said is certain: a pile before an event held what it held after
it, less what came, plus what left. Of the cards that came unseen each could be any one, so of every
card that was there afterwards as many may have come as unseen ones did.

>>> hand = Pile(unknown=3)  # then E2 and B1 were played, and one card came unseen before that
>>> recalled(hand, Pile.of(["B1", "E2", "E2"], unknown=1), came=[None])
Pile(known=('E2',), unknown=2)
"""

from collections import Counter
from collections.abc import Sequence

from domain.piles import Pile

Cards = Sequence[str | None]


def recalled(before: Pile, after: Pile, came: Cards = (), left: Cards = ()) -> Pile:
    """Return a pile as it was seen before an event, with what is certain about it by now.

    :param after: the pile after the event, with what is certain about it by now.
    :param came: the cards that came to it with the event, ``None`` for one that was not seen.
    :param left: the cards that left it, those that were not seen left out or ``None``.
    """
    if not before.unknown:
        return before
    if not (came or left or before.known) and len(before) == len(after):
        return after
    unseen = came.count(None)
    sure = {card: n - unseen for card, n in _less(after, came, left).items()}
    for card, count in before.counts().items():
        sure[card] = max(sure.get(card, 0), count)
    known = sorted(card for card, count in sure.items() for _ in range(count))
    return Pile(tuple(known), len(before) - len(known))


def surely_came(before: Pile, after: Pile, came: Cards, left: Cards = ()) -> list[str]:
    """List what certainly was among the cards that came unseen: what lay there afterwards and, as
    ``before`` is certain to have been, was not there yet.

    >>> surely_came(Pile(("L1",)), Pile(("I2", "L1")), came=[None])
    ['I2']
    >>> surely_came(Pile(("L1",), 1), Pile(("I2", "L1"), 1), came=[None])
    []
    """
    if None not in came:
        return []
    new = _less(after, came, left)
    new.subtract(before.known)
    return [card for card, n in new.items() for _ in range(n - before.unknown)]


def _less(after: Pile, came: Cards, left: Cards) -> Counter[str]:
    """Count what a pile held before the event, were none of it among what came unseen."""
    found = after.counts()
    found.subtract(card for card in came if card is not None)
    found.update(card for card in left if card is not None)
    return found
