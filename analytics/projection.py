"""Follows the store into the warehouse, exactly once: rows and position move together."""

from analytics.follower import Follower, History, Source
from analytics.warehouse import Warehouse

BATCH = 10_000


def catch_up(warehouse: Warehouse, source: Source, history: History, batch: int = BATCH) -> int:
    """Project everything that is stored by now, and return the number of events.

    Starts from nothing if the store no longer has the event that the position stands at: after
    the loss of its tail, or when another store lies in its place. A kill loses nothing but the
    batch in hand, which the next call projects again.
    """
    follower = Follower(warehouse, source, history)
    done = 0
    while events := follower.step(batch):
        done += events
    return done


def rebuild(warehouse: Warehouse, source: Source, history: History, batch: int = BATCH) -> int:
    """Drop everything and project the whole store again; return the number of events."""
    warehouse.reset()
    return catch_up(warehouse, source, history, batch)
