"""Taking back what was seen, on two devices by keyboard alone: asked, declined, asked, agreed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from service.wiring import Services
from tests.browser.test_live import own_window
from tests.browser.test_play_keys import only, people

TABS = 60  # presses of Tab within which everything on the page is reached


@pytest.fixture(params=[390, 1440])
def seats(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[list[Page]]:
    """Two devices that cannot ask for the version: only what they are told moves them on."""
    size = {"width": request.param, "height": 844 if request.param < 700 else 900}
    contexts = [browser.new_context(base_url=address, viewport=size) for _ in range(2)]  # type: ignore[arg-type]
    pages = [context.new_page() for context in contexts]
    errors: list[str] = []
    for page in pages:
        page.set_default_timeout(60_000)
        page.route("**/version", lambda route: route.abort())
        page.on("pageerror", lambda error: errors.append(str(error)))
    yield pages
    for context in contexts:
        context.close()
    assert errors == []


def by_keyboard(page: Page, name: str) -> None:
    """Reach a button by Tab and press it by Enter."""
    button = page.get_by_role("button", name=name)
    expect(button).to_be_visible()
    page.wait_for_timeout(700)  # until a press counts
    for _ in range(TABS):
        if button.evaluate("button => button === document.activeElement"):
            break
        page.keyboard.press("Tab")
    assert button.evaluate("button => button === document.activeElement")
    page.keyboard.press("Enter")


def test_one_seat_asks_and_the_other_declines_and_then_agrees(
    seats: list[Page], services: Services
) -> None:
    ada, ben = seats
    people(ada, "Ada", "Ben")
    address = ada.url
    own_window(ada, address, "Ada")
    own_window(ben, address, "Ben")
    ada.locator("[data-place=b1]").click()
    expect(ben.locator(".say")).to_contain_text("turns up b1")
    for agrees in (False, True):
        ada.wait_for_timeout(700)
        ada.keyboard.press("u")
        expect(ben.locator(".asks")).to_contain_text("Ada asks to take back what came after step 0")
        expect(ben.locator(".asks")).to_be_in_viewport()
        expect(ada.locator(".asks")).to_contain_text("Ben has not answered yet.")
        assert ada.get_by_role("button", name="agrees").count() == 0
        by_keyboard(ben, "Ben agrees" if agrees else "Ben declines")
        if not agrees:
            for page in seats:
                expect(page.locator(".asks")).to_contain_text("Ben declined what Ada asked.")
                expect(page.locator(".say")).to_contain_text("turns up b1")
            assert only(services).last_step == 1
    for page in seats:
        expect(page.locator(".asks")).to_have_count(0)
        expect(page.locator(".say")).not_to_contain_text("turns up b1")
    assert only(services).last_step == 0
    assert "Ada to act" in ada.title()
