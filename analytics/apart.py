"""Whole sessions projected apart from the store, in processes of their own."""

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Future
from sys import intern
from typing import NamedTuple

import pyarrow as pa

from analytics.batch import Batch, Tables
from analytics.facts import Row
from analytics.farm import Crew
from analytics.progress import UNFIT, Damaged, Stored, advance, damage, read
from domain.session.events import SessionClosed

Streams = dict[str, list[Stored]]
"""Stored events by session, each in order."""


class Apart(NamedTuple):
    """A batch of which the whole sessions are projected elsewhere.

    :ivar ids: the sessions that are whole.
    :ivar tables: what becomes of them.
    """

    ids: frozenset[str]
    tables: Future[Tables]


class Whole(NamedTuple):
    """A session that is opened and closed in one batch, packed for another process."""

    number: int
    id: str
    names: list[str]
    states: list[bytes]

    def unpacked(self) -> list[Stored]:
        """Return its stored events; their positions are not kept."""
        pairs = enumerate(zip(self.names, self.states, strict=True), 1)
        return [(0, self.id, version, name, state) for version, (name, state) in pairs]


Work = tuple[dict[str, pa.Schema], list[Whole]]
"""The columns of all tables, and the sessions that become rows."""


def crew(workers: int) -> Crew[Work, Tables]:
    """Return processes for :func:`send`."""
    return Crew(project, workers)


def send(to: Crew[Work, Tables], columns: dict[str, pa.Schema], streams: Streams) -> Apart:
    """Hand over the whole sessions of a batch: their rows depend on nothing else."""
    whole = [_packed(stored) for stored in streams.values() if _is_whole(stored)]
    return Apart(frozenset(each.id for each in whole), to.submit((columns, whole)))


CLOSED = SessionClosed.stored_name


def _is_whole(stored: list[Stored]) -> bool:
    versions = [version for _, _, version, _, _ in stored]
    return stored[-1][3] == CLOSED and versions == [*range(1, len(stored) + 1)]


def _packed(stored: list[Stored]) -> Whole:
    """Pack a session; equal names are one object, which is sent once."""
    names = [intern(name) for _, _, _, name, _ in stored]
    return Whole(stored[0][0], stored[0][1], names, [state for *_, state in stored])


def by_session(stored: Sequence[Stored]) -> Streams:
    """Sort a batch by session."""
    streams: Streams = defaultdict(list)
    for row in stored:
        streams[row[1]].append(row)
    return streams


def project(work: Work) -> Tables:
    """Return the rows of whole sessions; of a damaged one only that it is."""
    columns, whole = work
    try:
        return _project(columns, whole, careful=False)
    except UNFIT:
        # Some value fits no column: find the session that it belongs to.
        return _project(columns, whole, careful=True)


def _project(columns: dict[str, pa.Schema], whole: list[Whole], careful: bool) -> Tables:
    batch = Batch(columns, careful)
    for each in whole:
        stored, rows = each.unpacked(), defaultdict[str, list[Row]](list)
        try:
            advance(each.number, read(stored), None, rows)
            batch.add(rows)
        except (Damaged, *UNFIT) as error:
            batch.rows["damaged"].append(damage(stored[0], stored[-1], error))
    return batch.tables()
