"""Recording in a session: idempotency key and expected version, and what the answer says."""

from collections.abc import Callable, Sequence
from uuid import UUID

import msgspec

from domain.events import Event
from domain.session import Session
from service.api import reading
from service.api.answers import Written
from service.api.refusing import KeyReused
from service.api.routing import Reply
from service.api.seen import event_rows, widest
from service.api.sessions import summary
from service.api.shapes import Write
from service.recorder import Answer
from service.web.context import services


def record(
    session_id: UUID,
    body: Write,
    command: Callable[[Session], Sequence[Event]],
    overtaken: Callable[[Session, int], bool] = Session.moved_since,
) -> Answer:
    """Run a command on a session as the request's key and version ask for.

    :raises KeyReused: the key came with another request before.
    :raises Conflict: the position was touched since the version that the writer saw.
    """
    key = reading.key(msgspec.to_builtins(body))

    def checked(session: Session) -> Sequence[Event]:
        later = (entry.key for entry in session.log if entry.key != session.log[0].key)
        if key and any(_given(stored) == key[0] for stored in later):
            raise KeyReused("this idempotency key has come with another request before")
        return command(session)

    version = reading.expected_version(body)
    return services().recorder.run(session_id, checked, version, key[1] if key else None, overtaken)


def recorded(answer: Answer, after: Session | None = None, bot_failed: str | None = None) -> Reply:
    """Say what was recorded.

    :param after: the session now, where more happened since.
    :param bot_failed: why a bot that is to act did not.
    """
    session = after or answer.session
    written = Written(
        repeated=answer.repeated,
        events=event_rows(session, answer.entries, widest(session)),
        session=summary(session),
        bot_failed=bot_failed,
    )
    return Reply(written, session.version, 201)


def _given(stored: str | None) -> str:
    """Return the key as the request gave it."""
    return (stored or "").rpartition(":")[0]
