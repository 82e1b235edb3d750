"""Moving through a replay: frames without the network, fingers, paces, search, live sessions."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.games import find
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.wiring import Services

GAME = find("lantern-moths")


def opened(services: Services) -> Session:
    table = Table(
        game=GAME,
        rules="v4",
        edition=seeds.edition(GAME),
        players=tuple(Player(name, "random") for name in ("Ada", "Ben", "Cleo")),
    )
    return services.recorder.open(table).session


@pytest.fixture
def session(services: Services) -> Session:
    return play_bots(services.recorder, opened(services), Random(2))


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    """A phone's window that fingers can touch."""
    context = browser.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


def at(page: Page, step: int) -> None:
    expect(page.locator("[data-now]")).to_have_text(str(step))


def drag(page: Page, start: tuple[float, float], across: float) -> None:
    """Put a finger down, move it across, lift it."""
    client = page.context.new_cdp_session(page)
    x, y = start

    def touch(kind: str, *points: tuple[float, float]) -> None:
        found = [{"x": a, "y": b} for a, b in points]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    touch("touchStart", (x, y))
    for part in (0.3, 0.6, 1) if across else ():
        touch("touchMove", (x + across * part, y))
    touch("touchEnd")


def test_once_the_film_is_there_stepping_asks_for_nothing(page: Page, session: Session) -> None:
    with page.expect_response(lambda answer: "/frames" in answer.url):
        page.goto(f"/sessions/{session.id}")
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for step in range(1, 31):
        page.keyboard.press("ArrowRight")
        at(page, step)
    assert [url for url in asked if "/steps/" in url or "/frames" in url] == []


def test_taps_beside_the_middle_and_swipes_step_on_a_phone(phone: Page, session: Session) -> None:
    phone.goto(f"/sessions/{session.id}?step=10")
    expect(phone.locator("#toast")).to_have_text("Tap the sides of the board, or swipe, to step")
    box = phone.locator("#part-table .board").bounding_box()
    assert box
    left, middle, right = (box["x"] + box["width"] * part for part in (0.1, 0.5, 0.9))
    y = box["y"] + 90
    drag(phone, (right, y), 0)
    at(phone, 11)
    drag(phone, (left, y), 0)
    at(phone, 10)
    drag(phone, (middle, y), 0)
    drag(phone, (right, y), -150)
    at(phone, 11)
    drag(phone, (left, y), 150)
    at(phone, 10)
    # A finger on a control presses it, and nothing else.
    phone.locator(".say .cite").first.tap()
    expect(phone.locator("#why")).to_be_visible()
    at(phone, 10)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.reload()
    phone.wait_for_timeout(900)
    expect(phone.locator("#toast")).to_be_hidden()  # said once


def test_the_log_is_searched_as_the_words_are_typed(page: Page, session: Session) -> None:
    page.goto(f"/sessions/{session.id}")
    expect(page.locator("#play")).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("takes")
    rows = page.locator(".ev[data-step]:visible")
    expect(rows.first).to_contain_text("takes")
    count = rows.count()
    assert count > 1
    expect(page.locator("[data-count]")).to_have_text(f"{count} steps")
    first = int(rows.first.get_attribute("data-step") or 0)
    page.keyboard.press("Enter")
    at(page, first)
    expect(page.locator("[data-count]")).to_have_text(f"1 of {count}")
    page.keyboard.press("Enter")
    at(page, int(rows.nth(1).get_attribute("data-step") or 0))
    page.keyboard.press("Shift+Enter")
    at(page, first)
    page.get_by_role("searchbox").fill("")
    expect(page.locator("li[data-kinds][hidden]")).to_have_count(0)


def test_what_was_taken_leaves_a_dashed_outline_for_one_step(page: Page, session: Session) -> None:
    told = [GAME.tell(before, move.event).mark for before, move, _ in session.history()]
    step = told.index("take")
    page.goto(f"/sessions/{session.id}?step={step}")
    expect(page.locator(".moved-over circle.left")).to_have_count(1)
    expect(page.locator(".changed li").first).to_contain_text("lantern")
    page.keyboard.press("Home")
    at(page, 0)
    expect(page.locator(".moved-over circle.left")).to_have_count(0)


def test_paces_are_chosen_and_remembered(page: Page, session: Session) -> None:
    page.goto(f"/sessions/{session.id}")
    page.get_by_label("Pace").click()
    page.get_by_label("By interest").check()
    expect(page.locator("#toast")).to_contain_text("By interest")
    page.reload()
    expect(page.locator("#pace [value=interest]")).to_be_checked()
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => Number(document.querySelector('[data-now]').textContent) > 1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def test_new_steps_of_a_live_session_wait_for_a_reader_elsewhere(
    page: Page, services: Services
) -> None:
    session = opened(services)
    for _ in range(3):
        session = services.recorder.act(session.id, GAME.legal_actions(session.state)[0]).session
    page.goto(f"/sessions/{session.id}?step=1")
    expect(page.locator("#play")).to_be_visible()
    last = session.last_step
    session = services.recorder.act(session.id, GAME.legal_actions(session.state)[0]).session
    more = session.last_step - last
    expect(page.locator("#news")).to_have_text(f"{more} new step{'s' if more > 1 else ''}")
    at(page, 1)
    page.locator("#news").click()
    at(page, session.last_step)
    expect(page.locator(f".ev[data-step='{session.last_step}']")).to_have_count(1)
    # From the newest step the reader is taken along.
    session = services.recorder.act(session.id, GAME.legal_actions(session.state)[0]).session
    at(page, session.last_step)
