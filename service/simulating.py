"""Simulated games on their way into the store."""

import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from threading import current_thread, main_thread

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
    with Interrupt() as interrupt:
        try:
            for number, rows in simulate(plan, games, now(), workers):
                pending += rows
                done += number
                last = done == games or interrupt.asked
                if last or len(pending) >= EVENTS_A_TRANSACTION:
                    events += _store(store, pending)
                    report(done)
                if last:
                    break
        except BrokenExecutor:
            _store(store, pending)
            raise Stopped(f"a worker ended: {done} of {games} games recorded") from None
    if done < games:
        raise Stopped(f"stopped: {done} of {games} games recorded")
    return events


class Interrupt:
    """Notes an interrupt from the keyboard, so that no transaction is torn by it."""

    asked = False

    def __enter__(self) -> "Interrupt":
        self._before = None
        if current_thread() is main_thread():
            self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _ask(self, *_: object) -> None:
        self.asked = True


def _store(store: Playtests, pending: list[Row]) -> int:
    count = len(pending)
    store.append_encoded(pending)
    pending.clear()
    return count
