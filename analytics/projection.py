"""Follows the store into the warehouse, exactly once: rows and position move together."""

import gc
from collections.abc import Callable
from typing import Any

from analytics.follower import Follower, History, Source
from analytics.warehouse import Warehouse

BATCH = 30_000
"""Events a transaction: with 10,000, the projection takes a tenth longer."""

MANY = 300_000
"""With more events due than these, processes save more time than it takes to start them."""


def catch_up(
    warehouse: Warehouse,
    source: Source,
    history: History,
    batch: int = BATCH,
    workers: int = 1,
    stopped: Callable[[], bool] = lambda: False,
) -> int:
    """Project everything that is stored by now, and return the number of events.

    Starts from nothing if the store no longer has the event that the position stands at: after
    the loss of its tail, or when another store lies in its place. A kill loses nothing but the
    batch in hand, which the next call projects again.

    :param workers: processes that share the work where many events are due; the rows are the same.
    :param stopped: asked before each batch whether to leave the others for another call.
    """
    follower = Follower(warehouse, source, history)
    done = 0
    if workers > 1 and follower.is_behind(MANY):
        done = _uncollected(follower.run, batch, workers, stopped)
    while not stopped() and (events := _uncollected(follower.step, batch)):
        done += events
    return done


def _uncollected(work: Callable[..., int], *how: Any) -> int:
    """Project without the collector: all that is made are rows, and none are cycles."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return work(*how)
    finally:
        if collecting:
            gc.enable()


def rebuild(
    warehouse: Warehouse, source: Source, history: History, batch: int = BATCH, workers: int = 1
) -> int:
    """Drop everything and project the whole store again; return the number of events."""
    warehouse.reset()
    return catch_up(warehouse, source, history, batch, workers)
