"""Playing by key and by pointer: where the focus goes, what a second press does, who follows."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.session import Session
from service.wiring import Services
from tests.browser.test_journey import moved, start


def only(services: Services) -> Session:
    """The one session there is."""
    (session_id,) = services.store.session_ids()
    return services.store.load(session_id)


def people(page: Page, *names: str) -> None:
    """Start a session of people alone."""
    page.goto("/sessions/new")
    for seat, name in enumerate(names):
        page.select_option(f"[name=who-{seat}]", "person")
        page.fill(f"[name=name-{seat}]", name)
    page.locator("[data-start]").click()
    page.wait_for_url(re.compile("/play$"))  # until the page and its scripts are loaded


def sit_down(page: Page, name: str) -> None:
    """Open the hand of the person that the device was passed to."""
    page.get_by_role("button", name=f"I am {name}").click()
    expect(page.get_by_role("heading", name=f"{name} to act")).to_be_visible()
    page.wait_for_load_state()


def press_again(page: Page, place: str) -> None:
    """Have a place pressed once more 350 ms after the table changes."""
    page.evaluate(
        """place => addEventListener("swapped", () => setTimeout(() =>
           document.querySelector(`[data-place=${place}]`).click(), 350), { once: true })""",
        place,
    )


@pytest.fixture
def second(browser: Browser, address: str) -> Iterator[Page]:
    """A window on another device."""
    context = browser.new_context(base_url=address)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("passing", [False, True])
def test_a_note_is_typed_and_nothing_else_happens(
    page: Page, services: Services, passing: bool
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    people(page, "Ada", "Ben")
    if not passing:
        sit_down(page, "Ada")
    page.keyboard.press("n")
    field = page.locator(".more textarea")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    page.keyboard.type("undo drag? 1")
    page.keyboard.press("Enter")
    page.keyboard.type("d")
    expect(field).to_have_value("undo drag? 1\nd")
    assert only(services).last_step == 0
    assert page.locator(".pass").count() == passing
    page.keyboard.press("Escape")
    expect(field).to_be_hidden()


def test_opening_the_note_by_pointer_focuses_it_too(page: Page) -> None:
    start(page, "Ada")
    page.locator(".more summary").first.click()
    expect(page.locator(".more textarea")).to_be_focused()


def test_a_second_press_on_the_same_tile_does_not_light_it(page: Page, services: Services) -> None:
    start(page, "Ada")
    press_again(page, "b1")
    moved(page, page.locator("[data-place=b1]").click)
    expect(page.locator("h1")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_timeout(900)
    assert only(services).last_step == 1
    moved(page, page.locator("[data-place=b1]").click)  # now it is meant


def test_a_held_key_draws_once(page: Page, services: Services) -> None:
    people(page, "Ada", "Ben")
    sit_down(page, "Ada")
    for _ in range(8):
        page.keyboard.down("d")
        page.wait_for_timeout(60)
    page.keyboard.up("d")
    assert only(services).last_step == 1


def test_after_a_rounds_end_whoever_starts_chooses_anew(page: Page, services: Services) -> None:
    people(page, "Ada", "Ben")
    for name in ("Ada", "Ben"):
        sit_down(page, name)
        moved(page, lambda: page.keyboard.press("d"))
        page.wait_for_timeout(700)
        if name == "Ada":
            page.keyboard.press("d")
            expect(page.get_by_role("heading", name="Pass to Ben")).to_be_visible()
    page.locator("[data-place=b1]").focus()
    press_again(page, "b1")
    moved(page, lambda: page.keyboard.press("Enter"))
    expect(page.get_by_role("heading", name="Ben to act")).to_be_visible()
    expect(page.locator(".since")).to_contain_text("Round 1 is over")
    expect(page.locator("#live")).to_contain_text("Ben to act. Action 1 of 2. Round 1 is over.")
    expect(page.locator("h1")).to_be_focused()
    step = only(services).last_step
    page.keyboard.press("Enter")
    page.wait_for_timeout(900)
    assert only(services).last_step == step


def test_enter_pressed_twice_opens_no_hand(page: Page) -> None:
    people(page, "Ada", "Ben")
    sit_down(page, "Ada")
    moved(page, lambda: page.keyboard.press("d"))
    page.evaluate(
        """() => addEventListener("swapped", () => setTimeout(() => document.activeElement
           .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })), 350))"""
    )
    moved(page, lambda: page.keyboard.press("d"))
    expect(page.get_by_role("heading", name="Pass to Ben")).to_be_focused()
    page.wait_for_timeout(900)
    expect(page.get_by_role("heading", name="Pass to Ben")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Ben to act")).to_be_visible()


def test_taking_back_on_the_pass_page_hands_over_first(page: Page) -> None:
    people(page, "Ada", "Ben")
    sit_down(page, "Ada")
    for _ in range(2):
        expect(page.get_by_role("heading", name="Ada to act")).to_be_visible()
        moved(page, lambda: page.keyboard.press("d"))
    expect(page.get_by_role("heading", name="Pass to Ben")).to_be_visible()
    page.keyboard.press("u")
    agrees = page.get_by_role("button", name="Ben agrees").first  # a card was seen: he is asked
    expect(agrees).to_be_visible()
    page.wait_for_timeout(1000)  # a question that has just come takes no press yet
    agrees.click()
    expect(page.get_by_role("heading", name="Pass to Ada")).to_be_visible()
    expect(page.locator(".card")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 1440])
def test_news_and_take_back_are_seen_without_scrolling(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    people(page, "Ada", "Ben")
    sit_down(page, "Ada")
    for _ in range(2):
        expect(page.get_by_role("heading", name="Ada to act")).to_be_visible()
        moved(page, lambda: page.keyboard.press("d"))
    for heading in ("Pass to Ben", "Ben to act"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        expect(page.get_by_role("button", name="Take back")).to_be_in_viewport(ratio=1)
        expect(page.locator(".since h2")).to_be_in_viewport(ratio=1)
        expect(page.locator(".since .ev").first).to_be_in_viewport(ratio=1)
        if page.locator(".pass").count():
            page.locator(".pass .btn.main").click()


def test_a_question_mark_opens_the_keys_everywhere(page: Page, second: Page) -> None:
    people(page, "Ada", "Ben")
    second.goto(page.url)
    for window in (page, second):
        window.keyboard.press("?")
        expect(window.get_by_role("dialog", name="Keys")).to_be_visible()
        window.keyboard.press("Enter")  # closes: its button has the focus
        expect(window.get_by_role("dialog", name="Keys")).to_be_hidden()
    sit_down(page, "Ada")
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("draw from the deck")
    page.keyboard.press("d")  # rests behind the list
    page.get_by_label("Single letters work as keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    page.wait_for_timeout(300)
    expect(page.locator(".say")).to_contain_text("The table is set")


def test_a_page_that_watches_follows_the_game_until_it_ends(
    page: Page, second: Page, services: Services
) -> None:
    start(page, "Ada")
    second.goto(page.url)
    expect(second.locator(".say")).to_contain_text("The table is set")
    moved(page, page.locator("[data-place=b1]").click)
    expect(second.locator(".say")).to_contain_text("turns up b1")
    services.recorder.abandon(only(services).id)
    expect(second.locator("main[data-watch]")).to_have_count(0)
    asked: list[str] = []
    second.on("request", lambda request: asked.append(request.url))
    second.wait_for_timeout(2500)
    assert asked == []


def test_a_card_that_fits_nowhere_says_so_beside_the_board(page: Page) -> None:
    start(page, "Ada")
    reason = page.locator(".nofit").first
    expect(reason).to_be_hidden()
    card = reason.get_attribute("data-card")
    page.locator(f".cards input[value={card}]").first.check(force=True)
    expect(reason).to_be_visible()
    expect(reason).to_contain_text(f"{card} fits no open tile: it needs")
    expect(page.locator("#live")).to_contain_text("fits no open tile")
    page.keyboard.press("Escape")
    expect(reason).to_be_hidden()


def test_enter_on_a_card_goes_to_the_first_place_where_it_fits(
    page: Page, services: Services
) -> None:
    start(page, "Ada")
    card = page.locator(".cards input").evaluate_all(
        """all => all.findIndex(i => i.value && document.querySelector("[data-place=b2]")
           .dataset.cards.split(" ").includes(i.value))"""
    )
    page.keyboard.press(str(card + 1))
    expect(page.locator(".cards input").nth(card)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-place=b2]")).to_be_focused()
    page.wait_for_timeout(200)
    assert only(services).last_step == 0
    page.keyboard.press("Enter")
    expect(page.locator(".say")).to_contain_text("on b2")


def _luminance(colour: str) -> float:
    parts = [int(n) / 255 for n in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["day", "night"])
def test_places_that_can_be_pressed_stand_out_in_both_themes(page: Page, theme: str) -> None:
    start(page, "Ada")
    page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
    edges = page.locator(".tile.can .base").evaluate_all(
        """all => all.map(e => [getComputedStyle(e).stroke,
           getComputedStyle(document.querySelector('.panel')).backgroundColor])"""
    )
    assert len(edges) == 5
    for pair in edges:
        dark, light = sorted(_luminance(colour) for colour in pair)
        assert (light + 0.05) / (dark + 0.05) >= 3


def test_the_start_button_counts_seats_where_scripts_run(page: Page) -> None:
    page.goto("/sessions/new")
    button = page.locator("[data-start]")
    expect(button).to_have_text("Start Lantern Moths, 2 seats")
    page.select_option("[name=who-2]", "random")
    expect(button).to_have_text("Start Lantern Moths, 3 seats")
    shape, field = page.locator(".draft .seat").first, page.locator(".draft select").first
    boxes = [part.bounding_box() for part in (shape, field)]
    middles = [box["y"] + box["height"] / 2 for box in boxes if box]
    assert abs(middles[0] - middles[1]) < 2
