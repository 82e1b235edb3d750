"""A report in a browser: saved as a picture; cards that come when they are scrolled to."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from analytics import stats
from service import demo
from service.wiring import Services

PAGE = "/statistics/lantern-moths"


def test_a_figure_is_saved_as_it_stands(page: Page, services: Services, tmp_path: Path) -> None:
    demo.record(services.store)
    page.goto(f"{PAGE}/report/wick-fate?seats=3")
    expect(page.locator(".found .main-svg").first).to_be_visible()
    for form, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.get_by_role("button", name=form).click()
        assert download.value.suggested_filename == f"lantern-moths-wick-fate.{form.lower()}"
        download.value.save_as(tmp_path / form)
        assert (tmp_path / form).read_bytes().startswith(begins)
    ground = page.evaluate("getComputedStyle(document.body).getPropertyValue('--surface')").strip()
    red, green, blue = (int(ground[at : at + 2], 16) for at in (1, 3, 5))
    assert f"rgb({red}, {green}, {blue})" in (tmp_path / "SVG").read_text()


def test_a_card_is_counted_when_a_reader_comes_to_it(
    page: Page, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    demo.record(services.store)
    monkeypatch.setattr("service.web.pages.statistics.SOON", 0)
    page.goto(PAGE)
    last = stats.catalogue("lantern_moths")[-1].id
    expect(page.locator(f"#{last}")).to_have_attribute("data-card", f"{PAGE}/card/{last}")
    for report in stats.catalogue("lantern_moths"):
        page.locator(f"#{report.id}").evaluate("card => card.scrollIntoView()")
        expect(page.locator(f"#{report.id}[data-card]")).to_have_count(0)
        expect(page.locator(f"#{report.id} .foot summary").last).to_be_visible()
    expect(page.locator(".notice.more")).to_have_count(0)
