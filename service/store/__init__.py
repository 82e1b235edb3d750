"""The event store: sessions as streams of stored events, on the ``eventsourcing`` package."""

from eventsourcing.persistence import PersistenceError as StoreError

from service.store.bulk import Position
from service.store.playtests import Conflict, NoSuchSession, Playtests

__all__ = ["Conflict", "NoSuchSession", "Playtests", "Position", "StoreError"]
