"""An experiment run to its end, or as far as somebody lets it; what was played stays."""

import time
from collections.abc import Callable, Iterator
from uuid import UUID

from analytics.experiments import (
    Answer,
    Question,
    Recording,
    Side,
    answer,
    check,
    joined,
    recorded,
    run,
)
from analytics.farm import FarmError
from analytics.filters import Filters, ask
from domain.events import UnreadableEvent
from domain.session import Session
from service.experiments.kept import Kept
from service.simulating import Interrupt, Stopped
from service.store import Conflict
from service.wiring import Services, now

MOST_RECORDED = 10_000  # sessions of a side, the newest

FINISHED = (
    "SELECT id::VARCHAR FROM counted WHERE status IN ('finished', 'closed') AND seats = $seats "
    f"ORDER BY session DESC LIMIT {MOST_RECORDED}"
)


def answer_of(
    services: Services,
    question: Question,
    *,
    workers: int = 0,
    store: bool = False,
    report: Callable[[int], None] = lambda done: None,
    stop: Callable[[], bool] = lambda: False,
    nice: int = 0,
) -> Answer:
    """Play what is still to be played, judge it all and keep the answer.

    :param workers: processes beside this one; with 0 the games are played here.
    :param store: record the games as simulated sessions.
    :param report: told the number of games of a side that are done.
    :param stop: asked between chunks, and with workers all the time.
    :param nice: how far the workers step back behind other processes.
    :raises Invalid: the question cannot be answered.
    :raises Stopped: interrupted; asking again goes on from there.
    """
    check(question)
    began, kept = time.perf_counter(), Kept(services.data)
    half = kept.half(question, store, now())
    report(half.games)
    recording = Recording(half.at) if store else None
    with Interrupt() as interrupt:
        halt = lambda: interrupt.asked or stop()  # noqa: E731
        try:
            if any(arm.recorded is None for arm in question.arms):
                for chunk, rows in run(question, workers, half.done, recording, halt, nice):
                    if rows:
                        _store(services, rows)
                    half.add(chunk)
                    report(half.games)
                if half.games < question.games:
                    raise Stopped(_stopped("stopped", half.games, question))
        except FarmError as error:
            raise Stopped(_stopped(str(error), half.games, question)) from None
    sides = joined(question, half.chunks)
    for nth, arm in enumerate(question.arms):
        if arm.recorded is not None:
            sides[nth] = _recorded(services, arm.recorded, question.seats)
    found = answer(question, sides, now(), time.perf_counter() - began, store)
    kept.keep(found)
    half.remove()
    return found


def _stopped(how: str, games: int, question: Question) -> str:
    return f"{how}: {games:,} of {question.games:,} games a side are kept; ask again to go on"


def _store(services: Services, rows: list[tuple[str, int, str, bytes]]) -> None:
    """Store games, unless they are there: the chunk was stored and not written down."""
    try:
        services.store.append_encoded(rows)
    except Conflict:
        there = {id_.hex for id_ in services.store.all_ids()}
        services.store.append_encoded(row for row in rows if row[0] not in there)
    services.projector.wake()


def _recorded(services: Services, filters: Filters, seats: int) -> Side:
    projector = services.projector
    projector.catch_up()
    rows = ask(projector.warehouse.cursor(), filters, FINISHED, {"seats": seats})
    return recorded(_loaded(services, [UUID(id_) for (id_,) in rows]))


def _loaded(services: Services, ids: list[UUID]) -> Iterator[Session]:
    for session_id in ids:
        try:
            yield services.store.load(session_id)
        except (LookupError, ValueError, UnreadableEvent):  # damaged: verify names it
            continue
