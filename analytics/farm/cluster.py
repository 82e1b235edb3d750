"""A Dask cluster. It gives the tasks of a worker that is gone to others by itself."""

import logging
import re
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from functools import cache
from hashlib import blake2b
from importlib import import_module, resources
from importlib.metadata import version
from typing import Any, TypeVar

from analytics.farm.backend import AHEAD, FarmError, Stop, in_order

T = TypeVar("T")
R = TypeVar("R")

ADDRESS = re.compile(r"[a-z]+://\S+:\d+")
TO_ANSWER = 10  # seconds that a scheduler has to answer
TO_COME_BACK = 60  # seconds that a cluster may be without a worker


class Cluster:
    """Works on the workers of a Dask scheduler, on which mothlog is installed too.

    :param address: as ``tcp://127.0.0.1:8786``.
    :raises FarmError: Dask is not installed; no scheduler answers there; it has no workers; or
        those are not as this process.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        if not ADDRESS.fullmatch(address):
            raise FarmError(f"{address!r} is no address of a cluster, expected tcp://HOST:PORT")
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise FarmError(
                "a cluster needs Dask: install mothlog with its extra, mothlog[dask]"
            ) from None
        # A result that was lost with its worker is worked out again, which is nobody's business.
        logging.getLogger("distributed.client").setLevel(logging.ERROR)
        try:
            self._client = distributed.Client(address, timeout=TO_ANSWER, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise FarmError(f"no cluster answers at {address}: {error}") from None
        try:
            self._width = self._checked()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the cluster, which goes on without us."""
        self._client.close(timeout=TO_ANSWER)

    def results(self, work: Callable[[T], R], tasks: Iterable[T], stop: Stop) -> Iterator[R]:
        """Yield the result of each task, in order.

        :raises FarmError: the scheduler is gone, has no workers for long, or gave up on a task
            that ended several workers.
        """
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        def submit(task: T) -> Any:
            return self._client.submit(work, task, pure=False)

        try:
            absence = Absence(self._client)
            yield from in_order(submit, tasks, self._width * AHEAD, stop, absence.note)
        except KilledWorker:
            raise FarmError(
                f"the cluster at {self.address} gave up: a task ended several workers, by lack of "
                "memory, or somebody ended them"
            ) from None
        except (CancelledError, CommClosedError) as error:
            raise FarmError(f"the cluster at {self.address} is gone: {error}") from None

    def _checked(self) -> int:
        """Return how many tasks the cluster works on at once, on workers that are as this one."""
        threads = self._client.nthreads()
        if not threads:
            raise FarmError(f"the cluster at {self.address} has no workers")
        mine = fingerprint()
        try:
            self._client.get_versions(check=True)
            others = self._client.run(fingerprint)
        except ValueError as error:
            raise FarmError(f"the cluster at {self.address} has other versions: {error}") from None
        except (ImportError, AttributeError):
            raise FarmError(
                f"the workers of the cluster at {self.address} lack mothlog, or have another one"
            ) from None
        for worker, other in others.items():
            if other != mine:
                raise FarmError(
                    f"worker {worker} has mothlog {other}, expected {mine}: its games might differ"
                )
        return sum(threads.values())


class Absence:
    """Notices when a cluster is without workers for long."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._since: float | None = None
        self._looked = 0.0

    def note(self) -> None:
        """Look every second whether there are workers.

        :raises FarmError: there have been none for a while, or the scheduler is gone.
        """
        now = time.monotonic()
        if now - self._looked < 1:
            return
        self._looked = now
        try:
            there = self._client.nthreads()
        except OSError as error:
            raise FarmError(f"the cluster is gone: {error}") from None
        if there:
            self._since = None
        elif self._since is None:
            self._since = now
        elif now - self._since > TO_COME_BACK:
            raise FarmError(f"the cluster has been without a worker for {TO_COME_BACK} s")


@cache
def fingerprint() -> str:
    """Return mothlog's version and a hash of the code that games depend on."""
    found = blake2b(digest_size=8)
    for package in ("analytics", "domain"):
        files = resources.files(package)
        with resources.as_file(files) as folder:
            for path in sorted(folder.rglob("*.py")):
                found.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return f"{version('mothlog')} ({found.hexdigest()})"
