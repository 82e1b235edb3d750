"""The same deal for every side: each stack has an order of its own, drawn from the seed."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b

from domain.chance import Candidates
from domain.piles import Pile
from domain.session.luck import Heap, Heaps


class SameDeal:
    """Draws so that two games with one seed have the same luck as far as their rules allow.

    A stack is in an order from the beginning: every card has a number, worked out from the seed,
    the stack, how often it was shuffled, and which copy of the card it is. Two stacks that differ
    in a few cards hold the others in the same order. Cards that lie singly, each in its spot, lie
    there from the beginning too, so that a tile has the same face whenever it is turned.

    :param spots: every place of the board, in the game's order.
    """

    def __init__(self, seed: str, spots: Sequence[str]) -> None:
        self._seed, self._spots = seed, spots
        self._heaps = Heaps()
        self._left: dict[Heap, list[str]] = {}
        self._laid: dict[str, dict[str, str]] = {}

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        """Return the card that comes next.

        :raises ValueError: the pile is empty, or some of it is unknown.
        """
        if pile.unknown or not pile.known:
            raise ValueError(f"cannot shuffle {pile!r} for {question!r}: cards are unknown")
        heap = self._heaps.of(question, pile)
        if heap.spot and (face := self._lies(heap, pile)) is not None:
            return face
        left = self._left.get(heap)
        if left is None:
            left = self._left[heap] = self._shuffled(f"{heap.stack}/{heap.shuffled}", pile.known)
        while left[-1] not in pile.known:  # it left the stack in another way
            left.pop()
        return left.pop()

    def _lies(self, heap: Heap, pile: Pile) -> str | None:
        """Return what lies in a spot; ``None`` where there is not one card for each place."""
        laid = self._laid.get(heap.stack)
        if laid is None:
            even = len(pile) == len(self._spots)
            faces = self._shuffled(heap.stack, pile.known) if even else []
            laid = dict(zip(self._spots, faces, strict=False))
            self._laid[heap.stack] = laid
        face = laid.get(heap.spot)
        return face if face in pile.known else None

    def _shuffled(self, stack: str, cards: Iterable[str]) -> list[str]:
        """Return cards in the stack's order, the next one last."""
        seen: dict[str, int] = {}
        numbered = []
        for card in cards:
            copy = seen[card] = seen.get(card, 0) + 1
            name = f"{self._seed}/{stack}/{card}/{copy}".encode()
            numbered.append((blake2b(name, digest_size=8).digest(), card))
        return [card for _, card in sorted(numbered)]
