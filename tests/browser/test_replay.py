"""The replay in a browser: keys, slider, log, links, hiding, themes, and without scripts."""

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.games import find
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.wiring import Services

GAME = find("lantern-moths")


@pytest.fixture
def last(page: Page, services: Services) -> int:
    """Open the replay of a whole session; return its last step."""
    table = Table(
        game=GAME,
        rules="v4",
        edition=seeds.edition(GAME),
        players=tuple(Player(name, "random") for name in ("Ada", "Ben", "Cleo")),
        title="Thursday garden",
    )
    session = play_bots(services.recorder, services.recorder.open(table).session, Random(2))
    page.goto(f"/sessions/{session.id}")
    shown(page, 0)
    return session.last_step


def shown(page: Page, step: int) -> None:
    """Wait until a step is shown everywhere at once."""
    expect(page.locator("[data-now]")).to_have_text(str(step))
    expect(page.locator(".ev[aria-current]")).to_have_attribute("data-step", str(step))
    expect(page.locator(".track input")).to_have_value(str(step))
    expect(page.locator("#why h2")).to_have_text(f"Step {step} rests on")


def test_keys_move_by_step_turn_round_and_to_the_ends(page: Page, last: int) -> None:
    press = page.keyboard.press
    press("ArrowRight")
    shown(page, 1)
    press("Shift+ArrowRight")
    shown(page, 2)
    press("PageDown")
    expect(page.locator(".say p")).to_contain_text("starts next")
    press("PageUp")
    shown(page, 0)
    press("End")
    shown(page, last)
    press("ArrowRight")
    shown(page, last)
    press("Home")
    shown(page, 0)


def test_a_held_key_runs_on_and_the_page_keeps_up(page: Page, last: int) -> None:
    for _ in range(40):
        page.keyboard.down("ArrowRight")
        page.wait_for_timeout(33)
    page.keyboard.up("ArrowRight")
    shown(page, 40)


def test_log_rows_marks_and_slider_lead_to_their_step(page: Page, last: int) -> None:
    page.locator(".ev[data-step='4']").click()
    shown(page, 4)
    mark = page.locator(".mk").first
    mark.click()
    shown(page, int(mark.get_attribute("data-step") or 0))
    page.locator(".track input").fill("30")
    shown(page, 30)
    expect(page).to_have_url(re.compile("step=30$"))
    expect(page.locator(".track input")).to_have_attribute("aria-valuetext", re.compile("Step 30"))


def test_each_step_is_said_once_to_a_screen_reader(page: Page, last: int) -> None:
    page.keyboard.press("ArrowRight")
    expect(page.locator("#live")).to_have_text(re.compile(r"^Step 1\. Round 1"))


def test_it_plays_by_itself_until_a_key_stops_it(page: Page, last: int) -> None:
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => Number(document.querySelector('[data-now]').textContent) > 2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(300)  # a step that was on its way arrives
    now = page.locator("[data-now]").inner_text()
    page.wait_for_timeout(600)
    assert page.locator("[data-now]").inner_text() == now


def test_what_comes_next_can_be_hidden_and_shows_itself_step_by_step(page: Page, last: int) -> None:
    page.locator(".track input").fill("12")
    shown(page, 12)
    page.keyboard.press("h")
    expect(page).to_have_url(re.compile("hide=1"))
    assert str(last) not in page.locator(".dock").inner_text()
    expect(page.locator(".ev[data-step]")).to_have_count(13)
    expect(page.locator("#play")).to_be_visible()  # the scripts have begun
    page.keyboard.press("ArrowRight")
    shown(page, 13)
    expect(page.locator(".ev[data-step]")).to_have_count(14)


def test_while_hiding_turns_and_rounds_lead_back_and_never_on(page: Page, last: int) -> None:
    page.goto(f"{page.url.split('?')[0]}?hide=1&step=14")
    shown(page, 14)
    expect(page.locator("#play")).to_be_visible()
    page.keyboard.press("ArrowRight")
    shown(page, 15)
    for link in ("turn-back", "round-back"):
        at = int(page.locator("[data-now]").inner_text())
        for name in ("rounds", "turns"):
            stops = page.locator("main").get_attribute(f"data-{name}") or ""
            assert all(int(stop) < 14 for stop in stops.split())
        href = page.locator(f"[data-go={link}]").get_attribute("href") or ""
        page.locator(f"[data-go={link}]").click()
        back = int(href.split("step=")[1].split("&")[0])
        shown(page, back)
        assert back < at
    page.keyboard.press("PageDown")
    page.keyboard.press("Shift+ArrowRight")
    page.wait_for_timeout(300)
    shown(page, back)


def test_views_keep_the_step_and_hide_other_hands(page: Page, last: int) -> None:
    page.locator(".track input").fill("12")
    shown(page, 12)
    page.keyboard.press("1")
    expect(page).to_have_url(re.compile("view=0"))
    shown(page, 12)
    seats = page.locator(".st")
    expect(seats.nth(0).locator(".hand .key").first).to_be_visible()
    expect(seats.nth(1).locator(".hand .key")).to_have_count(0)


