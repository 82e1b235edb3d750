"""Nocturnis in a browser: three windows, keys alone, a whole game on the sheet, a phone."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from domain.games import NOCTURNIS as GAME
from domain.games.nocturnis.events import HabitatMarked, MothLured
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.wiring import Services
from tests.browser.test_long_names import LONG, fits
from tests.browser.test_play_keys import only
from tests.domain.nocturnis.build import edition

NAMES = ("Mira", "Tom", "Jun")

CHANGED = """version => document.querySelector("main").dataset.version !== version
    || document.querySelector(".outcome")"""
PRESS = """([x, y]) => {
    const sheet = document.querySelector(".big");
    const at = new DOMPoint(60 + 60 * x, 38 + 60 * y).matrixTransform(sheet.getScreenCTM());
    const where = { bubbles: true, clientX: at.x, clientY: at.y };
    sheet.dispatchEvent(new MouseEvent("click", where));
}"""


def seated(services: Services, *names: str, small: bool = True, bot: str | None = None) -> Session:
    """Open a session, with the small box for tests or with the house edition."""
    box = edition() if small else seeds.edition(GAME)
    rules, players = seeds.rulebook(GAME).version, tuple(Player(name, bot) for name in names)
    return services.recorder.open(
        Table(game=GAME, rules=rules, edition=box, players=players)
    ).session


def sit_down(page: Page, session: Session) -> None:
    """Make the window's device the table."""
    page.goto(f"/sessions/{session.id}/play")
    page.get_by_role("button", name="Play here too").click()
    page.wait_for_load_state()


def settle(page: Page) -> None:
    """Wait as long as a press would be taken for one at the table before."""
    over = page.locator("main[data-over]").count()
    page.wait_for_timeout(1250 if over else 650)


def place(page: Page) -> None:
    """Lay the first shape into the upper left corner by keys alone."""
    for turn in range(8):
        for key in ("ArrowUp", "ArrowLeft") * 4:
            page.keyboard.press(key)
        if page.locator("[data-mark]").get_attribute("aria-disabled") == "false":
            return
        page.keyboard.press("r")
        if turn == 3:
            page.keyboard.press("f")
    raise AssertionError("no way to lie covers the corner")


def test_three_people_play_at_three_windows_of_one_browser(page: Page, services: Services) -> None:
    session = seated(services, *NAMES)
    sit_down(page, session)
    windows = [page, page.context.new_page(), page.context.new_page()]
    for seat, window in enumerate(windows):
        window.goto(f"/sessions/{session.id}/play")
        window.get_by_text("Play in separate windows or devices").click()
        window.get_by_role("button", name=f"Play only {NAMES[seat]}’s seat in this window").click()
        window.wait_for_url(re.compile(rf"\?seat={seat}$"))
        expect(window.get_by_role("heading", name=f"{NAMES[seat]} to act")).to_be_visible()
    for seat in (2, 0):
        window = windows[seat]
        window.bring_to_front()
        window.get_by_role("button", name="From the stack").click()
        expect(window.locator(".eyebrow")).to_contain_text("Draw 1 more")
        settle(window)
        window.get_by_role("button", name="From the stack").click()
        expect(window.get_by_role("heading", name=f"{NAMES[seat]} waits")).to_be_visible()
    expect(windows[0].locator(".waits")).to_contain_text("Tom to act")
    windows[1].bring_to_front()
    expect(windows[1].locator("#live-others")).to_contain_text("drew 2, front")
    place(windows[1])
    none = windows[1].locator(".mc.none input")
    none.check(force=True)
    settle(windows[1])
    windows[1].keyboard.press("Enter")
    for seat, window in enumerate(windows):
        window.bring_to_front()
        expect(window.get_by_role("heading", name=f"{NAMES[seat]} to act")).to_be_visible()
        expect(window.locator(".eyebrow")).to_contain_text("Round 2")
        held = sorted(only(services).state.hands[seat].known)
        shown = window.locator(".hd [data-card]").evaluate_all(
            "all => all.map(e => e.dataset.card).join(' ').split(' ')"
        )
        assert sorted(filter(None, shown)) == held


