"""What a person does on an evening: open, play, replay with the keyboard, see it counted."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from service.wiring import Services


def start(page: Page, *names: str) -> None:
    """Fill in the form for a new session and start it; one bot sits beside these people."""
    page.goto("/sessions/new")
    for seat, name in enumerate(names):
        page.select_option(f"[name=who-{seat}]", "person")
        page.fill(f"[name=name-{seat}]", name)
    page.select_option(f"[name=who-{len(names)}]", "random")
    page.get_by_role("button", name=f"Start Lantern Moths, {len(names) + 1} seats").click()
    page.wait_for_url(re.compile("/play$"))  # until the page and its scripts are loaded


def moved(page: Page, act: Callable[[], None]) -> None:
    """Act, and wait until the page shows the table after it."""
    before = page.locator("[name=version]").first.input_value()
    act()
    page.wait_for_function("v => document.querySelector('[name=version]')?.value !== v", arg=before)


def step(page: Page, number: int) -> None:
    """Wait until a replay shows a step."""
    expect(page.locator("[data-now]")).to_have_text(str(number))
    expect(page.locator(".ev[aria-current]")).to_have_attribute("data-step", str(number))
    page.wait_for_load_state()


def test_open_play_a_round_replay_it_with_the_keyboard_and_see_it_counted(
    page: Page, services: Services
) -> None:
    page.goto("/")
    expect(page.get_by_text("No sessions yet.")).to_be_visible()
    page.get_by_role("link", name="Start a session").click()
    start(page, "Ada")
    expect(page.get_by_role("heading", name="Ada to act")).to_be_visible()

    # A flip by mouse on the board, then a card chosen and planted by keyboard.
    page.locator("[data-place=b1]").click()
    expect(page.locator(".say").first).to_contain_text("turns up b1")
    page.keyboard.press("d")
    session_id = page.url.split("/")[-2]
    expect(page.locator(".last")).to_contain_text("Random B")
    expect(page.get_by_role("heading", name="Ada to act")).to_be_visible()

    (stored,) = services.store.session_ids()
    assert str(stored) == session_id
    session = services.store.load(stored)
    assert session.game.round_of(session.state) == 2

    page.get_by_role("link", name="Replay so far").click()
    last = session.last_step
    step(page, last)
    page.keyboard.press("Home")
    step(page, 0)
    page.keyboard.press("ArrowRight")
    step(page, 1)
    expect(page).to_have_url(re.compile(r"step=1$"))
    page.keyboard.press("End")
    step(page, last)
    page.keyboard.press("ArrowLeft")
    step(page, last - 1)

    page.goto("/statistics/lantern-moths?include=unfinished")
    expect(page.locator(".basis")).to_have_text("1of 1 session")


def test_a_person_plays_to_the_end_and_sees_why_it_ended(page: Page, services: Services) -> None:
    start(page, "Ada")
    for turn in range(300):
        if page.locator(".outcome").count():
            break
        choices = page.locator(".kind button[name=action]")
        moved(page, choices.nth(turn * 5 % choices.count()).click)
    expect(page.locator(".outcome")).to_contain_text("was the last")
    page.get_by_role("button", name="Close session").click()
    expect(page).to_have_url(re.compile("/sessions/[0-9a-f-]+$"))
    (session_id,) = services.store.session_ids()
    assert services.store.load(session_id).status == "closed"


def test_the_board_takes_a_card_and_a_place_and_shows_what_is_refused(page: Page) -> None:
    start(page, "Ada")
    cards = page.locator(".cards input")
    for number in range(cards.count() - 1):
        page.keyboard.press(str(number + 1))
        card = cards.nth(number).input_value()
        fits = card in (page.locator("[data-place=b2]").get_attribute("data-cards") or "").split()
        expect(page.locator("[data-place=b2]")).to_have_attribute(
            "aria-disabled", "false" if fits else "true"
        )
        expect(page.locator("[data-place=b1]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Escape")
    expect(page.locator("[data-place=b1]")).to_have_attribute("aria-disabled", "false")
    page.locator("[data-place=b2]").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-place=b3]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".say").first).to_contain_text("turns up b3")
    page.keyboard.press("u")
    expect(page.locator(".say").first).to_contain_text("The table is set")


def test_two_people_pass_the_device_and_no_hand_shows_in_between(page: Page) -> None:
    start(page, "Ada", "Ben")
    expect(page.get_by_role("heading", name="Pass to Ada")).to_be_visible()
    expect(page.locator(".card")).to_have_count(0)
    page.keyboard.press("Enter")
    for _ in range(2):
        expect(page.get_by_role("heading", name="Ada to act")).to_be_visible()
        moved(page, lambda: page.keyboard.press("d"))
    expect(page.get_by_role("heading", name="Pass to Ben")).to_be_visible()
    expect(page.locator(".card")).to_have_count(0)
    page.get_by_role("button", name="I am Ben").click()
    expect(page.get_by_role("heading", name="Ben to act")).to_be_visible()


def test_everything_can_be_pressed_at_the_width_of_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    start(page, "Wilhelmina Featherstonehaugh-Cholmondele")
    for path in ("", "/", "/sessions/new", "/rules/lantern-moths", "/statistics/lantern-moths"):
        if path:
            page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, path or page.url
    page.goto("/")
    page.get_by_role("link", name="Continue").click()
    page.locator("[data-place=b1]").click()
    expect(page.locator(".say").first).to_contain_text("turns up b1")
    small = page.locator("main :is(.btn,.place)").evaluate_all(
        "all => all.filter(e => e.offsetParent && e.offsetHeight < 36).map(e => e.outerHTML)"
    )
    assert small == []
