"""The list of sessions on a phone: sessions first, filters folded."""

from playwright.sync_api import Page, expect

from domain.games import find
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.wiring import Services

GAME = find("lantern-moths")


def test_on_a_phone_filters_are_folded_and_open_above_the_list(
    page: Page, services: Services
) -> None:
    for title in ("Attic", "Cellar"):
        table = Table(
            game=GAME,
            rules="v4",
            edition=seeds.edition(GAME),
            players=(Player("Ada"), Player("Ben")),
            title=title,
        )
        services.recorder.open(table)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    form = page.get_by_role("search").bounding_box()
    action = page.get_by_role("link", name="New session").last.bounding_box()
    assert form
    assert action
    assert form["height"] < 844 / 6
    assert action["x"] + action["width"] == form["x"] + form["width"]
    expect(page.get_by_label("State")).to_be_hidden()
    page.locator("summary", has_text="Filters").click()
    page.get_by_label("State").select_option("finished")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("summary", has_text="Filters 1")).to_be_visible()
    expect(page.get_by_text("No session fits.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
