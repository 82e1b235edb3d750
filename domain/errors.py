"""Everything that the domain refuses, each error with what, where and what was expected."""

from collections.abc import Sequence


class DomainError(ValueError):
    """Something that was asked of the domain and was not done; the state is as it was."""


class Refusal(DomainError):
    """An action that the rules forbid in this position.

    :ivar action: what was refused, in words.
    :ivar reason: why, in words, without a full stop.
    :ivar clauses: ids of the clauses that forbid it.
    :ivar position: where in the game, in words.
    """

    def __init__(self, action: str, reason: str, clauses: Sequence[str], position: str) -> None:
        self.action = action
        self.reason = reason
        self.clauses = tuple(clauses)
        self.position = position
        cited = ", ".join(self.clauses)
        super().__init__(f"cannot {action}: {reason} [{cited}] ({position})")


class Unanswered(DomainError):
    """A chance outcome that nobody has told yet; ``given`` answers were used before it."""

    def __init__(self, question: str, given: int) -> None:
        self.question = question
        self.given = given
        super().__init__(f"not told yet: {question} (after {given} answers)")


class Unseen(DomainError):
    """An observed card that cannot have been there."""

    def __init__(self, question: str, card: str, possible: Sequence[str]) -> None:
        self.question = question
        self.card = card
        self.possible = tuple(possible)
        expected = ", ".join(possible) or "none"
        super().__init__(f"{question} cannot be {card!r}; expected one of: {expected}")


class Invalid(DomainError):
    """Data that does not fit its format: path, what was found, what was expected."""


class DamagedSession(DomainError):
    """A stored event that does not fit the position that it found."""

    def __init__(self, session: object, version: int, cause: Exception) -> None:
        self.version = version
        found = f"{type(cause).__name__}: {cause}"
        super().__init__(f"session {session}, version {version}: the event does not fit ({found})")


class SessionError(DomainError):
    """A command that does not fit the session as it stands (closed, no such step ...)."""
