"""Simulated games on their way into the store."""

from collections.abc import Callable

from analytics.simulation import Plan, Row, simulate
from service.store import Playtests
from service.wiring import now

EVENTS_A_TRANSACTION = 20_000


class Stopped(Exception):
    """Somebody interrupted the simulation; what is named as recorded is stored."""


def record_games(
    store: Playtests, plan: Plan, games: int, workers: int, report: Callable[[int], None]
) -> int:
    """Play and store games in large transactions; return the number of events.

    :param report: told the number of games that are safely stored, after each transaction.
    :raises Stopped: interrupted; whole games that were played by then are stored.
    """
    events, done = 0, 0
    pending: list[Row] = []
    try:
        for number, rows in simulate(plan, games, now(), workers):
            pending += rows
            done += number
            if len(pending) >= EVENTS_A_TRANSACTION or done == games:
                events += _store(store, pending)
                report(done)
    except KeyboardInterrupt:
        _store(store, pending)
        raise Stopped(f"stopped: {done} of {games} games recorded") from None
    return events


def _store(store: Playtests, pending: list[Row]) -> int:
    count = len(pending)
    store.append_encoded(pending)
    pending.clear()
    return count
