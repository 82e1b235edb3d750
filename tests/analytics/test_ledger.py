"""Thinking, waiting, rules talk and breaks, added up by hand."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from analytics.ledger import Ledger, ledger
from domain.chance import Told
from domain.events import Event, Recorded
from domain.games import LEPIDOPTERY
from domain.games.lepidoptery.actions import Play
from domain.session import Session, fold
from domain.session.commands import Table, act, open_session, pause, resume, talk_rules
from domain.session.events import Player
from service import seeds

ID = UUID("01920000-0000-7000-8000-000000000001")
START = datetime(2026, 11, 30, 19, tzinfo=UTC)


class Evening:
    """A table log whose events come so many seconds after the opening."""

    def __init__(self, *, timed: bool = True) -> None:
        table = Table(
            game=LEPIDOPTERY,
            rules="v1.0.0",
            edition=seeds.edition(LEPIDOPTERY),
            players=(Player("Ida"), Player("Noor")),
            mode="table",
            timed=timed,
        )
        self.session: Session | None = None
        self.add(0, open_session(table, Told()))

    def add(self, second: float, events: list[Event]) -> Session:
        done = self.session.version if self.session else 0
        at = START + timedelta(seconds=second)
        entries = [Recorded(ID, done + n, at, event) for n, event in enumerate(events, 1)]
        self.session = fold(entries, self.session)
        assert self.session is not None
        return self.session


def played(*, timed: bool = True) -> Session:
    """Ida thinks 30 s. Noor's 100 s hold 20 s of rules talk and a pause of 40 s: she thinks 40.
    Ida's next play comes an hour later, which is a break and nobody's thinking.
    """
    evening = Evening(timed=timed)
    session = evening.add(0, [])
    session = evening.add(30, act(session, Play(0, (4,)), Told()))
    session = evening.add(50, talk_rules(session, 1, "look_up", "climb.beat", seconds=20))
    session = evening.add(60, pause(session))
    session = evening.add(100, resume(session))
    session = evening.add(130, act(session, Play(1, (5, 5)), Told()))
    return evening.add(130 + 3600, act(session, Play(0, (6, 6)), Told()))


def test_time_goes_to_whoever_chose_and_the_other_waits() -> None:
    assert ledger(played()) == Ledger(
        thinking=(30.0, 40.0), waiting=(40.0, 30.0), rules=20.0, breaks=40.0 + 3600.0
    )


def test_a_log_that_was_typed_in_afterwards_has_no_times() -> None:
    assert ledger(played(timed=False)) is None
