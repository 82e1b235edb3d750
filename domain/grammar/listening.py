"""Chance sources that find out which questions an action asks."""

from collections.abc import Sequence

from domain.chance import Candidates, Open
from domain.errors import DomainError
from domain.notation import Reading
from domain.piles import Pile


class Asked(DomainError):
    """A question of chance came that nothing answers yet; ``possible``: what could."""

    def __init__(self, question: str, possible: Sequence[str] = ()) -> None:
        self.question = question
        self.possible = possible
        super().__init__(f"not told yet: {question}")


class Listener:
    """Gives answers without looking at them, and notes the questions to which it gave them."""

    def __init__(self, answers: Sequence[str | None]) -> None:
        self._answers = iter(answers)
        self.questions: list[str] = []
        self.given: list[str | None] = []

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        """Return the next answer.

        :raises Asked: there is none.
        """
        try:
            card = next(self._answers)
        except StopIteration:
            raise Asked(question) from None
        self.questions.append(question)
        self.given.append(card)
        return card


class Probe:
    """Answers as a reading says, and stops at the next question: at one that somebody has to
    answer, or at any, if ``every``.
    """

    def __init__(self, reading: Reading, every: bool) -> None:
        self._told = reading.chance
        self._every = every
        self.given: list[str | None] = []

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        """Return what was told.

        :raises Asked: nothing was.
        """
        if not self._told.left and (self._every or isinstance(question, Open)):
            more = candidates() if pile.unknown else ()
            raise Asked(question, sorted({*pile.known, *more}))
        card = self._told.draw(pile, question, candidates)
        self.given.append(card)
        return card
