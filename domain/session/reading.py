"""What came out of a file: the sessions in it, and the first line that does not fit."""

from typing import NamedTuple

from domain.errors import DomainError
from domain.session.session import Session

LONGEST = 20_000
"""Events of a session in a file; no evening comes near, and each one is carried out again."""


class Fault(NamedTuple):
    """The first line that does not fit, from 1, and why; no line for the file as a whole."""

    line: int | None
    reason: str

    def at(self, file: str) -> str:
        """Say the fault after file and line, the way compilers do.

        >>> Fault(3, "no such seat").at("evening.txt")
        'evening.txt:3: no such seat'
        """
        return f"{file}{'' if self.line is None else f':{self.line}'}: {self.reason}"


class Faulty(DomainError):
    """A line that does not fit."""

    def __init__(self, line: int | None, reason: str) -> None:
        self.fault = Fault(line, " ".join(reason.split()))
        super().__init__(reason)


class Found(NamedTuple):
    """A session in a file, as far as it is good.

    :ivar named: the file gives its id; otherwise the one that it has is nobody's.
    :ivar dated: the file says when it was opened, so that its times are its own.
    """

    session: Session
    named: bool = True
    dated: bool = True


class Read(NamedTuple):
    """The sessions of a file in order; with a fault the last one may be cut short by it.

    :ivar odd: lines that are stored as they are, although nobody could record them now.
    """

    sessions: tuple[Found, ...]
    fault: Fault | None = None
    odd: tuple[Fault, ...] = ()
