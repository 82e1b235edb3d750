"""A served folder and a page in Chromium that fails the test on any error of its own."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from service.web.app import create_app
from service.wiring import Services, build
from tests.fresh import fresh
from tests.served import served

PATIENCE = 180_000  # milliseconds: a busy machine says nothing about the pages
expect.set_options(timeout=PATIENCE)


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """Everything that the service works with, following the store as when it is served."""
    made = build(fresh(tmp_path / "data"), rng=Random(5))
    made.projector.start()
    yield made
    made.close()


@pytest.fixture
def address(services: Services) -> Iterator[str]:
    """The address of a running service."""
    with served(create_app(services)) as found:
        yield found


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A fresh window at the service's address; nothing in its console may be an error."""
    context = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    yield page
    context.close()
    assert errors == []
