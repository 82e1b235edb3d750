"""What all tests share: the option that rewrites golden files, and one browser a worker."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from types import CodeType
from typing import Any, ClassVar

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from playwright.sync_api import Browser, sync_playwright
from werkzeug.routing import Rule

from service.queue import Worker

Builder = Callable[..., tuple[str, str]]
SHM, ROOM = Path("/dev/shm"), 4 << 30  # bytes
LONGEST = {"test_axe.py", "test_hidden_walk.py", "test_marks.py", "test_what_comes_next.py"}
FUZZ = int(os.environ.get("MOTHLOG_FUZZ", "0"))  # examples that make fuzz asks for

# Every move waits for the disk. In memory it does not, and a killed process loses no more there.
if SHM.is_dir() and shutil.disk_usage(SHM).free >= ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(SHM))

# Workers share the cores, so one slow example says nothing. Hypothesis' own CI profile stays.
settings.register_profile("mothlog", settings(deadline=None, max_examples=FUZZ or 25))
settings.load_profile("mothlog")


class Compiled(BytecodeCache):
    """Templates as they were compiled; all applications of a worker draw with the same ones."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._kept[bucket.key, bucket.checksum] = bucket.code


class Known(Rule):
    """A route whose functions that build addresses are compiled once for all applications of a
    worker: they depend on what the rule says alone, and take most of the time to make one.
    """

    _kept: ClassVar[dict[object, Builder]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Builder:
        key = self.rule, repr(self.defaults), append_unknown
        if key not in self._kept:
            self._kept[key] = super()._compile_builder(append_unknown)
        return self._kept[key]


Flask.jinja_options = {"bytecode_cache": Compiled()}
Flask.url_rule_class = Known

CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden-rewrite",
        action="store_true",
        help="write the golden files anew instead of comparing with them",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that no worker waits for one of them at last."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_collection_finish() -> None:
    """Let the collector pass over what was imported: pages are drawn a seventh faster."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Holds tasks that are done beside the pages back, until a test has seen that they wait."""
    begin, one = Event(), Worker._one

    def wait_and_do(*given: Any) -> str:
        begin.wait()
        return one(*given)

    monkeypatch.setattr(Worker, "_one", wait_and_do)
    yield begin
    begin.set()


@pytest.fixture(scope="session")
def golden_rewrite(request: pytest.FixtureRequest) -> bool:
    """Say whether golden files are to be written anew."""
    return bool(request.config.getoption("--golden-rewrite"))


def find_chromium() -> str | None:
    """Return the browser's path: MOTHLOG_CHROMIUM, one on PATH, or Playwright's own download.

    The headless shell draws the same pages for little more than half of the time.
    """
    if named := os.environ.get("MOTHLOG_CHROMIUM"):
        return named
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start one headless Chromium; without one, skip, or fail where CI=true."""
    path = find_chromium()
    if path is None:
        missing = "no Chromium: install chromium, or name another in MOTHLOG_CHROMIUM"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()
