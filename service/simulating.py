"""Simulated games on their way into the store."""

import signal
import sqlite3
import time
from collections.abc import Callable
from threading import current_thread, main_thread
from types import FrameType

from analytics.bots import BotFailed
from analytics.farm import Backend, FarmError, halt
from analytics.runs import Run, missing, play, session_id
from analytics.simulation import Row
from domain.errors import DomainError
from service.store import Conflict, Playtests, StoreError

EVENTS_A_TRANSACTION = 20_000
SECONDS_A_TRANSACTION = 2.0  # of slow games, so that few are lost

Report = Callable[[int], None]
"""Told the number of games of a run that are safely stored, at first and after each transaction."""


class Stopped(Exception):
    """Something ended a simulation early; what is named as recorded is stored.

    :ivar others: whether the fault lies with this run, so that others can be played.
    """

    def __init__(self, message: str, others: bool = False) -> None:
        self.others = others
        super().__init__(message)


def record(
    store: Playtests, run: Run, backend: Backend, report: Report = lambda done: None
) -> tuple[int, int]:
    """Play the games of a run that are not stored yet, and store them in large transactions.

    :return: how many games were played, and how many events were stored.
    :raises Stopped: interrupted, or the workers or the store cannot go on; what is stored are
        whole games, each once, and the run goes on from there when it is recorded again.
    """
    recording = Recording(store, run, report)
    with Interrupt() as interrupt:
        try:
            for batch in play(run, recording.gaps, backend, lambda: interrupt.asked):
                recording.add(list(batch.rows(run)), len(batch.games))
            recording.commit()
        except (FarmError, BotFailed, DomainError) as error:
            recording.commit()
            raise recording.stopped(str(error), own=not interrupt.asked) from None
        except (StoreError, sqlite3.Error) as error:
            raise recording.stopped(f"the event store takes no more games ({error})") from None
        except Exception:
            recording.commit()
            raise
    if recording.done < run.games:
        raise recording.stopped("stopped")
    return recording.done - recording.before, recording.events


class Recording:
    """The games of a run that are played, until they are stored.

    :ivar before: games of the run that were stored when it began.
    :ivar done: games of the run that are stored.
    :ivar events: events that were stored here.
    """

    def __init__(self, store: Playtests, run: Run, report: Report) -> None:
        self._store, self._run, self._report = store, run, report
        self._pending: list[Row] = []
        self._games = 0
        self._since = time.monotonic()
        self.gaps = missing(run.games, store.numbers(run))
        self.before = self.done = run.games - sum(map(len, self.gaps))
        self.events = 0
        report(self.done)

    def add(self, rows: list[Row], games: int) -> None:
        """Take whole games, and store them once they are many or old."""
        self._pending += rows
        self._games += games
        old = time.monotonic() - self._since > SECONDS_A_TRANSACTION
        if old or len(self._pending) >= EVENTS_A_TRANSACTION:
            self.commit()

    def commit(self) -> None:
        """Store what was taken, in one transaction."""
        rows, games = self._pending, self._games
        self._pending, self._games = [], 0
        if rows:
            try:
                self._store.append_encoded(rows)
            except Conflict:  # somebody else goes on with the same run
                rows = self._not_stored(rows)
                self._store.append_encoded(rows)
            self.done += games
            self.events += len(rows)
            self._report(self.done)
        self._since = time.monotonic()

    def stopped(self, why: str, own: bool = False) -> Stopped:
        """Say how far it came, how to go on, and where it may fail again how to give it up.

        :param own: the fault lies with this run.
        """
        run = self._run
        said = (
            f"{why}: {self.done} of {run.games} games recorded, whole and once; "
            f"mothlog simulate --resume {run.key} plays the others, "
            "those in hand from their beginning"
        )
        if own:
            said += (
                ", with the bots that the run began with, whatever bots.toml says now; "
                f"mothlog simulate --forget {run.key} gives the run up"
            )
        return Stopped(said, others=own)

    def _not_stored(self, rows: list[Row]) -> list[Row]:
        there = {session_id(self._run, number).hex for number in self._store.numbers(self._run)}
        return [row for row in rows if row[0] not in there]


class Interrupt:
    """Notes the first interrupt or wish to end, so that no transaction is torn by it.

    A task that is worked on in this process is left at once. A second signal does what it did
    before.
    """

    asked = False
    SIGNALS = (signal.SIGINT, signal.SIGTERM)

    def __enter__(self) -> "Interrupt":
        self._before = (
            {number: signal.signal(number, self._ask) for number in self.SIGNALS}
            if current_thread() is main_thread()
            else {}
        )
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        self.asked = True
        self.__exit__()
        halt()
