"""How far the statistics are behind the store."""

import time
from dataclasses import dataclass

from service.wiring import Services


@dataclass(frozen=True)
class Lag:
    """What is stored, and what of it the statistics do not have yet.

    :ivar stored: the position of the newest stored event.
    :ivar events: how many positions behind it the statistics are.
    :ivar seconds: how long they have been behind; 0 where they are not.
    """

    stored: int
    events: int
    seconds: float


def lag_of(services: Services) -> Lag:
    """Look how far store and statistics are.

    :raises StoreError: the store cannot be read.
    """
    projector = services.projector
    reached = projector.reached()
    stored = services.store.last_position()
    events = max(stored - reached, 0)
    return Lag(stored, events, time.monotonic() - projector.whole_at if events else 0.0)
