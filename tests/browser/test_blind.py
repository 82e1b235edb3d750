"""Blind mode in Chromium: by keyboard on a wide screen, by touch on a phone, without scripts."""

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.games import find
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.web.blind import decisions
from service.web.boards import SHOWN
from service.wiring import Services

SETTLED = 700  # milliseconds after which a new question takes a press
TOLD = re.compile(r"^(Ada|Ben): .+\.$")
"""What a decision's page is called where it is shown without a guess."""


def played(services: Services, name: str = "lantern_moths") -> Session:
    """Record a whole session of two."""
    game = find(name)
    table = Table(
        game=game,
        rules=seeds.rulebook(game).version,
        edition=seeds.edition(game),
        players=(Player("Ada", "random"), Player("Ben", "random")),
        title="Thursday garden",
    )
    return play_bots(services.recorder, services.recorder.open(table).session, Random(2))


def guesses(services: Services, session: Session) -> int:
    """Count what was guessed."""
    return services.store.load(session.id).version - session.version


def test_the_keyboard_alone_guesses_looks_skips_and_counts(page: Page, services: Services) -> None:
    session = played(services)
    page.goto(f"/sessions/{session.id}?step=6&hide=1")
    page.keyboard.press("b")
    heading = page.locator("h1")
    expect(heading).to_contain_text("What would you do as")
    page.wait_for_load_state()  # keys are heard once the page's scripts have run
    first = page.url
    page.keyboard.press("d")
    expect(page.locator(".both dt").first).to_have_text("You")
    expect(page.locator(".both")).to_contain_text("draw from the deck")
    expect(page.locator("#live")).to_contain_text("You: draw from the deck.")
    expect(heading).to_be_focused()
    assert guesses(services, session) == 1
    page.wait_for_timeout(SETTLED)
    page.keyboard.press("Enter")
    expect(heading).to_contain_text("What would you do as")
    assert page.url != first
    assert guesses(services, session) == 1
    page.wait_for_load_state()
    page.keyboard.press("v")
    expect(heading).to_have_text(TOLD)
    page.wait_for_timeout(SETTLED)
    page.keyboard.press("Enter")
    expect(heading).to_contain_text("What would you do as")
    skipped = page.url
    page.wait_for_load_state()
    page.keyboard.press("k")
    expect(page).not_to_have_url(skipped)
    expect(heading).to_contain_text("What would you do as")
    page.get_by_role("link", name="of 1 the same so far").click()
    expect(page.locator(".answers").first.locator("li")).to_have_count(1)
    # Back in the browser's history leads back, and an answered decision stays answered.
    page.go_back()
    expect(page).not_to_have_url(skipped)
    expect(heading).to_contain_text("What would you do as")
    page.goto(first)
    expect(page.locator(".both dt").first).to_have_text("You")
    page.keyboard.press("b")
    expect(page.locator("#hide")).to_have_attribute("aria-checked", "true")


def test_the_way_from_a_replay_leads_to_the_step_that_is_shown(
    page: Page, services: Services
) -> None:
    session = played(services)
    page.goto(f"/sessions/{session.id}?step=3")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-now]")).to_have_text("12")
    page.keyboard.press("b")
    expected = next(step for step in decisions(session) if step >= 12)
    expect(page).to_have_url(f"/sessions/{session.id}/blind?seat=all&step={expected}")


@pytest.mark.parametrize("name", SHOWN)
def test_a_finger_guesses_on_the_pad_of_a_phone_and_goes_on(
    browser: Browser, address: str, services: Services, name: str
) -> None:
    session = played(services, name)
    context = browser.new_context(
        base_url=address,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    page = context.new_page()
    page.goto(f"/sessions/{session.id}/blind?seat=0&step=4")
    expect(page.locator("h1")).to_contain_text("What would you do as Ada")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    summary = page.locator("details.all > summary")
    if summary.count():
        summary.tap()
    choice = page.locator(".acts button[name=action]").first
    box = choice.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    choice.tap()
    expect(page.locator(".both dt").first).to_have_text("You")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    onward = page.get_by_role("link", name="Next decision")
    box = onward.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 844  # the answer and the way on are seen at once
    onward.tap()
    expect(page.locator("h1")).to_contain_text("What would you do as Ada")
    page.get_by_role("link", name="Skip", exact=True).tap()
    expect(page.locator("h1")).to_contain_text("What would you do as Ada")
    assert guesses(services, session) == 1
    context.close()


def test_a_tile_pressed_on_the_pad_is_the_guess(page: Page, services: Services) -> None:
    session = played(services)
    page.goto(f"/sessions/{session.id}/blind?seat=all&step=0")
    page.wait_for_timeout(SETTLED)
    page.locator("button.place[aria-disabled=false]").first.click()
    expect(page.locator(".both dt").first).to_have_text("You")
    assert guesses(services, session) == 1


def test_everything_works_without_scripts(
    browser: Browser, address: str, services: Services
) -> None:
    session = played(services)
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/sessions/{session.id}?step=6&hide=1")
    page.get_by_role("link", name="Guess everybody’s decisions").click()
    page.locator(".namer summary").click()
    page.get_by_label("Who guesses").fill("Ida")
    page.get_by_role("button", name="Keep the name").click()
    expect(page.locator(".namer summary")).to_contain_text("Guessing as Ida")
    page.get_by_role("button", name="Draw from the deck").first.click()
    expect(page.locator(".both dt").first).to_have_text("You")
    page.get_by_role("link", name="Next decision").click()
    page.get_by_role("link", name="Show me").click()
    expect(page.locator("h1")).to_have_text(TOLD)
    page.goto(f"/sessions/{session.id}")
    page.locator("#guesses summary").click()
    expect(page.locator("#guesses")).to_contain_text("Ida")
    context.close()
