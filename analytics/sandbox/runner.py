"""Starts a query's process, hands it the query, and ends it in time."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import BoundedSemaphore, Timer
from typing import Any, Literal, NamedTuple

from analytics.sandbox.limits import Limits, Refused

Form = Literal["page", "csv", "json", "parquet"]

HEADER = 1_000_000  # bytes of the line before a result: its columns' names and types
ENVIRONMENT = {"LANG": "C.UTF-8", "TZ": "UTC", "PYTHONDONTWRITEBYTECODE": "1"}
"""All that a query's process is told of where it runs."""


class Column(NamedTuple):
    """A column of a result and its type in DuckDB's words."""

    name: str
    type: str


class Result(NamedTuple):
    """What a query answered.

    :ivar cut: ``rows`` or ``bytes`` where the limit on these ended it early.
    :ivar seconds: that the query itself took.
    :ivar reached: the position in the store that the copy stands at.
    :ivar payload: the result in the format asked for.
    """

    columns: list[Column]
    rows: int
    cut: str
    seconds: float
    reached: int
    payload: bytes

    @property
    def cells(self) -> list[list[Any]]:
        """The rows of a page: numbers, texts, nothing."""
        rows: list[list[Any]] = json.loads(self.payload)
        return rows


class Sandbox:
    """Runs queries, so many at once and no more.

    :param at_once: how many processes there can be.
    :param patience: seconds that a query waits for one to end.
    """

    def __init__(self, at_once: int = 2, patience: float = 5) -> None:
        self._slots = BoundedSemaphore(at_once)
        self._at_once, self._patience = at_once, patience

    def run(
        self,
        copy: Path,
        sql: str,
        form: Form = "page",
        limits: Limits | None = None,
        before: str = "",
    ) -> Result:
        """Run a query on a copy of the statistics, which it can only read.

        :param before: a statement of the program's own that comes first, such as a view.
        :raises Refused: it hit a limit, or makes no sense; says which and why.
        """
        limits = limits or Limits()
        if len(sql) > limits.length:
            raise Refused(
                "length",
                f"the query has {len(sql):,} characters, expected at most {limits.length:,}",
            )
        if not sql.strip():
            raise Refused("sql", "there is no query, expected one such as SELECT * FROM sessions")
        if "\0" in sql:
            raise Refused("sql", "the query holds a NUL character, expected text")
        with self._slot():
            return _run(copy, sql, form, limits, before)

    @contextmanager
    def _slot(self) -> Iterator[None]:
        if not self._slots.acquire(timeout=self._patience):
            found = f"{self._at_once} queries are running already; try again in a moment"
            raise Refused("busy", found)
        try:
            yield
        finally:
            self._slots.release()


def _run(copy: Path, sql: str, form: Form, limits: Limits, before: str) -> Result:
    process = subprocess.Popen(
        [sys.executable, "-P", "-s", "-m", "analytics.sandbox.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=copy.parent,
        env=ENVIRONMENT | {"PYTHONPATH": str(Path(__file__).parents[2])},
        start_new_session=True,
    )
    timer = Timer(limits.seconds, process.kill)
    timer.daemon = True
    try:
        timer.start()
        assert process.stdin is not None
        assert process.stdout is not None
        asked = {"copy": copy.name, "sql": sql, "form": form, "limits": list(limits)}
        asked["before"] = before
        with suppress(BrokenPipeError):  # it ended before it read that: its exit says how
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            process.stdin.flush()
        header = process.stdout.readline(HEADER)
        payload = process.stdout.read(limits.size + HEADER)
        in_time = timer.is_alive()
        if header.endswith(b"\n") and not process.stdout.read(1):
            process.wait()
            if process.returncode == 0:
                return _result(json.loads(header), payload)
        process.kill()
        raise _ended(process.wait(), in_time, limits)
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(BrokenPipeError):
                if pipe:
                    pipe.close()


def _result(header: dict[str, Any], payload: bytes) -> Result:
    if said := header.get("said"):
        raise Refused(*said)
    columns = [Column(*pair) for pair in header["columns"]]
    return Result(
        columns, header["rows"], header["cut"], header["seconds"], header["reached"], payload
    )


def _ended(code: int, in_time: bool, limits: Limits) -> Refused:
    """Say what became of a process that ended without an answer."""
    if not in_time or code == -signal.SIGXCPU:
        return Refused("time", f"the query was stopped after {limits.seconds:g} s")
    if code < 0:
        name = signal.Signals(-code).name
        return Refused("crash", f"the query ended its own process ({name}); nothing else was hurt")
    return Refused("crash", f"the query's process ended without an answer (exit {code})")
