"""Logging a table in Chromium: lines by keyboard, and the pads by taps."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, expect

from domain.session import Session
from service.wiring import Services
from tests.browser.conftest import PATIENCE
from tests.web.table_logs import now, path

REFUSED = "the server responded with a status of 4"
"""How the console words an answer that a line is not recorded; the page says why."""


@contextmanager
def window(
    browser: Browser, address: str, *, width: int = 1440, height: int = 900, touch: bool = False
) -> Iterator[Page]:
    """A window in which no script fails and nothing but a refused line is an error."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        has_touch=touch,
        is_mobile=touch,
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    yield page
    context.close()
    assert [error for error in errors if REFUSED not in error] == []


def sit_down(page: Page, session: Session) -> None:
    """Open a table's page."""
    page.goto(path(session))
    expect(page.locator("#main")).to_have_attribute("data-version", str(session.version))


def enter(page: Page, text: str) -> None:
    """Type a line and wait until it is recorded; nothing but the keyboard is touched."""
    before = version(page)
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator("#main")).not_to_have_attribute("data-version", before)


def refused(page: Page, text: str) -> Locator:
    """Type a line that is not recorded, and return what the page says about it."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    trouble = page.locator("[data-trouble]")
    expect(trouble).to_be_visible()
    return trouble


def version(page: Page) -> str:
    """The version of the session that the page shows."""
    return page.locator("#main").get_attribute("data-version") or ""


def clear(page: Page) -> None:
    """Empty the line by keyboard."""
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Backspace")


def recorded(page: Page, before: str) -> None:
    """Wait until something was recorded after a version."""
    expect(page.locator("#main")).not_to_have_attribute("data-version", before)


def stands(services: Services, session: Session) -> Session:
    """The session as it was stored."""
    return now(services, session)