def test_clauses_keys_link_and_note(page: Page, last: int) -> None:
    page.locator(".say .cite").first.click()
    expect(page.locator("#why")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    shown(page, 1)
    page.keyboard.press("l")
    expect(page.locator("#live")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith("?step=1")
    page.keyboard.press("n")
    page.keyboard.type("Mean, and fun")
    page.get_by_role("button", name="Add note").click()
    expect(page.locator(".nt")).to_have_text("Mean, and fun")
    shown(page, 1)


def test_single_letters_can_be_switched_off(page: Page, last: int) -> None:
    page.keyboard.press("?")
    page.get_by_label("Single letters work as keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.keyboard.press("n")
    page.keyboard.press("ArrowRight")
    shown(page, 1)
    assert "hide" not in page.url


def test_the_theme_is_kept_from_page_to_page(page: Page, last: int) -> None:
    page.emulate_media(color_scheme="dark")
    page.keyboard.press("t")
    expect(page.locator("html")).to_have_attribute("data-theme", "day")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "day")


def test_without_scripts_every_step_view_and_page_is_a_link(
    browser: Browser, address: str, page: Page, last: int
) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    plain = context.new_page()
    plain.goto(page.url)
    plain.get_by_role("link", name="Step on").click()
    expect(plain.locator("[data-now]")).to_have_text("1")
    plain.get_by_role("link", name="End", exact=True).click()
    expect(plain.locator("[data-now]")).to_have_text(str(last))
    plain.get_by_role("link", name="Public").click()
    expect(plain).to_have_url(re.compile("view=public"))
    plain.locator(".ev[data-step]").last.click()
    expect(plain.locator("[data-now]")).to_have_text(str(last))
    for width, height in ((1440, 900), (720, 450), (390, 844)):
        plain.set_viewport_size({"width": width, "height": height})
        expect(plain.get_by_role("spinbutton", name="Step")).to_be_in_viewport(ratio=1)
        expect(plain.get_by_role("button", name="Go")).to_be_in_viewport(ratio=1)
    plain.get_by_role("spinbutton", name="Step").fill("17")
    plain.get_by_role("button", name="Go").click()
    expect(plain.locator("[data-now]")).to_have_text("17")
    expect(plain).to_have_url(re.compile("view=public"))
    context.close()


def test_a_note_given_up_leads_back_to_stepping(page: Page, last: int) -> None:
    page.keyboard.press("n")
    expect(page.locator(".noter textarea")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".noter textarea")).to_be_hidden()
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".noter textarea")).to_be_hidden()
    page.keyboard.press("Space")
    # Whoever was on a control stays on it.
    page.get_by_role("link", name="Step on").focus()
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Step on")).to_be_focused()


def test_a_changed_speed_and_a_copied_link_are_said_for_all_to_see(page: Page, last: int) -> None:
    before = page.locator(".eyes").bounding_box()
    page.keyboard.press("+")
    expect(page.locator("#toast")).to_have_text("Speed 4 of 5: 0.5 seconds a step")
    expect(page.locator("#toast")).to_be_in_viewport()
    page.get_by_role("button", name="Link to step").click()
    expect(page.locator("#toast")).to_have_text("Link copied")
    assert page.locator(".eyes").bounding_box() == before
    expect(page.locator("#toast")).to_be_hidden()


def test_the_board_stays_where_it_is_from_step_to_step(page: Page, last: int) -> None:
    places = set()
    for step in range(0, last, 3):
        page.goto(f"{page.url.split('?')[0]}?step={step}")
        places.add(str(page.locator(".garden").bounding_box()))
    assert len(places) == 1


def test_the_result_is_shown_whole(page: Page, last: int) -> None:
    page.keyboard.press("End")
    shown(page, last)
    panel = page.locator("#part-seats").bounding_box()
    table = page.locator(".outcome table").bounding_box()
    assert panel
    assert table
    assert table["y"] + table["height"] <= panel["y"] + panel["height"]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (720, 450)])
def test_on_a_small_screen_every_control_of_the_dock_is_there(
    page: Page, last: int, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{page.url.split('?')[0]}?step=30")
    dock = page.locator(".dock")
    names = (
        "Set-up",
        "Round back",
        "Turn back",
        "Step back",
        "Step on",
        "Turn on",
        "Round on",
        "End",
    )
    parts = [dock.get_by_role("link", name=name, exact=True) for name in names]
    parts += [dock.get_by_role("button", name=name) for name in ("Play", "Link to step")]
    parts.append(dock.get_by_role("switch", name="Hide next"))
    boxes = []
    for part in parts:
        expect(part).to_be_in_viewport(ratio=1)
        box = part.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 40
        boxes.append(box)
    for one, a in enumerate(boxes):
        for b in boxes[:one]:
            aside = a["x"] >= b["x"] + b["width"] - 1 or b["x"] >= a["x"] + a["width"] - 1
            above = a["y"] >= b["y"] + b["height"] - 1 or b["y"] >= a["y"] + a["height"] - 1
            assert aside or above
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".dk").evaluate_all("all => all.filter(e => e.offsetWidth).length") == 6
    # The clauses have a line of their own, with their underline at the text.
    said, why = page.locator(".say p").bounding_box(), page.locator(".why").bounding_box()
    assert said
    assert why
    assert why["y"] >= said["y"] + said["height"]
    dock.get_by_role("button", name="Link to step").click()
    expect(page.locator("#toast")).to_have_text("Link copied")
