"""Chances to win and hints in a browser: asked for, waited for, followed to their steps."""

import re
from threading import Event

import pytest
from playwright.sync_api import Browser, Page, expect

from analytics.bots.evaluating import EVALUATOR, Evaluation
from analytics.swings import Stand, steps_of
from domain.games import find
from domain.session import Session
from service.evaluating import Evaluated, Kept
from service.wiring import Services, now
from tests.web.conftest import Tables


def open_chances(page: Page, session: Session, query: str = "") -> None:
    """Open the line of chances beside a replay."""
    page.goto(f"/sessions/{session.id}?{query}")
    page.locator("#lines > summary").press("Enter")
    page.get_by_role("link", name="Chance to win").press("Enter")


def test_chances_are_worked_out_beside_the_page_and_survive_its_reload(
    page: Page, services: Services, begin: Event
) -> None:
    session = Tables(services, find("lepidoptery")).stopped(2)
    open_chances(page, session)
    page.get_by_role("button", name="Work it out").press("Enter")
    expect(page.locator(".chances [data-progress]")).to_be_visible()
    page.reload()
    begin.set()
    expect(page.locator(".chances[data-state=ready]")).to_be_visible()
    expect(page.locator(".lines-fig .main-svg").first).to_be_visible()
    expect(page.locator(".lines .about")).to_contain_text("200 games played on")
    expect(page.locator(".lines-over .unsure")).to_have_count(2)


@pytest.mark.parametrize("wide", [390, 1440])
def test_a_turning_point_leads_to_its_step(
    browser: Browser, address: str, services: Services, wide: int
) -> None:
    session = Tables(services).finished(2)
    steps = steps_of(session)
    shares = [0.9 if nth > 4 else 0.3 for nth in range(len(steps))]
    stands = [Stand(k, Evaluation((s, 1 - s), 200)) for k, s in zip(steps, shares, strict=True)]
    Kept(services.data).keep(
        Evaluated(session.id.hex, session.version, "all", EVALUATOR, 200, now(), tuple(stands))
    )
    turned = steps[4] + 1
    context = browser.new_context(base_url=address, viewport={"width": wide, "height": 900})
    page = context.new_page()
    open_chances(page, session)
    expect(page.locator(".dock .m-turning")).to_have_attribute("data-step", str(turned))
    link = page.locator(".turns a")
    expect(link).to_contain_text("30 → 90")
    for held in ("#part-seats", ".chances"):  # in their full height: the page scrolls
        assert page.evaluate(
            "(held) => (({scrollHeight: all, clientHeight: seen}) => all <= seen)"
            "(document.querySelector(held))",
            held,
        ), held
    link.press("Enter")
    expect(page.locator("[data-now]").first).to_have_text(str(turned))
    expect(page).to_have_url(re.compile(f"step={turned}"))
    assert page.evaluate("document.documentElement.scrollWidth") == wide
    page.goto(f"/sessions/{session.id}?step={turned - 1}&hide=1&view=0")
    expect(page.locator(".dock .m-turning")).to_have_count(0)
    context.close()


def test_a_hint_comes_by_key_and_goes_with_the_choice(page: Page, services: Services) -> None:
    session = Tables(services).open("Ada", "Ben")
    first = session.game.to_act(session.state)[0]
    page.goto(f"/sessions/{session.id}/play")
    page.get_by_role("button", name=re.compile("Play here")).click()
    page.get_by_role("button", name=re.compile(session.names[first])).first.click()
    expect(page.locator("main[data-play]")).to_be_visible()
    page.wait_for_timeout(1200)  # a press so soon would be for the page before it
    page.keyboard.press("h")
    expect(page.locator("#hint-title")).to_be_focused()
    tips = page.locator("#hint li")
    assert 1 <= tips.count() <= 3
    expect(page.locator(".acts .tipped")).not_to_have_count(0)
    assert services.store.load(session.id).version == session.version
    page.keyboard.press("Tab")
    expect(tips.first.get_by_role("button")).to_be_focused()
    page.wait_for_timeout(700)  # a press so soon after an action would be for the table before it
    page.keyboard.press("Enter")
    expect(page.locator("#hint")).to_have_count(0)
    expect(page.locator(".tipped")).to_have_count(0)
    played = services.store.load(session.id)
    assert played.version > session.version