def test_keys_alone_turn_flip_move_lure_and_mark(page: Page, services: Services) -> None:
    session = seated(services, "Mira")
    sit_down(page, session)
    squares = page.locator("[name=squares]")
    place(page)
    first = squares.input_value()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    moved = squares.input_value()
    assert first != moved
    page.keyboard.press("r")
    page.keyboard.press("r")
    page.keyboard.press("r")
    page.keyboard.press("r")
    assert squares.input_value() == moved
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert squares.input_value() == first
    would = page.locator(".mc.would")
    lures = would.count()
    if lures:
        page.keyboard.press(would.first.locator("input").get_attribute("data-key") or "")
        expect(page.locator("[data-what]")).to_contain_text("Lures ")
    settle(page)
    page.keyboard.press("Enter")
    expect(page.locator(".big .edge")).to_have_count(1)
    told = [type(move.event) for move in only(services).moves]
    assert HabitatMarked in told
    assert (MothLured in told) == bool(lures)


def test_a_refused_place_is_crossed_out_and_says_why_under_the_pointer(
    page: Page, services: Services
) -> None:
    session = seated(services, "Mira")
    sit_down(page, session)
    box = page.locator(".big .paper").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("[data-not-why]")).to_contain_text("the first shape covers a corner")
    expect(page.locator("[data-not-why] .cite")).to_have_text("mark.corner")
    expect(page.locator("[data-mark]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    assert only(services).last_step == 0
    place(page)
    settle(page)
    expect(page.locator("[data-not]")).to_be_hidden()
    page.locator(".mc.none input").check(force=True)
    page.keyboard.press("Enter")
    expect(page.locator(".big .edge")).to_have_count(1)
    edge = page.locator(".big .mk").bounding_box()
    assert edge
    page.mouse.move(edge["x"] + 12, edge["y"] + 12)
    expect(page.locator("[data-refused] .rx").first).to_be_visible()
    expect(page.locator("[data-not-why]")).to_contain_text("is part of shape 1")


def test_a_solo_game_is_pressed_through_to_its_stars(page: Page, services: Services) -> None:
    session = seated(services, "Mira")
    rng = Random(4)
    while GAME.count_legal(session.state) and session.state.round < 3:
        legal = GAME.legal_actions(session.state)
        session = services.recorder.act(session.id, rng.choice(legal)).session
    sit_down(page, session)
    for _ in range(60):
        if page.locator(".outcome").count():
            break
        before = page.locator("main").get_attribute("data-version")
        settle(page)
        if page.locator("[data-mark]").count():
            mark = next(a for a in GAME.legal_actions(only(services).state))
            squares = getattr(mark, "squares", None)
            if squares:
                tap(page, squares)
                page.locator("[data-mark]").click()
            else:
                page.locator(".take, .ways button").first.click()
        elif page.locator(".sheetbox .main").count():
            for box in page.locator(".hd input[type=checkbox]").all()[:2]:
                box.check(force=True)
            if page.locator(".mc.none input").count():
                page.locator(".mc.none input").check(force=True)
            page.locator(".sheetbox .main").click()
        else:
            page.locator(".bonuses button, .take, .ways button").first.click()
        page.wait_for_function(CHANGED, arg=before)
        expect(page.locator("main")).to_be_visible()
    expect(page.locator(".outcome h2")).to_contain_text("Mira scores")
    expect(page.locator(".stars svg")).to_have_count(3)


def tap(page: Page, squares: tuple[str, ...]) -> None:
    """Turn the shape and press squares until it lies on those."""
    for turn in range(9):
        for x in range(5):
            for y in range(5):
                page.evaluate(PRESS, [x, y])
                if page.locator("[name=squares]").input_value() == " ".join(squares):
                    return
        page.locator("[data-turn]").last.click()
        if turn == 3:
            page.locator("[data-flip]").last.click()
    raise AssertionError(squares)


@pytest.mark.parametrize("width", [390, 1440])
def test_eight_seats_with_long_names_scroll_nothing_sideways(
    page: Page, services: Services, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    names = tuple(LONG[:-1] + end for end in "ABCDEFGH")
    done = play_bots(services.recorder, seated(services, *names, bot="random"), Random(3))
    live = seated(services, *names, small=False)
    home = f"/sessions/{done.id}"
    for path in ("/", home, f"{home}?step=60", f"{home}?step={done.last_step}", f"{home}/play"):
        page.goto(path)
        expect(page.locator("main h1")).to_be_visible()
        fits(page)
    for path in ("/sessions/new?game=nocturnis", "/editions/nocturnis", "/editions/lepidoptery"):
        page.goto(path)
        fits(page)
    sit_down(page, live)
    fits(page)
    page.locator(".pass .btn.main").click()
    expect(page.locator(".nocpad")).to_be_visible()
    fits(page)
    small = page.locator(".nocpad :is(.btn,.take,label.mc)").evaluate_all(
        "all => all.filter(e => e.offsetParent && e.offsetHeight < 36).map(e => e.outerHTML)"
    )
    assert small == []
