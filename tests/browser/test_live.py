"""One session on three devices: two seats and somebody who watches hear of each move at once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.games.lantern_moths.actions import Flip
from service.wiring import Services
from tests.browser.test_play_keys import only, people

SEATS = ("Ada", "Ben")


@pytest.fixture
def devices(browser: Browser, address: str) -> Iterator[list[Page]]:
    """Three devices that cannot ask for the version: only what they are told moves them on."""
    contexts = [browser.new_context(base_url=address) for _ in range(3)]
    pages = [context.new_page() for context in contexts]
    for page in pages:
        page.route("**/version", lambda route: route.abort())
    yield pages
    for context in contexts:
        context.close()


def own_window(page: Page, address: str, name: str) -> None:
    """Give a seat the window of a device."""
    page.goto(address)
    if page.get_by_role("button", name="Play here too").count():
        page.get_by_role("button", name="Play here too").click()
    page.get_by_text("Play in separate windows or devices").click()
    page.get_by_role("button", name=f"Play only {name}’s seat in this window").click()
    page.wait_for_url("**/play?seat=*")


def test_every_device_shows_a_move_that_was_made_on_another(
    devices: list[Page], services: Services
) -> None:
    ada, ben, watcher = devices
    people(ada, *SEATS)
    address = ada.url
    own_window(ada, address, "Ada")
    own_window(ben, address, "Ben")
    watcher.goto(address)
    expect(ada.get_by_role("heading", name="Ada to act")).to_be_visible()
    expect(ben.get_by_role("heading", name="Ben waits")).to_be_visible()
    ada.locator("[data-place=b1]").click()
    for device in devices:
        expect(device.locator(".say")).to_contain_text("turns up b1")
    ada.wait_for_timeout(700)  # until a press counts
    ada.locator("[data-place=b2]").click()
    expect(ben.get_by_role("heading", name="Ben to act")).to_be_visible()
    expect(ada.get_by_role("heading", name="Ada waits")).to_be_visible()
    expect(watcher.locator(".eyebrow")).to_contain_text("Ben to act")
    assert "Ben to act" in ben.title()


def test_a_page_to_which_nothing_is_told_asks_by_itself(
    devices: list[Page], services: Services
) -> None:
    ada, _, watcher = devices
    people(ada, *SEATS)
    session = only(services)
    watcher.unroute("**/version")
    watcher.route("**/events", lambda route: route.fulfill(status=503))
    watcher.goto(ada.url)
    services.recorder.act(session.id, Flip(0, "b1"))
    expect(watcher.locator(".say")).to_contain_text("turns up b1")


def test_of_two_presses_one_counts_and_the_other_is_told(
    devices: list[Page], services: Services
) -> None:
    one, two, _ = devices
    people(one, *SEATS)
    address = one.url
    for device in (one, two):
        own_window(device, address, "Ada")
    before = only(services).version
    two.route("**/play?seat=*", lambda route: route.abort())  # it has not seen the other's yet
    one.locator("[data-place=b1]").click()
    expect(one.locator(".say")).to_contain_text("turns up b1")
    two.locator("[data-place=b2]").click()
    expect(two.locator(".notice")).to_contain_text("Somebody else moved first.")
    expect(two.locator(".say")).to_contain_text("turns up b1")
    assert only(services).version == before + 1


def test_the_replay_of_a_session_that_goes_on_follows(
    devices: list[Page], services: Services
) -> None:
    ada, _, watcher = devices
    people(ada, *SEATS)
    session = only(services)
    watcher.goto(f"/sessions/{session.id}")
    expect(watcher.locator("#part-dock")).to_be_visible()
    services.recorder.act(session.id, session.game.legal_actions(session.state)[0])
    last = only(services).last_step
    expect(watcher.locator(f"#part-log a[data-step='{last}']")).to_be_visible()
