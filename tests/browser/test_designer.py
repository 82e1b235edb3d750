"""A designer's way in Chromium: a question, its chart, a mark, its moments, the very step."""

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from service import demo
from service.wiring import Services

AT = """(plot, key) => {
  const trace = plot.data.findIndex(({ customdata }) => (customdata || []).includes(key));
  const { customdata, orientation, xaxis = "x", yaxis = "y" } = plot.data[trace];
  const { p0, p1, b, s, x, y } = plot.calcdata[trace][customdata.indexOf(key)];
  const [across, along] = [(p0 + p1) / 2, b + s / 2];
  const bar = orientation === "h" ? [along, across] : [across, along];
  const [at, up] = s === undefined ? [x, y] : bar;
  const axes = plot._fullLayout._plots[xaxis + yaxis];
  const box = plot.getBoundingClientRect();
  return [
    box.x + axes.xaxis._offset + axes.xaxis.c2p(at),
    box.y + axes.yaxis._offset + axes.yaxis.c2p(up),
  ];
}"""
"""Where the mark with a key stands in the window: the middle of a bar, or a dot."""

WAYS = [
    ("Lantern Moths", "What becomes of a lit wick?", "3-4:took", r"takes (\w\d )+from [a-c][1-3]"),
    ("Lepidoptery", "What are Jokers used as?", "triple:10", "plays 10-10-10, triple, Joker as 10"),
    ("Nocturnis", "Which moths come?", "Atlas", "lures Atlas"),
]
"""A game, a question, the key of a bar, a cell or a point, and what a step that it counts says."""


@pytest.fixture(autouse=True)
def played(services: Services) -> None:
    """The demo sessions, counted."""
    demo.record(services.store)
    services.projector.catch_up()


@pytest.mark.parametrize("width", [1440, 390])
def test_a_question_leads_over_a_mark_to_the_step_that_it_counts(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for game, question, key, counted in WAYS:
        page.goto("/")
        if width < 700:
            page.get_by_text("Menu", exact=True).click()
        page.get_by_role("link", name="Statistics", exact=True).locator("visible=true").click()
        page.get_by_role("link", name=game, exact=True).click()
        page.get_by_role("link", name="All reports").click()
        page.get_by_role("link", name=question).click()
        plot = page.locator(".found .plot")
        expect(plot.locator(".main-svg").first).to_be_visible()
        plot.scroll_into_view_if_needed()
        x, y = plot.evaluate(AT, key)
        page.mouse.move(x - 1, y)
        page.mouse.click(x, y)
        expect(page.locator(".steps .ev").first).to_be_visible()
        assert unquote(page.url).split("?")[0].endswith(f"/{key}")
        told = page.locator(".steps .ev").first
        step, text = told.locator(".n").inner_text(), told.locator(".tx").inner_text()
        told.click()
        expect(page).to_have_url(re.compile(rf"/sessions/[\w-]+\?step={step}$"))
        expect(page.locator("[data-now]")).to_have_text(step)
        expect(page.locator(".say p")).to_contain_text(re.compile(counted))
        assert re.search(counted, text)
        assert page.evaluate("document.documentElement.scrollWidth") == width
