"""One run along the store, batch by batch."""

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Sequence, Set
from zlib import crc32

from analytics.batch import Batch
from analytics.facts import Rows
from analytics.progress import UNFIT, Damaged, Progress, Stored, advance, read, resume
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
        if not stored:
            return 0
        try:
            self._write(stored, careful=False)
        except UNFIT:
            # Some value fits no column: find the session that it belongs to.
            self._progress.clear()
            self._write(stored, careful=True)
        while len(self._progress) > IN_PROGRESS:
            self._progress.popitem(last=False)
        return len(stored)

    def _write(self, stored: Sequence[Stored], careful: bool) -> None:
        streams: dict[str, list[Stored]] = defaultdict(list)
        for row in stored:
            streams[row[1]].append(row)
        numbers = {id_: rows[0][0] for id_, rows in streams.items() if rows[0][2] == 1}
        for session_id in self._damaged & streams.keys():
            del streams[session_id]
        numbers |= self._known(streams.keys() - numbers.keys() - self._progress.keys())
        batch = Batch(self._warehouse.columns, careful)
        damaged = [
            session_id
            for session_id, rows in streams.items()
            if not self._project(rows, numbers.get(session_id), batch)
        ]
        batch.write(self._warehouse, self._reached, stored[-1][0], _mark(stored[-1]))
        self._reached = stored[-1][0]
        self._damaged.update(damaged)

    def _project(self, stored: list[Stored], number: int | None, batch: Batch) -> bool:
        """Move one session on; say whether that went well. One that is damaged is left out."""
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
            at = error.version if isinstance(error, Damaged) else stored[-1][2]
            game = before.session.opened.game if before else _game([*earlier, *stored][0])
            batch.rows["damaged"].append((session_id, game, at, str(error)))
            if number is not None and version > 1:
                batch.dropped.append(number)
            return False
        if before is not None:
            batch.renewed.append(number)
        if undone is not None:
            batch.undone[number] = undone
        if not progress.complete:
            self._progress[session_id] = progress
        return True

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


def _game(first: Stored) -> str | None:
    """Return which game a session is of, if that much of it can be read."""
    try:
        return read([first]).opened.game
    except Damaged:
        return None
