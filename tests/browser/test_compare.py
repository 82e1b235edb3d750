"""Side by side in a browser: one dock moves both by keys, slider, buttons and touch."""

from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.games import find
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.branching import Asked, open_branch
from service.wiring import Services

GAME = find("lantern-moths")


def finished(services: Services) -> Session:
    """Let bots play a session to its end."""
    table = Table(
        game=GAME,
        rules="v4",
        edition=seeds.edition(GAME),
        players=tuple(Player(name, "random") for name in ("Ada", "Ben", "Cleo")),
        title="Thursday garden",
    )
    return play_bots(services.recorder, services.recorder.open(table).session, Random(2))


@pytest.fixture
def pair(services: Services) -> tuple[Session, Session]:
    """A session, and a branch of it that bots played to the end."""
    session = finished(services)
    made = open_branch(services.recorder, session, Asked(20, "same", title="Ben first"), None)
    return session, play_bots(services.recorder, made.session, Random(3))


def address(pair: tuple[Session, Session], query: str = "") -> str:
    return f"/compare?a={pair[0].id}&b={pair[1].id}{query}"


def shown(page: Page, at: int, pair: tuple[Session, Session]) -> None:
    """Wait until both stand at a place, laid along each other by step."""
    for nth, session in enumerate(pair):
        step = min(at, session.last_step)
        head = page.locator(".side > header .push").nth(nth)
        expect(head).to_contain_text(f"Step {step} of {session.last_step}")
    expect(page.locator(".track input")).to_have_value(str(at))


def test_keys_slider_and_buttons_move_both(page: Page, pair: tuple[Session, Session]) -> None:
    page.goto(address(pair, "&step=10"))
    shown(page, 10, pair)
    page.keyboard.press("ArrowRight")
    shown(page, 11, pair)
    page.get_by_role("link", name="Step back").click()
    shown(page, 10, pair)
    last = max(session.last_step for session in pair)
    page.keyboard.press("End")
    shown(page, last, pair)
    page.keyboard.press("ArrowRight")
    shown(page, last, pair)
    page.locator(".track input").fill("30")
    shown(page, 30, pair)
    expect(page.locator("#live")).to_contain_text("Step 30. Original:")
    page.keyboard.press("Home")
    shown(page, 0, pair)
    page.wait_for_url("**step=0")


def test_a_held_key_ends_where_it_is_let_go(page: Page, pair: tuple[Session, Session]) -> None:
    page.goto(address(pair, "&step=0"))
    for _ in range(40):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    shown(page, 40, pair)


def test_the_links_follow_the_place(page: Page, pair: tuple[Session, Session]) -> None:
    page.goto(address(pair, "&step=10"))
    page.keyboard.press("ArrowRight")
    shown(page, 11, pair)
    page.get_by_role("link", name="Public").click()
    expect(page.get_by_role("link", name="Public")).to_have_attribute("aria-current", "true")
    shown(page, 11, pair)
    page.get_by_role("link", name="By round").click()
    expect(page.locator(".side > header .push").first).to_contain_text("Step 11 of")


def test_the_first_step_at_which_they_part_is_a_press_away(
    page: Page, pair: tuple[Session, Session]
) -> None:
    page.goto(address(pair, "&step=60"))
    link = page.locator("#part-differs .part a")
    step = int((link.get_attribute("data-to")) or "0")
    link.click()
    shown(page, step, pair)


def test_on_a_phone_one_is_above_the_other_and_a_switch_shows_one(
    browser: Browser, address_of_service: str, pair: tuple[Session, Session]
) -> None:
    context = browser.new_context(
        base_url=address_of_service, viewport={"width": 390, "height": 844}, has_touch=True
    )
    page = context.new_page()
    page.goto(address(pair, "&step=10"))
    one, other = page.locator(".side").nth(0), page.locator(".side").nth(1)
    above, below = one.bounding_box(), other.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
    page.locator(".which label", has_text="Branch").tap()
    expect(one).to_be_hidden()
    page.get_by_role("link", name="Step on").tap()
    shown(page, 11, pair)
    expect(one).to_be_hidden()
    expect(other).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for button in page.locator(".ctl .btn").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    context.close()


def test_without_scripts_links_and_a_number_move_both(
    browser: Browser, address_of_service: str, pair: tuple[Session, Session]
) -> None:
    context = browser.new_context(base_url=address_of_service, java_script_enabled=False)
    page = context.new_page()
    page.goto(address(pair, "&step=10"))
    page.get_by_role("link", name="Step on").click()
    expect(page.locator(".side > header .push").first).to_contain_text("Step 11 of")
    page.get_by_label("Step", exact=True).fill("25")
    page.get_by_role("button", name="Go").click()
    expect(page.locator(".side > header .push").first).to_contain_text("Step 25 of")
    context.close()


@pytest.fixture
def address_of_service(address: str) -> str:
    """The address of the running service; ``address`` is a word of this file too."""
    return address


def test_a_branch_is_made_by_keyboard_and_played_on(page: Page, services: Services) -> None:
    session = finished(services)
    page.goto(f"/sessions/{session.id}/branch?step=20")
    button = page.locator(".go .btn")
    expect(button).to_contain_text("fresh cards")
    page.get_by_label("Who plays seat A").select_option("person")
    page.get_by_label("Name in seat A").fill("Dov")
    page.get_by_role("radio", name="Fresh cards").focus()
    page.keyboard.press("ArrowDown")
    assert button.inner_text().endswith("the same cards")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play")
    expect(page.locator(".eyebrow")).to_contain_text("Branch from step")
    made = max(services.store.session_ids())
    page.goto(f"/sessions/{made}")
    expect(page.locator(".eyebrow")).to_contain_text("Branch of Thursday garden")


def test_while_bots_play_a_branch_its_button_says_so_and_is_not_pressed_twice(
    page: Page, services: Services
) -> None:
    page.goto(f"/sessions/{finished(services).id}/branch?step=20")
    page.evaluate(
        """() => {
          window.sent = 0;
          addEventListener("submit", (event) => {
            if (!event.defaultPrevented) window.sent += 1;
            event.preventDefault();
          });
        }"""
    )
    button = page.locator(".go .btn")
    button.click()
    expect(button).to_have_text("Bots play…")
    expect(button).to_be_disabled()
    expect(page.locator("#live")).to_have_text("Bots play…")
    page.get_by_label("Title").press("Enter")
    assert page.evaluate("window.sent") == 1
