"""An evening of each game at a table where nobody saw a hidden card, more than fifty steps long."""

from domain.chance import Told
from domain.games import LANTERN_MOTHS, LEPIDOPTERY, NOCTURNIS
from domain.games.lantern_moths.actions import Draw, Flip, Light, Plant
from domain.games.lepidoptery.actions import Pass
from domain.games.nocturnis.actions import LureNone, Mark
from domain.session import Session
from tests.domain.lepidoptery.build import lay
from tests.domain.session.tables import do, open_table

A, B = range(2)


def garden() -> Session:
    """Log Lantern Moths. In round 1 Ben's wick takes what lies on b2, in round 2 Ada's what lies
    on b3; then everybody draws for seven rounds.

    Steps: 1 flip, 2 and 4 plants, 3 a wick, 5 to 9 the round's end; 10 to 13 the actions of
    round 2, 14 to 18 its end; from 19 on five to a round.
    """
    session = open_table(LANTERN_MOTHS, Told(["X"]))
    session = do(session, (Flip(A, "b3"), "E"), Plant(A, "E1", "b2"))
    session = do(session, Light(B, "b2"), Plant(B, "R1", "b2"))
    session = do(session, Plant(B, "V1", "b2"), Draw(B), Light(A, "b3"), Plant(A, "E2", "b3"))
    for nth in range(7):
        first = (A, B)[nth % 2]
        session = do(session, *[Draw(first)] * 2, *[Draw(1 - first)] * 2)
    return session


def climbs() -> Session:
    """Log Lepidoptery. Ada opens with a run of two; from then on whoever leads a climb plays a
    single, the other a pair, and the leader passes; from the eighth climb on a run and a triple.

    Steps: five to a climb, two plays, a pass and two draws; in the seventh the first play clears
    a column, so that the tenth ends with step 51.
    """
    session = do(open_table(LEPIDOPTERY, Told()), lay(A, "3 4"), lay(B, "5 5"), Pass(A))
    plays = [("2", "9 9"), ("2", "9 9"), ("2", "8 8"), ("2", "8 8"), ("2", "7 7"), ("4", "7 7")]
    plays += [("3 4", "10 10 10"), ("3 4", "6 6 6"), ("3 4", "6 6 6")]
    for nth, (lead, follow) in enumerate(plays, 1):
        first = (A, B)[nth % 2]
        session = do(session, lay(first, lead), lay(1 - first, follow), Pass(first))
    return session


SEATS = 8
ROUNDS = (
    ("Pair", "a9 b9"),
    ("Square", "c9 d9 c8 d8"),
    ("Row of three", "c7 c6 c5"),
    ("Row of four", "d7 d6 d5 d4"),
    ("Square", "a8 b8 a7 b7"),
)


def mark(seat: int, squares: str) -> Mark:
    """Mark squares that are listed in reading order."""
    return Mark(seat, tuple(squares.split()))


def night() -> Session:
    """Log Nocturnis with eight seats that all mark the same places and lure nothing, but for the
    fifth round, in which only Ada and Ben have marked so far.

    Steps: 16 and a reveal to a round: the second begins with 18, the third with 35, the fourth
    with 52, the fifth with 69.
    """
    opening = {"a card of the display": ["A1", "R1", "P1"], "the first habitat card": ["Pair"]}
    session = open_table(NOCTURNIS, Told((), opening), SEATS)
    for nth, (_, squares) in enumerate(ROUNDS[:4]):
        for seat in range(SEATS):
            told = (ROUNDS[nth + 1][0],) if seat == SEATS - 1 else ()
            session = do(session, mark(seat, squares), (LureNone(seat), *told))
    for seat in (A, B):
        session = do(session, mark(seat, ROUNDS[4][1]), LureNone(seat))
    return session
