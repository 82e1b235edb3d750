"""Answers SQL that people typed, from a copy of the statistics that is made anew when it is old."""

import re
import time
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from cachetools import FIFOCache

from analytics.filters import LEFT_OUT_UNLESS_ASKED, Filters
from analytics.filters import sql as written_out
from analytics.sandbox import Form, Limits, Refused, Result, Sandbox
from analytics.snapshot import hand_out, take
from analytics.warehouse import Cursor
from service.projector import Projector
from service.store import Playtests

FOLDER = "published"
FRESH = 2.0  # seconds for which a copy is new enough
SPARING = 10  # of the time that copies take: a copy of a second is made at most every ten
CARD = Limits(seconds=5, rows=200, size=200_000)  # what a report on a statistics page may take
CARDS = 64  # results of such reports that are kept
PASSING = ("busy", "crash")  # refusals that say nothing about the query
SOON = 20_000  # events that are projected while a reader waits, in about a tenth of a second


OWN = re.compile(
    r"\bcounted\s*(\([^()]*\)\s*)?as\s*(\(|(not\s+)?materialized\b|(select|from|with|values)\b)",
    re.I,
)
ASIDE = re.compile(r"'(?:[^']|'')*'|--[^\n]*|/\*.*?\*/", re.DOTALL)


def reads_counted(sql: str) -> bool:
    """Whether a query names ``counted`` and does not make a table of that name itself.

    >>> reads_counted("FROM counted"), reads_counted("WITH counted AS (SELECT 1) FROM counted")
    (True, False)
    >>> reads_counted("SELECT 'counted' FROM sessions -- counted")
    False
    """
    text = ASIDE.sub(" ", sql)
    return bool(re.search(r"\bcounted\b", text, re.IGNORECASE)) and not OWN.search(text)


def counted(filters: Filters | None) -> str:
    """Write the view ``counted``: the sessions that filters let in.

    Without filters it holds those of every game that reports count unless asked.
    """
    if filters is not None:
        return f"CREATE TEMP VIEW counted AS {written_out(filters, 'SELECT * FROM counted')}"
    usual = " AND ".join(f"NOT ({condition})" for _, condition in LEFT_OUT_UNLESS_ASKED.values())
    return f"CREATE TEMP VIEW counted AS SELECT * FROM sessions WHERE {usual}"


class Asked(NamedTuple):
    """An answer and how old it is.

    :ivar behind: seconds since the copy was made, if anything was stored after it; otherwise 0.
    """

    result: Result
    behind: float

    @property
    def as_of(self) -> str:
        """Say what the answer knows of."""
        late = f", {self.behind:.0f} s behind" if self.behind else ""
        return f"as of version {self.result.reached:,}{late}"


class Asking:
    """Runs queries on the published copy of one projector's warehouse."""

    def __init__(self, store: Playtests, projector: Projector, data: Path) -> None:
        self._store, self._projector, self._data = store, projector, data
        self._sandbox = Sandbox()
        self._publishing = Lock()
        self._position: tuple[int, str, str] | None = None
        self._made = 0.0  # on the monotonic clock
        self._took = 0.0
        self._cards = FIFOCache[tuple[object, ...], Result | Refused](CARDS)
        self._keeping = Lock()

    def ask(
        self,
        sql: str,
        form: Form = "page",
        limits: Limits | None = None,
        filters: Filters | None = None,
    ) -> Asked:
        """Run a query.

        :param filters: what ``counted`` holds, for a query that reads it.
        :raises Refused: it hit a limit, or makes no sense.
        :raises WarehouseError: the copy cannot be made.
        """
        copy = self.copy()
        made = self._made
        return self._aged(self._sandbox.run(copy, sql, form, limits, _before(sql, filters)), made)

    def card(self, sql: str, patient: bool = True, filters: Filters | None = None) -> Asked | None:
        """Return what a saved query answers, from memory while the statistics stand still; a query
        that was refused is refused again without being run.

        :param patient: whether it may be run; otherwise there may be no answer.
        :raises Refused: as :meth:`ask`.
        """
        copy = self.copy()
        made, before = self._made, _before(sql, filters)
        key = sql, before, self._position
        with self._keeping:
            result = self._cards.get(key)
        if result is None:
            if not patient:
                return None
            try:
                result = self._sandbox.run(copy, sql, "page", CARD, before)
            except Refused as error:
                if error.kind in PASSING:
                    raise
                result = error
            with self._keeping:
                self._cards[key] = result
        if isinstance(result, Refused):
            raise Refused(result.kind, str(result), result.detail)
        return self._aged(result, made)

    def _aged(self, result: Result, made: float) -> Asked:
        newer = self._store.last_position() > result.reached
        return Asked(result, max(time.monotonic() - made, 1) if newer else 0)

    def copy(self) -> Path:
        """Return the file to read, made anew if the statistics have moved on and it is old."""
        projector = self._projector
        behind = self._store.last_position() - _position(projector.warehouse.cursor())[0]
        if 0 < behind <= SOON:
            projector.catch_up()
        elif behind:
            projector.wake()
        with self._publishing:
            file = self._data / FOLDER / projector.warehouse.path.name
            old = time.monotonic() - self._made > max(FRESH, SPARING * self._took)
            if self._position is None or not file.exists() or (old and self._moved()):
                started = time.monotonic()
                with projector.still() as warehouse:
                    position = _position(warehouse.cursor())
                    taken = take(warehouse, file)
                hand_out(taken, file)
                self._position, self._made = position, time.monotonic()
                self._took = self._made - started
            return file

    def _moved(self) -> bool:
        return _position(self._projector.warehouse.cursor()) != self._position


def _before(sql: str, filters: Filters | None) -> str:
    return counted(filters) if reads_counted(sql) else ""


def _position(cursor: Cursor) -> tuple[int, str, str]:
    """Return what a warehouse stands at: position, fingerprint of that event, its tables."""
    rows = cursor.execute("SELECT reached, mark, schema FROM position").fetchall()
    ((reached, mark, schema),) = rows  # read to their end: a transaction lasts as long as they do
    return reached, mark, schema
