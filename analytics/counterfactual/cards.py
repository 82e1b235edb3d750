"""The cards of a recorded session again, each heap's in the order in which they came."""

from collections.abc import Mapping

from domain.chance import Candidates, Open
from domain.errors import DomainError
from domain.piles import Pile
from domain.session.luck import Heap, Heaps


class NotDrawn(DomainError):
    """A card is needed that did not come in the recorded session, or that cannot come now."""


class SameCards:
    """Answers with what came. A card that nobody saw is one that nobody sees again.

    :param order: by heap, what came, unseen cards as ``None``.
    """

    def __init__(self, order: Mapping[Heap, list[str | None]]) -> None:
        self._left = {heap: cards[::-1] for heap, cards in order.items()}
        self._heaps = Heaps()

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        """Return the card that came next from the heap.

        :raises NotDrawn: none came, or it lies elsewhere now.
        """
        left = self._left.get(self._heaps.of(question, pile))
        if not left:
            raise NotDrawn(f"{question}: no further card of that heap was drawn")
        card = left.pop()
        if card is None:
            if isinstance(question, Open):
                raise NotDrawn(f"{question}: nobody saw the card that came")
            return None
        if card in pile.known or (pile.unknown and card in candidates()):
            return card
        raise NotDrawn(f"{question}: {card} came, and lies elsewhere now")
