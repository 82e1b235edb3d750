"""Where chance outcomes come from: a shuffle, or a person who says what was seen.

``decide`` asks, and the answer goes into the event; replaying events never asks again.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Protocol, Self

from domain.errors import Unanswered, Unseen
from domain.piles import Pile

Candidates = Callable[[], Iterable[str]]
"""Every card that an unknown card could still be; called only when the answer needs a check."""


class Question(str):
    """A question about a card, in words, that knows where the card lies.

    ``stack`` names the heap that it comes from; ``spot`` is set where the cards of a heap lie
    singly, each in a place of its own.

    >>> asked = Question("the face of b3", "tiles", "b3")
    >>> print(asked, asked.stack, asked.spot)
    the face of b3 tiles b3
    """

    __slots__ = ("spot", "stack")
    stack: str
    spot: str

    def __new__(cls, words: str, stack: str = "", spot: str = "") -> Self:
        """Make a question; a text by itself is one about no stack in particular."""
        question = super().__new__(cls, words)
        question.stack, question.spot = stack, spot
        return question


class Open(Question):
    """A question whose answer lies face up: at a table somebody always sees it."""

    __slots__ = ()


class Chance(Protocol):
    """Answers the question which card leaves a pile."""

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        """Return the card that leaves ``pile``, or ``None`` when nobody sees it."""
        ...


class Shuffled:
    """Draws uniformly from piles that are known throughout.

    Only ``Random.random`` is used: the sequence of that method alone is promised to stay the
    same from one Python version to the next.

    >>> from random import Random
    >>> Shuffled(Random(3)).draw(Pile.of(["B1", "E2", "V3"]), "the top card", lambda: ())
    'B1'
    """

    __slots__ = ("_random",)

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        known = pile.known
        if pile.unknown or not known:
            raise ValueError(f"cannot shuffle {pile!r} for {question!r}: cards are unknown")
        return known[int(self._random() * len(known))]

    def deal(self, pile: Pile, cards: int) -> list[str]:
        """Draw several cards of a known pile that holds as many: the same as one by one.

        >>> Shuffled(Random(3)).deal(Pile.of(["B1", "E2", "V3"]), 2)
        ['B1', 'V3']
        """
        left, random = list(pile.known), self._random
        return [left.pop(int(random() * len(left))) for _ in range(cards)]


class Observed:
    """Hands out, in order, what a person saw; ``None`` stands for a card that nobody showed.

    :raises Unanswered: a question came after the last answer.
    :raises Unseen: the answer names a card that cannot be there.
    """

    __slots__ = ("_answers", "given")

    def __init__(self, answers: Iterable[str | None]) -> None:
        self._answers = iter(answers)
        self.given = 0

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        try:
            card = next(self._answers)
        except StopIteration:
            raise Unanswered(question, self.given) from None
        self.given += 1
        if card is None or card in pile.known or (pile.unknown and card in candidates()):
            return card
        raise Unseen(question, card, sorted({*pile.known, *(candidates() if pile.unknown else ())}))


class Told:
    """What a person at a real table tells: what was seen. The rest went unseen.

    :param answers: in the order of the questions; ``None`` for a card that nobody showed.
    :param named: answers to questions by their words, such as a card shown in the middle of a
        refill; these come before ``answers``.

    :raises Unanswered: the answer to an open question is missing.
    :raises Unseen: the answer names a card that cannot be there.
    """

    def __init__(
        self,
        answers: Iterable[str | None] = (),
        named: Mapping[str, Iterable[str | None]] | None = None,
    ) -> None:
        self._answers = list(answers)[::-1]
        self._named = {question: list(told)[::-1] for question, told in (named or {}).items()}
        self.given = 0

    @property
    def left(self) -> list[str | None]:
        """Answers to which no question came."""
        return [*self._answers[::-1], *(a for told in self._named.values() for a in told[::-1])]

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        told = self._named.get(question) or self._answers
        if not told:
            if isinstance(question, Open):
                raise Unanswered(question, self.given)
            return None
        self.given += 1
        card = told.pop()
        if card is None or card in pile.known or (pile.unknown and card in candidates()):
            return card
        raise Unseen(question, card, sorted({*pile.known, *(candidates() if pile.unknown else ())}))


def draw_each(
    chance: Chance, pile: Pile, questions: Iterable[str], candidates: Candidates
) -> list[str | None]:
    """Draw one card a question, each from what the one before it left in the pile.

    :param candidates: what an unknown card of the pile could be before the first draw. Once a card
        left a known pile unseen, the next one could also be any that was known to be there.
    """
    questions = tuple(questions)
    if isinstance(chance, Shuffled) and not pile.unknown and len(questions) <= len(pile.known):
        return [*chance.deal(pile, len(questions))]
    drawn: list[str | None] = []
    blurred: list[str] = []
    shown: list[str] = []

    def left() -> list[str]:
        return without([*candidates(), *blurred], shown)

    for question in questions:
        card = chance.draw(pile, question, left)
        if card is None:
            if not pile.unknown:
                blurred.extend(pile.known)
        elif pile.unknown and card not in pile.known:
            shown.append(card)
        drawn.append(card)
        pile = pile.without(card)
    return drawn


def without(cards: Iterable[str], gone: Iterable[str | None]) -> list[str]:
    """List, sorted, the cards that are left once the seen ones among ``gone`` are gone.

    >>> without(["E2", "B1", "B1"], ["B1", None])
    ['B1', 'E2']
    """
    return sorted((Counter(cards) - Counter(card for card in gone if card)).elements())
