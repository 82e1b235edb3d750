"""Follows the store into the warehouse, exactly once: rows and position move together."""

import gc

from analytics.follower import Follower, History, Source
from analytics.warehouse import Warehouse

BATCH = 30_000
"""Events a transaction: with 10,000, the projection takes a tenth longer."""


def catch_up(warehouse: Warehouse, source: Source, history: History, batch: int = BATCH) -> int:
    """Project everything that is stored by now, and return the number of events.

    Starts from nothing if the store no longer has the event that the position stands at: after
    the loss of its tail, or when another store lies in its place. A kill loses nothing but the
    batch in hand, which the next call projects again.
    """
    follower = Follower(warehouse, source, history)
    done = 0
    while events := _step(follower, batch):
        done += events
    return done


def _step(follower: Follower, batch: int) -> int:
    """Project one batch without the collector: all that it makes is rows, and none are cycles."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return follower.step(batch)
    finally:
        if collecting:
            gc.enable()


def rebuild(warehouse: Warehouse, source: Source, history: History, batch: int = BATCH) -> int:
    """Drop everything and project the whole store again; return the number of events."""
    warehouse.reset()
    return catch_up(warehouse, source, history, batch)
