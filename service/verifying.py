"""Which stored sessions are verified, and how many at a time."""

from collections.abc import Callable, Iterator
from datetime import datetime
from uuid import UUID

from analytics.counterfactual.many import CHUNK
from analytics.counterfactual.verified import Verified, verify_some
from analytics.farm import Backend, Here, Processes, Stop
from domain.events import UnreadableEvent
from domain.game import Game
from domain.session import CODEC
from domain.session.events import SessionOpened
from service.counterfactual import stored
from service.wiring import Services

ALONE = 1.0
"""Seconds in which a few sessions are done before other processes have begun."""


def chosen(
    services: Services,
    game: Game | None = None,
    since: datetime | None = None,
    sample: int | None = None,
    after: UUID | None = None,
) -> list[UUID]:
    """List what is verified, in the order of ids; what cannot be told apart is let in.

    :param since: opened then or later.
    :param sample: at most so many of these, spread evenly.
    :param after: of these only those behind it.
    """
    ids = services.store.all_ids()
    if since is not None:
        earlier = {
            id_
            for id_, at in services.store.bulk.opened(CODEC.names_of(SessionOpened))
            if at < since
        }
        ids = [id_ for id_ in ids if id_ not in earlier]
    if game is not None:
        ids = [id_ for id_ in ids if _game_of(services, id_) in (game.name, None)]
    if sample is not None and sample < len(ids):
        ids = [ids[at * len(ids) // sample] for at in range(sample)]
    return [id_ for id_ in ids if after is None or id_ > after]


def over(
    services: Services,
    ids: list[UUID],
    workers: int,
    report: Callable[[int], None],
    stop: Stop = lambda: False,
) -> Iterator[Verified]:
    """Verify sessions, in order.

    :param report: told how many are done.
    :param stop: asked whether somebody wants no more.
    :raises FarmError: a session ends every process that looks at it.
    """
    done = 0
    report(done)
    backend: Backend = Here() if workers == 1 else Processes(workers, alone=ALONE)
    tasks = (list(stored(services, ids[at : at + CHUNK])) for at in range(0, len(ids), CHUNK))
    for found in backend.results(verify_some, tasks, stop):
        yield from found
        done += len(found)
        report(done)


def _game_of(services: Services, id_: UUID) -> str | None:
    """Return the game that a session's first event names, where it can be read."""
    for event in services.store.recorder.select_events(id_, limit=1):
        try:
            opened = CODEC.decode(id_, event.originator_version, event.topic, event.state).event
        except UnreadableEvent:
            return None
        return opened.game if isinstance(opened, SessionOpened) else None
    return None
