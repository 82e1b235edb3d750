"""The statistics' tables as a page reads them: caught up, or said how far behind."""

from contextlib import suppress
from typing import Any

from analytics.warehouse import DuckDBError
from service.wiring import Services

SOON = 20_000  # events that are projected while a reader waits, in about a tenth of a second


def counted(services: Services) -> tuple[Any, int]:
    """Return a cursor on the tables and how many stored events are not in them yet.

    A long import is projected in the background; until it is done, pages show what is counted, as
    they do while the tables cannot be written.
    """
    projector = services.projector
    cursor = projector.warehouse.cursor()
    if 0 < _behind(services, cursor) <= SOON:
        with suppress(DuckDBError):  # as of a full disk: the projector tries again, and logs it
            projector.catch_up()
    else:
        projector.wake()
    return cursor, _behind(services, cursor)


def reached(cursor: Any) -> int:
    """Return the position in the store that the tables have reached."""
    ((position,),) = cursor.execute("SELECT max(reached) FROM position").fetchall()
    return position or 0


def _behind(services: Services, cursor: Any) -> int:
    return max(services.store.last_position() - reached(cursor), 0)
