"""A PostgreSQL server of the tests' own, on a socket in a folder that goes with it."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

MISSING = "no PostgreSQL server: install postgresql"
ACCOUNT = "postgres"  # the server refuses to run as root

_schemas = count(1)


class Server:
    """A server; ``host`` is the folder of its socket."""

    def __init__(self, folder: Path, place: Path) -> None:
        self.host = str(place)
        self._programs, self._data, self._log = folder, place / "data", place / "log"
        self._who: dict[str, Any] = {}
        if os.getuid() == 0:
            shutil.chown(place, ACCOUNT, ACCOUNT)
            self._who = {"user": ACCOUNT, "group": ACCOUNT, "extra_groups": []}
        made = [str(folder / "initdb"), "-D", str(self._data), "-A", "trust", "-U", ACCOUNT]
        subprocess.run(
            [*made, "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"],
            check=True,
            capture_output=True,
            cwd=place,
            **self._who,
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": self.host,
            "fsync": "off",  # the machine does not lose power in a test
            "max_connections": "60",
            "shared_buffers": "16MB",
        }
        flags = [f"-c{key}={value}" for key, value in settings.items()]
        with self._log.open("ab") as told:
            self._process = subprocess.Popen(
                [str(self._programs / "postgres"), "-D", str(self._data), *flags],
                stdout=told,
                stderr=told,
                cwd=self.host,
                **self._who,
            )
        _wait(self._process, self.host, self._log)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: as asked it ends its connections, then itself."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    @contextmanager
    def away(self) -> Iterator[None]:
        """End it at once, as ``pg_ctl stop -m immediate`` and a crash do, and start it again."""
        self.stop(signal.SIGQUIT)
        try:
            yield
        finally:
            self.start()

    def fresh(self) -> dict[str, str]:
        """Return variables of the environment that choose an empty store on it."""
        schema = f"test_{next(_schemas)}"
        with psycopg.connect(host=self.host, user=ACCOUNT, dbname="postgres") as db:
            db.execute(f"CREATE SCHEMA {schema}")  # type: ignore[arg-type]
        return {
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": "postgres",
            "POSTGRES_HOST": self.host,
            "POSTGRES_USER": ACCOUNT,
            "POSTGRES_PASSWORD": "",
            "POSTGRES_SCHEMA": schema,
            "POSTGRES_POOL_SIZE": "1",
        }


@cache
def programs() -> Path | None:
    """Return the folder of the newest server's programs, where it can be run."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    found.sort(key=lambda path: int(re.sub(r"\D.*", "", path.parent.name) or 0))
    on_path = shutil.which("initdb")
    chosen = found[-1] if found else Path(on_path).resolve().parent if on_path else None
    if chosen is None or not (chosen / "postgres").exists():
        return None
    if os.getuid() == 0:
        import pwd

        if not any(entry.pw_name == ACCOUNT for entry in pwd.getpwall()):
            return None
    return chosen


@contextmanager
def serving() -> Iterator[Server]:
    """Start a server and stop it; without one, skip, or fail where CI=true."""
    folder = programs()
    if folder is None:
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with tempfile.TemporaryDirectory(prefix="mothlog-pg-", ignore_cleanup_errors=True) as name:
        server = Server(folder, Path(name))
        try:
            server.start()
            yield server
        finally:
            server.stop()


def _wait(process: subprocess.Popen[bytes], host: str, log: Path) -> None:
    until = time.monotonic() + 120
    while True:
        try:
            psycopg.connect(host=host, user=ACCOUNT, dbname="postgres").close()
            return
        except psycopg.OperationalError:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)


@contextmanager
def environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment for a while."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name, value)
        yield
