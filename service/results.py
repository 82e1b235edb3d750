"""What the rows of a query's result are about, and the picture of them."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from analytics.findings import Figure
from analytics.sandbox import Column
from analytics.sandbox.picture import picture
from service.queries import Plot
from service.wiring import Services


class Opened(NamedTuple):
    """The session that a row names, and the step, if it names one."""

    session: UUID
    step: int | None


def behind(
    services: Services, columns: Sequence[Column], rows: Sequence[Sequence[Any]]
) -> tuple[int | None, list[Opened | None]]:
    """Return which column names sessions, and what each row names."""
    names = [column.name.lower() for column in columns]
    step = names.index("step") if "step" in names else None
    at = next((nth for nth, column in enumerate(columns) if _names_a_session(column)), None)
    if at is None:
        return None, [None] * len(rows)
    ids = _ids(services, {row[at] for row in rows if isinstance(row[at], int)})
    found: list[Opened | None] = []
    for row in rows:
        id_ = ids.get(row[at]) if isinstance(row[at], int) else session_id(row[at])
        to = row[step] if step is not None and isinstance(row[step], int) else None
        found.append(Opened(id_, to) if id_ else None)
    return at, found


def drawn(
    plot: Plot,
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    opens: Sequence[Opened | None],
) -> Figure | None:
    """Draw a result as its plot says; a mark opens what its row names. ``None`` without a plot.

    :raises NoPicture: it cannot be drawn so.
    """
    if not plot.kind:
        return None
    marks = [["", str(each.session), each.step or 0] if each else None for each in opens]
    return picture(columns, rows, plot.kind, plot.x, plot.y, plot.series, marks)


def session_id(value: object) -> UUID | None:
    """Read a session's id; ``None`` if it is none."""
    try:
        return UUID(str(value))
    except ValueError:
        return None


def _names_a_session(column: Column) -> bool:
    name = column.name.lower()
    if column.type in ("UUID", "VARCHAR"):
        return name in ("id", "session", "session_id")
    numbers = ("BIGINT", "INTEGER", "HUGEINT")
    return name in ("session", "session_id") and column.type in numbers


def _ids(services: Services, numbers: set[int]) -> dict[int, UUID]:
    """Return the ids of sessions by their number in the statistics."""
    within = [number for number in numbers if abs(number) < 2**63]
    if not within:
        return {}
    query = "SELECT session, id FROM sessions WHERE session IN (SELECT unnest($1::BIGINT[]))"
    cursor = services.projector.warehouse.cursor()
    return dict(cursor.execute(query, [within]).fetchall())
