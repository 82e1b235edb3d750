"""Sessions to branch, and branches as they would be stored."""

from collections.abc import Sequence
from random import Random
from uuid import UUID

from domain.chance import Candidates, Chance, Shuffled
from domain.events import Recorded
from domain.game import Game
from domain.piles import Pile
from domain.session import Session, fold
from domain.session.branch import Told
from domain.session.commands import act
from domain.session.luck import SameOrder, order_of
from tests.domain.session.tables import on, open_table

BRANCH = UUID(int=2)


class Taking:
    """Draws the wanted cards in their order, and notes what it was asked."""

    def __init__(self, *wanted: str) -> None:
        self.wanted, self.asked = list(wanted), list[tuple[str, Pile]]()

    def draw(self, pile: Pile, question: str, candidates: Candidates) -> str | None:
        self.asked.append((question, pile))
        return self.wanted.pop(0)


def entries(told: Told) -> list[Recorded]:
    """Give what was recorded its places."""
    rows = [(at, event) for at, events in told for event in events]
    return [Recorded(BRANCH, version, at, event) for version, (at, event) in enumerate(rows, 1)]


def opened(told: Told) -> Session:
    """Return a branch as it would be loaded."""
    session = fold(entries(told))
    assert session is not None
    return session


def played(game: Game, seats: int, seed: int, chance: Chance | None = None) -> Session:
    """Play a game to its end, every choice at random."""
    rng = Random(seed)
    dealt = chance or Shuffled(rng)
    session = open_table(game, dealt, seats, mode="digital")
    while session.status == "live":
        session = on(session, act(session, rng.choice(game.legal_actions(session.state)), dealt))
    return session


def repeated(branch: Session, original: Session, rest: Chance) -> Session:
    """Let everybody in a branch do again what they did, with the same luck."""
    order, then = order_of(original), dict(original.actions)
    while branch.status == "live":
        luck = SameOrder(order, branch, rest)
        branch = on(branch, act(branch, then[branch.last_step + 1], luck))
    return branch


def events_of(session: Session) -> Sequence[object]:
    """Return the moves as they stand, without their times."""
    return [move.event for move in session.moves]
