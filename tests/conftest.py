"""What all tests share: the option that rewrites golden files, and one browser a worker."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

# Workers share the cores, so one slow example says nothing. Hypothesis' own CI profile stays.
settings.register_profile("mothlog", settings(deadline=None))
settings.load_profile("mothlog")

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


@pytest.fixture(scope="session")
def golden_rewrite(request: pytest.FixtureRequest) -> bool:
    """Say whether golden files are to be written anew."""
    return bool(request.config.getoption("--golden-rewrite"))


def find_chromium() -> str | None:
    """Return the browser's path: MOTHLOG_CHROMIUM, one on PATH, or Playwright's own download."""
    if named := os.environ.get("MOTHLOG_CHROMIUM"):
        return named
    for name in ("chromium", "chromium-browser", "google-chrome"):
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
