"""Recorded sessions of the store under other rulings."""

from collections.abc import Callable, Iterator, Mapping
from uuid import UUID

from analytics.counterfactual import Summary, follow_all
from analytics.counterfactual.many import Stored
from analytics.filters import Filters, ask
from service.wiring import Services

MOST = 50_000  # sessions, the newest
ON_A_PAGE = 120  # two seconds at the most

FINISHED = (
    "SELECT id::VARCHAR FROM counted WHERE status IN ('finished', 'closed') "
    "ORDER BY session DESC LIMIT $most"
)


def chosen(services: Services, filters: Filters, most: int = MOST) -> list[UUID]:
    """List the finished sessions that the filters let in, the newest first."""
    rows = ask(services.projector.warehouse.cursor(), filters, FINISHED, {"most": most})
    return [UUID(id_) for (id_,) in rows]


def over(
    services: Services,
    ids: list[UUID],
    options: Mapping[str, str],
    workers: int = 1,
    report: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Follow sessions and sum them up, chunk by chunk.

    :param report: told how many are done.
    """
    summary, done = Summary(dict(options)), 0
    for found in follow_all(_stored(services, ids), options, workers):
        for each in found:
            summary.add(each)
        done += len(found)
        report(done)
    return summary


def _stored(services: Services, ids: list[UUID]) -> Iterator[Stored]:
    for id_ in ids:
        events = services.store.recorder.select_events(id_)
        yield id_.hex, [(e.originator_version, e.topic, e.state) for e in events]
