"""An experiment in a browser: asked by keyboard, waited for, read, and opened as games."""

import re
from threading import Event

import pytest
from playwright.sync_api import Page, expect

from service.web import experimenting
from service.web.pages import experiments
from service.wiring import Services


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the page ask for few games."""
    for module in (experimenting, experiments):
        monkeypatch.setattr(module, "SIZES", (12, 200))


def test_a_question_is_asked_by_keyboard_and_its_answer_leads_to_games(
    page: Page, services: Services, begin: Event
) -> None:
    page.goto("/")
    page.get_by_role("navigation", name="Main", exact=True).get_by_role(
        "link", name="Experiments"
    ).press("Enter")
    form = page.locator("section", has=page.get_by_role("heading", name="Ask your own"))
    form.get_by_label("Games a side").select_option("12")
    form.get_by_label("For how long does a Ghost stop").nth(1).select_option("while_present")
    form.get_by_label("Store the games").check()
    form.get_by_role("button", name="Run the experiment").press("Enter")
    expect(page.locator("progress")).to_be_visible()
    begin.set()
    expect(page.get_by_role("heading", name="What it rests on")).to_be_visible()
    expect(page.locator(".plot svg").first).to_be_visible()
    rows = page.locator("table tbody tr")
    assert rows.count() == 8
    services.projector.catch_up()
    page.locator("#games .lst a").first.click()
    expect(page).to_have_url(re.compile(r"/compare\?"))


@pytest.mark.parametrize("width", [390, 720, 1440])
def test_the_pages_fit(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for game in ("lantern-moths", "lepidoptery", "nocturnis"):
        page.goto(f"/experiments/about/{game}")
        spare = page.evaluate(
            "document.documentElement.clientWidth - document.documentElement.scrollWidth"
        )
        assert spare == 0
