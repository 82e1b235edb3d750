"""The event store: sessions as streams of stored events, on the ``eventsourcing`` package."""

from eventsourcing.persistence import PersistenceError as StoreError

from service.store.playtests import Conflict, NoSuchSession, Playtests
from service.store.sqlite import Position

__all__ = ["Conflict", "NoSuchSession", "Playtests", "Position", "StoreError"]
