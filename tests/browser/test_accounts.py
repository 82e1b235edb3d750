"""Signing in by keyboard, what the pages of accounts look like to axe, and a seat by its link."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from domain.games import find
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.wiring import Services
from tests.web.signed import NAMES, PASSWORD, with_people

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
EVERYTHING = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}


@pytest.fixture(autouse=True)
def people(services: Services) -> None:
    """An account of each role."""
    with_people(services)


def sign_in(page: Page, name: str) -> None:
    """Type name and password, by keyboard alone."""
    page.goto("/sign-in?next=/account")
    page.locator("[name=name]").focus()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_a_designer_signs_in_by_keyboard_and_axe_finds_nothing(
    page: Page, services: Services
) -> None:
    services.accounts.invite_person("player", "Dora")
    dora = services.accounts.named("Dora")
    services.accounts.make_token(dora, "a prototype on the tablet", "record")
    sign_in(page, NAMES["designer"])
    found = []
    page.emulate_media(reduced_motion="reduce")  # colours are looked at once they have changed
    for path in ("/account", "/people", "/people/audit"):
        page.goto(path)
        if path == "/people":
            page.get_by_text("Change", exact=False).first.click()
        for width, height, theme in ((1440, 900, "night"), (390, 844, "day")):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (path, width)
            for violation in Axe().run(page, options=EVERYTHING).response["violations"]:
                found += [(path, width, violation["id"], node["target"])
                          for node in violation["nodes"]]  # fmt: skip
    assert found == []


def test_somebody_with_a_link_sits_down_on_a_phone(
    page: Page, browser: Browser, services: Services, address: str
) -> None:
    game = find("lantern-moths")
    players = (Player("Ada"), Player("Ben"))
    rules, edition = seeds.rulebook(game).version, seeds.edition(game)
    table = Table(game=game, rules=rules, edition=edition, players=players)
    session = services.recorder.open(table).session
    link = services.accounts.invite_seat(session.id, 0, "Dora").secret
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("/sign-in", f"/join/{link}"):
        page.goto(path)
        assert Axe().run(page, options=EVERYTHING).response["violations"] == [], path
    page.get_by_role("button", name=re.compile("Take the seat")).press("Enter")
    page.wait_for_url(f"**/sessions/{session.id}/play?seat=0")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada to act")
    for path, times in (("/sign-in", 2), ("/sql", 0)):  # in the menu, folded and not
        expect(page.locator(f"nav a[href='{path}']")).to_have_count(times)
