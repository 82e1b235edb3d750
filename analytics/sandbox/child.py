"""The process that runs one query: ``python -m analytics.sandbox.child``.

Reads one line of JSON, ``copy``, ``before``, ``sql``, ``form`` and the limits; answers with one
line of JSON, then the bytes of the result. It gives itself the limits before it reads anything that
was typed.
"""

import json
import os
import resource
import sys
import threading
import time
from typing import Any

import duckdb

from analytics.sandbox.limits import ROOM, ROOM_FOR_ARROW, Limits
from analytics.sandbox.saying import told
from analytics.sandbox.writing import WRITERS, Wide

MB = 2**20

LOCKED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": False,
    "python_enable_replacements": False,
    "autoload_known_extensions": False,
    "autoinstall_known_extensions": False,
    "allow_community_extensions": False,
    "temp_directory": "",
    "max_temp_directory_size": "0B",
    "threads": 1,
    "lock_configuration": True,
}


def main() -> None:
    """Run the query on standard input."""
    asked = json.loads(sys.stdin.buffer.readline())
    limits = Limits(*asked["limits"])
    confine(limits, ROOM_FOR_ARROW if asked["form"] == "parquet" else ROOM)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    try:
        header, payload = _answer(asked, limits)
    except Exception as error:  # each ends in words of what happened, the unforeseen ones too
        header, payload = {"said": told(error, limits)}, b""
    out = sys.stdout.buffer
    out.write(json.dumps(header).encode() + b"\n" + payload)
    out.flush()
    os._exit(0)  # nothing to put in order, and a query that is not read to its end would go on


def confine(limits: Limits, room: int) -> None:
    """Let the system hold this process to its limits: no file can be written at all."""
    seconds = int(limits.seconds) + 2
    os.nice(10)
    for what, most in (
        (resource.RLIMIT_AS, (limits.memory + room) * MB),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 32),
    ):
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, most))


def _answer(asked: dict[str, Any], limits: Limits) -> tuple[dict[str, Any], bytes]:
    config = LOCKED | {"memory_limit": f"{limits.memory}MB"}
    with duckdb.connect(asked["copy"], read_only=True, config=config) as connection:
        ((reached,),) = connection.execute("SELECT max(reached) FROM position").fetchall()
        if asked["before"]:
            connection.execute(asked["before"])
        started = time.monotonic()
        # Arrow's batches come without a copy from the one, rows of Python's from the other.
        begin = connection.sql if asked["form"] == "parquet" else connection.execute
        cursor = begin(asked["sql"])
        columns = [[name, str(type_)] for name, type_, *_ in (cursor and cursor.description) or ()]
        if len(columns) > limits.columns:
            raise Wide(len(columns))
        written = WRITERS[asked["form"]](cursor, [name for name, _ in columns], limits)
        header = {
            "columns": columns,
            "rows": written.rows,
            "cut": written.cut,
            "seconds": time.monotonic() - started,
            "reached": reached,
        }
        return header, written.payload


def _end_with_the_parent() -> None:
    """Wait for the end of standard input, which the parent holds open as long as it lives."""
    os.read(0, 1)
    os._exit(1)


if __name__ == "__main__":
    main()
