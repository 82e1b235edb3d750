"""Many sessions followed, in worker processes where there are enough of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar
from uuid import UUID

import msgspec

from analytics.counterfactual.follow import follow
from analytics.counterfactual.found import Followed
from analytics.farm import Backend, Here, Processes
from domain.errors import DomainError
from domain.events import UnreadableEvent
from domain.session import CODEC, fold

T = TypeVar("T")

Stored = tuple[str, Sequence[tuple[int, str, bytes]]]
"""A session as it is stored: id as 32 hex digits; version, stored name and JSON of each event."""

CHUNK = 25  # sessions a task, about a second at a busy table's length


class Unfollowed(msgspec.Struct, frozen=True):
    """A session that could not be looked at: damaged, or not finished."""

    session: str
    reason: str


def follow_all(
    sessions: Iterable[Stored], options: Mapping[str, str], workers: int = 1
) -> Iterator[list[Followed | Unfollowed]]:
    """Yield what is found, in order, chunk by chunk; sessions are read as they are needed.

    :param workers: processes; with 1 they are followed in this one.
    """
    return in_chunks(sessions, partial(some, options=dict(options)), workers)


def in_chunks(
    sessions: Iterable[Stored], task: Callable[[Sequence[Stored]], list[T]], workers: int = 1
) -> Iterator[list[T]]:
    """Yield what a task finds in each chunk of sessions, in order; they are read as needed.

    :param task: can be sent to another process.
    :raises FarmError: a chunk ended several processes, one after the other.
    """
    where: Backend = Here() if workers == 1 else Processes(workers)
    return where.results(task, _chunks(sessions), lambda: False)


def some(sessions: Sequence[Stored], options: Mapping[str, str]) -> list[Followed | Unfollowed]:
    """Follow a few sessions."""
    return [_one(session_id, rows, options) for session_id, rows in sessions]


def _one(
    session_id: str, rows: Sequence[tuple[int, str, bytes]], options: Mapping[str, str]
) -> Followed | Unfollowed:
    id_ = UUID(session_id)
    try:
        session = fold(CODEC.decode(id_, *row) for row in rows)
        if session is None:
            return Unfollowed(session_id, "it has no events")
        return follow(session, options)
    except (DomainError, UnreadableEvent) as error:
        return Unfollowed(session_id, str(error))


def _chunks(sessions: Iterable[Stored]) -> Iterator[list[Stored]]:
    chunk: list[Stored] = []
    for session in sessions:
        chunk.append(session)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
