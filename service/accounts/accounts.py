"""All of it in one object: people, tokens, invitations and the audit log of a data folder."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from domain.session import Session
from domain.session.events import SessionAbandoned
from service.accounts.database import address
from service.accounts.hidden import Passwords
from service.accounts.invitations import Invitations
from service.store import NoSuchSession

FILE = "accounts.sqlite"
NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class Accounts(Invitations):
    """The accounts of a data folder. Their file is made when the first account or link is.

    Where the events are in PostgreSQL, accounts are too.

    :ivar ended: when a session ended: ``None`` while it goes on, long ago if there is none.
    """

    def __init__(
        self,
        data: Path,
        now: Callable[[], datetime],
        ended: Callable[[UUID], datetime | None],
        passwords: Passwords | None = None,
    ) -> None:
        super().__init__(address(data / FILE), now, passwords)
        self.ended = ended


def end_of(load: Callable[[UUID], Session], session_id: UUID) -> datetime | None:
    """Return when a session ended: its last move, or its being left; ``None`` while it goes on.

    One that is not there ended long ago.
    """
    try:
        session = load(session_id)
    except NoSuchSession:
        return NEVER
    if session.status == "live":
        return None
    left = [entry for entry in session.log if isinstance(entry.event, SessionAbandoned)]
    return max((entry.at for entry in (*session.moves[-1:], *left)), default=NEVER)
