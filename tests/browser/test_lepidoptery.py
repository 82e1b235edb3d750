"""Lepidoptery by pointer and by keys alone: the pad, a whole game, the replay, a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from domain.games import find
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.wiring import Services
from tests.browser.test_journey import moved, step
from tests.browser.test_long_names import LONG, fits
from tests.browser.test_play_keys import only

GAME = find("lepidoptery")


def start(page: Page, name: str = "Ada") -> None:
    """Sit down against a bot."""
    page.goto("/sessions/new?game=lepidoptery")
    page.fill("[name=name-0]", name)
    page.get_by_role("button", name="Start Lepidoptery, 2 seats").click()
    page.wait_for_url(re.compile("/play$"))


def settle(page: Page) -> None:
    """Wait as long as a press would be taken for one at the table before."""
    over = page.locator("main[data-over]").count()
    page.wait_for_timeout(1250 if over else 650)


def hand(services: Services) -> list[int]:
    """Ada's cards from low to high."""
    return sorted(map(int, only(services).state.hands[0].known))


def test_a_whole_game_is_played_on_the_pad(page: Page, services: Services) -> None:
    start(page)
    main = page.locator(".lepad .main")
    for turn in range(120):
        if page.locator(".outcome").count():
            break
        expect(page.get_by_role("heading", name="Ada to act")).to_be_visible()
        settle(page)
        lanes = page.locator("label.lane:not(.barred)")
        if not lanes.count():
            moved(page, page.get_by_role("button", name="Pass", exact=False).first.click)
            continue
        lanes.nth(turn % lanes.count()).click()
        if main.get_attribute("aria-disabled") == "true":
            page.locator(".rk:not(.barred)").first.click()
        if page.locator(".readings button").count():
            page.locator(".readings button").last.click()
        expect(main).to_have_attribute("aria-disabled", "false")
        expect(main).to_contain_text(re.compile(r"^Play \d"))
        moved(page, main.click)
    expect(page.locator(".outcome h2")).to_contain_text("wins: ")
    assert only(services).status == "finished"
    page.get_by_role("link", name="Replay", exact=True).first.click()
    step(page, 0)
    page.keyboard.press("PageDown")
    expect(page.locator(".say .tiny")).to_contain_text("Climb 1")
    page.keyboard.press("End")
    step(page, only(services).last_step)
    expect(page.locator("#part-table .tok.won, #part-seats .outcome").first).to_be_visible()
    expect(page.locator("#part-seats .outcome")).to_contain_text("Cards left")


def test_keys_alone_choose_and_play(page: Page, services: Services) -> None:
    start(page)
    low = hand(services)[0]
    page.keyboard.press("c")
    expect(page.locator("[name=kind][value=single]")).to_be_checked()
    page.keyboard.press(str(low % 10))
    expect(page.locator(".lepad .main")).to_contain_text(f"Play {low}")
    page.keyboard.press("d")
    page.keyboard.press(str(low % 10))
    if hand(services).count(low) > 1:
        expect(page.locator("[data-what]")).to_have_text(f"Play {low}-{low}")
        page.keyboard.press("j")
    expect(page.locator("[data-what]")).to_have_text(f"Play {low}-{low}, Joker as {low}")
    page.keyboard.press("Escape")
    expect(page.locator(".lepad .main")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("p")  # the leader must play
    expect(page.locator("[data-why]")).to_contain_text("the leader must play if able")
    page.keyboard.press("c")
    page.keyboard.press(str(low % 10))
    moved(page, lambda: page.keyboard.press("Enter"))
    played = only(services).moves[1].event
    assert played.ranks == (low,)  # type: ignore[attr-defined]
    expect(page.get_by_role("heading", name="Ada to act")).to_be_focused()
    settle(page)
    if not only(services).state.leading:
        moved(page, lambda: page.keyboard.press("p"))
        expect(page.locator(".since")).to_contain_text("is over")


def test_cards_of_the_hand_say_what_they_are_and_the_joker_asks_which(
    page: Page, services: Services
) -> None:
    start(page)
    cards = hand(services)
    pair = next((a, a + 1) for a in cards if a + 1 in cards and 1 < a < 9)
    for rank in pair:
        page.locator(f"[data-card='{rank}']").first.check(force=True)
    expect(page.locator("[name=kind][value=run2]")).to_be_checked()
    expect(page.locator(".lepad .main")).to_contain_text(f"Play {pair[0]}-{pair[1]}")
    page.keyboard.press("j")
    readings = page.locator(".readings button")
    low, high = pair
    expect(readings).to_have_text(
        [
            f"{low - 1}-{low}-{high}, Joker as {low - 1}",
            f"{low}-{high}-{high + 1}, Joker as {high + 1}",
        ]
    )
    expect(page.locator(".lepad .main")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#live")).to_contain_text("Choose what the Joker stands for")
    readings.last.click()
    moved(page, page.locator(".lepad .main").click)
    played = only(services).moves[1].event
    assert (played.ranks, played.joker) == ((low, high, high + 1), high + 1)  # type: ignore[attr-defined]
    expect(page.locator(".st").first).to_contain_text("Joker used")


def test_cards_that_make_no_combination_say_so_with_the_clause(
    page: Page, services: Services
) -> None:
    start(page)
    cards = hand(services)
    apart = next((a, b) for a in cards for b in cards if b - a > 2)
    for rank in apart:
        page.locator(f"[data-card='{rank}']").first.check(force=True)
    expect(page.locator("[data-why]")).to_have_text(
        f"{apart[0]}-{apart[1]} is no combination combo.types"
    )
    expect(page.locator("[data-why] a")).to_have_attribute("href", "/rules/lepidoptery#combo.types")


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_scrolls_sideways_whatever_the_names(
    page: Page, services: Services, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    names = (LONG[:-1] + "A", LONG[:-1] + "B")
    players = tuple(Player(name, "random") for name in names)
    rules, edition = seeds.rulebook(GAME).version, seeds.edition(GAME)
    opened = services.recorder.open(Table(game=GAME, rules=rules, edition=edition, players=players))
    done = play_bots(services.recorder, opened.session)
    home = f"/sessions/{done.id}"
    last = f"{home}?step={done.last_step}"
    pages = ("/", home, f"{home}?step=9", last, f"{home}/play", "/sessions/new?game=lepidoptery")
    for path in (*pages, "/rules/lepidoptery", "/editions/lepidoptery", "/statistics/lepidoptery"):
        page.goto(path)
        expect(page.locator("main h1")).to_be_visible()
        fits(page)
    start(page, names[0])
    fits(page)
    small = page.locator("main :is(.btn,.lane,.rk,.card)").evaluate_all(
        "all => all.filter(e => e.offsetParent && e.offsetHeight < 36).map(e => e.outerHTML)"
    )
    assert small == []
