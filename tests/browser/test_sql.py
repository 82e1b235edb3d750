"""A question of one's own, in Chromium: typed, run by the keyboard, drawn, kept, and opened."""

import re

import pytest
from playwright.sync_api import Page, expect

from service import demo
from service.wiring import Services


@pytest.fixture(autouse=True)
def played(services: Services) -> None:
    """The demo sessions, counted."""
    demo.record(services.store)
    services.projector.catch_up()


def test_a_question_becomes_a_report_and_leads_to_its_moments(page: Page) -> None:
    page.goto("/")
    page.get_by_role("navigation", name="Main", exact=True).get_by_text("SQL").click()
    page.get_by_role("link", name="Which tiles are fought over?").click()
    page.get_by_label("Query").focus()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#result h2")).to_contain_text(re.compile(r"^9 rows in .* as of version"))
    expect(page.locator("#result h2")).to_be_focused()
    expect(page.locator("#result .plot .bars .point")).to_have_count(9)

    page.locator(".plots [name=kind]").select_option("dots")
    page.locator(".plots [name=y]").select_option("lit")
    page.get_by_role("button", name="Draw").click()
    expect(page.locator("#result .plot .scatterlayer .point")).to_have_count(9)

    page.locator(".keep summary").click()
    page.locator(".keep [name=name]").fill("Fights for tiles")
    page.locator(".keep [name=game]").select_option("Lantern Moths statistics")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Lantern Moths statistics").click()
    card = page.locator("#own .card")
    expect(card.get_by_role("heading")).to_have_text("Fights for tiles")
    expect(card.locator(".plot .point")).to_have_count(9)

    page.goto("/sql?example=lantern-moths-big-catches")
    page.get_by_role("button", name="Run").click()
    first = page.locator("#result tbody tr").first
    step = first.locator("td").nth(1).text_content()
    first.get_by_role("link").click()
    expect(page).to_have_url(re.compile(rf"/sessions/[\w-]+\?step={step}$"))


def test_a_columns_name_is_put_where_the_cursor_stands(page: Page) -> None:
    page.goto("/sql?q=SELECT%20%20FROM%20sessions")
    page.get_by_label("Query").focus()
    page.evaluate("document.getElementById('q').setSelectionRange(7, 7)")
    page.locator(".tables summary", has_text="One row a recorded play").click()
    page.get_by_role("button", name="opened_at").click()
    expect(page.get_by_label("Query")).to_have_value("SELECT opened_at FROM sessions")
    expect(page.get_by_label("Query")).to_be_focused()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_phone_shows_everything_in_one_column(page: Page, theme: str) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/sql?q=SELECT%20*%20FROM%20sessions")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#result h2")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate("document.querySelector('#result .scroll').scrollWidth") <= 390
    shown = [one for one in page.locator("#result button, #run").all() if one.is_visible()]
    assert shown
    for button in shown:
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
