"""Recorded sessions of the store under other rulings."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

import msgspec

from analytics.counterfactual import Summary, follow_all
from analytics.counterfactual.many import Stored
from analytics.filters import Filters, ask
from domain.errors import Invalid
from domain.game import Game
from domain.options import check_options
from service.wiring import Services

MOST = 50_000  # sessions, the newest
ON_A_PAGE = 120  # two seconds at the most

LONGEST = 120  # characters of a ruling in an address

FINISHED = (
    "SELECT id::VARCHAR FROM counted WHERE status IN ('finished', 'closed') "
    "ORDER BY session DESC LIMIT $most"
)


def rulings_of(game: Game, texts: Iterable[str]) -> dict[str, str]:
    """Read rulings, each as ``name=value``.

    :raises Invalid: there is no such ruling or answer, or none is asked for.
    """
    rulings: dict[str, str] = {}
    for text in texts:
        name, equals, value = text[:LONGEST].partition("=")
        if not equals:
            raise Invalid(f"option={text[:LONGEST]!r}, expected option=name=value")
        rulings[name] = value
    if not rulings:
        raise Invalid("no ruling is asked for, expected option=name=value")
    check_options(game.options, rulings)
    return rulings


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
    for found in follow_all(stored(services, ids), options, workers):
        for each in found:
            summary.add(each)
        done += len(found)
        report(done)
    return summary


def as_data(found: Summary) -> dict[str, Any]:
    """Return a summary as plain data."""
    return {
        "options": found.options,
        "title": found.title,
        "summary": found.summary,
        "sessions": found.sessions,
        "unread": found.unread,
        "shares": [
            {"what": share.what, "count": share.n, "of": share.of, "range": share.range}
            for share in found.shares
        ],
        "clauses": dict(found.clauses.most_common()),
        "forbidden": dict(found.forbidden.most_common()),
        "otherwise": msgspec.to_builtins(found.kept),
    }


def stored(services: Services, ids: Iterable[UUID]) -> Iterator[Stored]:
    """Read sessions as they are stored, one after the other."""
    for id_ in ids:
        events = services.store.recorder.select_events(id_)
        yield id_.hex, [(e.originator_version, e.topic, e.state) for e in events]
