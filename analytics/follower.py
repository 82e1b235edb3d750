"""One run along the store, batch by batch."""

from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from zlib import crc32

from analytics.apart import Apart, Streams, by_session, crew, send
from analytics.batch import Batch
from analytics.facts import Rows
from analytics.farm import FarmError
from analytics.progress import UNFIT, Damaged, Progress, Stored, advance, damage, read, resume
from analytics.warehouse import Warehouse

Source = Callable[[int, int], Sequence[Stored]]
"""``source(after, limit)``: stored events behind a position, in the order of storing."""

History = Callable[[str, int], Sequence[tuple[int, str, bytes]]]
"""``history(session_id, version)``: a session's events up to a version, in order, each as
(version, stored name, JSON)."""

IN_PROGRESS = 1_000
"""Sessions kept in memory between batches; any other is read again from its history."""


class Follower:
    """Moves a warehouse along a store; lives for one run, since it trusts what it remembers."""

    def __init__(self, warehouse: Warehouse, source: Source, history: History) -> None:
        self._warehouse, self._source, self._history = warehouse, source, history
        self._progress: OrderedDict[str, Progress] = OrderedDict()
        self._reached = self._start()
        rows = warehouse.cursor().execute("SELECT id FROM damaged").fetchall()
        self._damaged = {id_.hex for (id_,) in rows}

    def step(self, limit: int) -> int:
        """Project up to ``limit`` events in one transaction; return how many there were."""
        stored = self._source(self._reached, limit)
        return self._follow(stored, by_session(stored)) if stored else 0

    def is_behind(self, events: int) -> bool:
        """Whether more than so many events are due, positions without gaps taken for granted."""
        return bool(self._source(self._reached + events, 1))

    def run(self, limit: int, workers: int, stopped: Callable[[], bool]) -> int:
        """Project as :meth:`step` does to the end of the store, batch by batch, with ``workers``
        processes for whole sessions, or until it is ``stopped``; return how many events there were.

        A process that is lost ends it early: nothing but what it had in hand is to be done again.
        """
        after, done = self._reached, 0
        ahead: deque[tuple[Sequence[Stored], Streams, Apart]] = deque()
        with crew(workers) as processes, suppress(FarmError):
            while True:
                while (
                    len(ahead) <= workers
                    and not stopped()
                    and (stored := self._source(after, limit))
                ):
                    streams, after = by_session(stored), stored[-1][0]
                    apart = send(processes, self._warehouse.columns, streams)
                    ahead.append((stored, streams, apart))
                if not ahead:
                    break
                done += self._follow(*ahead[0])
                ahead.popleft()
        return done

    def _follow(
        self, stored: Sequence[Stored], streams: Streams, apart: Apart | None = None
    ) -> int:
        try:
            self._write(stored[-1], dict(streams), apart, careful=False)
        except UNFIT:
            # Some value fits no column: find the session that it belongs to.
            self._progress.clear()
            self._write(stored[-1], dict(streams), apart, careful=True)
        while len(self._progress) > IN_PROGRESS:
            self._progress.popitem(last=False)
        return len(stored)

    def _write(self, last: Stored, streams: Streams, apart: Apart | None, careful: bool) -> None:
        numbers = {id_: rows[0][0] for id_, rows in streams.items() if rows[0][2] == 1}
        for session_id in self._damaged & streams.keys():
            del streams[session_id]
        numbers |= self._known(streams.keys() - numbers.keys() - self._progress.keys())
        batch = Batch(self._warehouse.columns, careful)
        if apart is not None and not self._damaged & apart.ids:
            streams = {id_: rows for id_, rows in streams.items() if id_ not in apart.ids}
            batch.ready.append(apart.tables.result())
        for session_id, rows in streams.items():
            self._project(rows, numbers.get(session_id), batch)
        batch.write(self._warehouse, self._reached, last[0], _mark(last))
        self._reached = last[0]
        self._damaged |= batch.damaged

    def _project(self, stored: list[Stored], number: int | None, batch: Batch) -> None:
        """Move one session on. One that is damaged is left out."""
        _, session_id, version, *_ = stored[0]
        before = self._progress.pop(session_id, None)
        earlier: list[Stored] = []
        if before is None and version > 1:
            past = self._history(session_id, version - 1)
            earlier = [(0, session_id, *entry) for entry in past]
        rows: Rows = defaultdict(list)
        try:
            if before is not None:
                number = before.walk.number
            elif number is None:
                raise Damaged(1, "its first event is missing")
            elif earlier:
                before = resume(number, read(earlier))
            session = read(stored, before.session if before else None)
            progress, undone = advance(number, session, before, rows)
            batch.add(rows)
        except (Damaged, *UNFIT) as error:
            first = [*earlier, *stored][0]
            known = before.session if before else None
            batch.rows["damaged"].append(damage(first, stored[-1], error, known))
            if number is not None and version > 1:
                batch.dropped.append(number)
            return
        if before is not None:
            batch.renewed.append(number)
        if undone is not None:
            batch.undone[number] = undone
        if not progress.complete:
            self._progress[session_id] = progress

    def _known(self, session_ids: Set[str]) -> dict[str, int]:
        """Look up the numbers of sessions that are in the warehouse."""
        if not session_ids:
            return {}
        query = "SELECT id, session FROM sessions WHERE id IN (SELECT unnest($1)::UUID)"
        rows = self._warehouse.cursor().execute(query, [list(session_ids)]).fetchall()
        return {id_.hex: number for id_, number in rows}

    def _start(self) -> int:
        """Return the position to go on from: 0 if the store is not the one that was followed."""
        cursor = self._warehouse.cursor()
        row = cursor.execute("SELECT reached, mark FROM position").fetchone()
        assert row is not None
        reached, mark = row
        if reached:
            there = self._source(reached - 1, 1)
            if not there or there[0][0] != reached or _mark(there[0]) != mark:
                self._warehouse.reset()
                return 0
        return int(reached)


def _mark(stored: Stored) -> str:
    """Return a fingerprint of a stored event."""
    _, session_id, version, name, state = stored
    return f"{session_id}:{version}:{crc32(state, crc32(name.encode())):08x}"
