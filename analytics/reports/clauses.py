"""Clauses of a rulebook as sessions used them: fired, refused, talked about, broken."""

import re
from typing import NamedTuple

from analytics.reports.report import Numbers
from analytics.rulebooks import citable, rulebook
from domain.game import Game

NOT_IN_BOOK = "No clause of the rulebook as it is now."


class Use(NamedTuple):
    """One clause and what became of it.

    :ivar citable: whether a step can rest on it; otherwise it only forbids or explains.
    :ivar fired: steps that rest on it, in so many ``sessions``.
    :ivar simulated: simulated sessions that reached it.
    :ivar hindered: of ``looked`` simulated sessions, those in which it had something to forbid;
        ``None`` where nobody can tell.
    """

    clause: str
    text: str
    section: str
    kind: str
    citable: bool
    fired: int = 0
    sessions: int = 0
    simulated: int = 0
    refused: int = 0
    talked: int = 0
    broken: int = 0
    hindered: int | None = None
    looked: int = 0

    @property
    def idle(self) -> bool:
        """Whether it is known to have had nothing to forbid."""
        return self.hindered == 0 and self.looked > 0 and not self.refused

    def state(self, simulated: int) -> str:
        """Say in a few words how it stands, beside so many simulated sessions."""
        if self.fired:
            return "fires"
        if self.citable:
            if not simulated:
                return "never"
            return f"{'not here, but' if self.simulated else 'never, nor'} in simulation"
        if self.kind != "limit":
            return "explains, no step can rest on it"
        said = "nothing to forbid" if self.idle else "" if self.refused else "refused nobody"
        return f"only forbids{', ' if said else ''}{said}"


def clause_id(text: str) -> str:
    """Return a text that looks like a clause's id, of this rulebook or of an older one.

    >>> clause_id("turn.draw.discard")
    'turn.draw.discard'

    :raises ValueError: it does not.
    """
    if not re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", text):
        raise ValueError(text)
    return text


def uses(game: Game, answers: Numbers) -> list[Use]:
    """Return one use a clause, in the order of the rulebook; last those of older rulebooks."""
    book, able = rulebook(game), citable(game)
    found = {
        clause.id: Use(clause.id, clause.text, clause.section, clause.kind, clause.id in able)
        for clause in book.clauses
    }
    named = [row[0] for name in ("fired", "table") for row in answers[name]]
    for clause in sorted({*named} - {*found}):
        found[clause] = Use(clause, NOT_IN_BOOK, "", "", False)
    for clause, fired, sessions, simulated in answers["fired"]:
        counts = {"fired": fired, "sessions": sessions, "simulated": simulated}
        found[clause] = found[clause]._replace(citable=True, **counts)
    for clause, refused, talked, broken in answers["table"]:
        found[clause] = found[clause]._replace(refused=refused, talked=talked, broken=broken)
    for clause, hindered, looked in answers["in_the_way"]:
        found[clause] = found[clause]._replace(hindered=hindered, looked=looked)
    return list(found.values())


def in_order(found: list[Use]) -> list[Use]:
    """Put never-fired clauses first, those first that no simulation reached; fired ones by how
    seldom they do."""
    return sorted(found, key=_rank)


def _rank(use: Use) -> tuple[int, int, int]:
    if use.fired:
        return 4, use.sessions, use.fired
    if use.citable:
        return int(use.simulated > 0), use.simulated, 0
    return (2 if use.idle else 3), -use.refused, -use.talked
