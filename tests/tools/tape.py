"""What the makers of demo sessions share: a session on the way, and its times."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from domain.events import Event, Recorded
from domain.session import Session, fold


class Tape:
    """Runs commands on one session and notes the time of each."""

    def __init__(self, session_id: UUID, at: datetime) -> None:
        self.session_id, self.at = session_id, at
        self.session: Session | None = None

    def run(self, events: Sequence[Event], later: float) -> Session:
        """Record events ``later`` seconds after the ones before them."""
        self.at += timedelta(seconds=round(later, 1))
        version = self.session.version if self.session else 0
        entries = [
            Recorded(self.session_id, version + n, self.at, event)
            for n, event in enumerate(events, 1)
        ]
        session = fold(entries, self.session)
        assert session is not None
        self.session = session
        return session


def uuid7(when: datetime, rng: Random) -> UUID:
    """Make an id that sorts by its time."""
    bits = int(when.timestamp() * 1000) << 80 | 7 << 76 | rng.getrandbits(12) << 64
    return UUID(int=bits | 2 << 62 | rng.getrandbits(62))
