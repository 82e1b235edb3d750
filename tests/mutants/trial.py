"""Tests run against a changed copy, in a process that has the libraries but nothing of ours.

A process for each mutant: what it imports of ours are the copy's own files. All are forked from
one that has imported the libraries, which takes most of the time of a short test.
"""

import os
import signal
import sys
from multiprocessing import active_children, get_context
from multiprocessing.context import BaseContext
from pathlib import Path
from types import FrameType

import pytest

OURS = {"analytics", "domain", "seeds", "service", "tests"}
LIBRARIES = [
    *("alembic", "argon2", "cachetools", "click", "cssselect2", "duckdb", "eventsourcing.sqlite"),
    *("flask", "flask_limiter", "flask_login", "flask_wtf", "hypothesis", "msgspec", "numpy"),
    *("playwright.sync_api", "plotly", "prometheus_client", "psutil", "pyarrow", "resvg_py"),
    *("rich.table", "schemathesis", "scipy.stats", "sqlalchemy", "statsmodels.api", "waitress"),
]
PLAIN = (
    *("-q", "--color=no", "--tb=short", "-p", "no:cacheprovider", "-n", "0", "-x"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # the libraries are there already
)
LONGEST = 600  # seconds


Trial = tuple[int, list[tuple[str, str]], str]
"""What pytest's exit code was, which tests failed with which words, and what was printed."""


class TooLong(BaseException):
    """A test did not end."""


def from_libraries() -> BaseContext:
    """Return what makes processes that begin with the libraries."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["pytest", *LIBRARIES])
    return context


def try_in(copy: Path, tests: tuple[str, ...]) -> Trial:
    """Run tests on a copy; this process is of no use then."""
    _forget_ours(copy)
    failed: list[tuple[str, str]] = []

    class Noticed:
        @staticmethod
        def pytest_runtest_logreport(report: pytest.TestReport) -> None:
            if report.failed:
                crash = getattr(report.longrepr, "reprcrash", None)
                failed.append((report.nodeid, getattr(crash, "message", str(report.longrepr))))

    printed = copy / "printed"
    with printed.open("wb") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LONGEST)
    try:
        code = int(pytest.main([*PLAIN, *tests], plugins=[Noticed()]))
    except Exception as error:  # what a mutant left unclosed is told when all is over
        print(error)
        code = 1 if failed else 3
    signal.alarm(0)
    for child in active_children():  # this process would wait for those of hints
        child.terminate()
    return code, failed, printed.read_text("utf-8", "replace")


def _forget_ours(copy: Path) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
        del sys.modules[name]
    os.chdir(copy)
    os.environ |= {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(copy))


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TooLong(f"no end in {LONGEST} s")
