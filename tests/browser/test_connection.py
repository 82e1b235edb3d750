"""Playing over a connection that breaks: a choice is recorded once, and nothing untrue is said."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from service.wiring import Services
from tests.browser.test_journey import moved
from tests.browser.test_play_keys import only, people, second, sit_down

__all__ = ["second"]

SETTLED = 700  # milliseconds after which a press counts


def breaking(page: Page, times: int, arrives: bool) -> list[str | None]:
    """Break the connection of the first requests to act; list what every request sent."""
    sent: list[str | None] = []

    def handle(route: Route) -> None:
        sent.append(route.request.post_data)
        if len(sent) > times:
            route.continue_()
            return
        if arrives:
            route.fetch(max_redirects=0)
        route.abort()

    page.route("**/play/act", handle)
    return sent


@pytest.mark.parametrize("arrives", [False, True])
@pytest.mark.parametrize("control", ["[data-place=b1]", "[name=action][data-key=d]", ".kind .btn"])
def test_a_request_or_an_answer_that_is_lost_leaves_one_move(
    second: Page, services: Services, arrives: bool, control: str
) -> None:
    people(second, "Ada", "Ben")
    sit_down(second, "Ada")
    second.wait_for_timeout(SETTLED)
    before = only(services).last_step
    sent = breaking(second, 1, arrives)
    moved(second, second.locator(control).first.click)
    assert len(sent) == 2
    assert only(services).last_step == before + 1
    expect(second.locator(".notice")).to_have_count(0)
    second.wait_for_url(re.compile("/play$"))


def test_without_a_connection_the_form_stays_and_a_press_sends_the_same_key(
    second: Page, services: Services
) -> None:
    people(second, "Ada", "Ben")
    sit_down(second, "Ada")
    second.wait_for_timeout(SETTLED)
    before = only(services).last_step
    key = second.locator("form.press [name=key]").input_value()
    sent = breaking(second, 3, arrives=True)
    second.locator("[data-place=b1]").click()
    expect(second.locator(".notice")).to_have_text(
        "No connection; the choice may not have been recorded. Try again."
    )
    assert second.locator("form.press [name=key]").input_value() == key
    moved(second, second.locator("[data-place=b1]").click)
    assert len(sent) == 4
    assert all(body is not None and key in body for body in sent)
    assert only(services).last_step == before + 1
    expect(second.locator(".notice")).to_have_count(0)


def test_the_page_of_a_conflict_can_be_loaded_anew(second: Page, services: Services) -> None:
    people(second, "Ada", "Ben")
    sit_down(second, "Ada")
    second.wait_for_timeout(SETTLED)
    session = only(services)
    second.route("**/play", lambda route: route.abort())  # it hears of the other move too late
    services.recorder.act(session.id, session.game.legal_actions(session.state)[0])
    second.locator("[data-place=b2]").click()
    expect(second.locator(".notice")).to_contain_text("Somebody else moved first.")
    second.wait_for_url(re.compile("/play$"))
    second.unroute("**/play")
    again = second.reload()
    assert again is not None
    assert again.status == 200
