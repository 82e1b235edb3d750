"""Marks of notes in a browser: drawn over the board, set by pressing it, shown from the log."""

from random import Random

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from domain.games import find
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.web.boards import SHOWN
from service.wiring import Services
from tests.browser.conftest import PATIENCE


@pytest.fixture(params=SHOWN)
def session(request: pytest.FixtureRequest, page: Page, services: Services) -> Session:
    """A session of each game with a note at step 4, opened at step 3."""
    game = find(request.param)
    table = Table(
        game=game,
        rules=seeds.rulebook(game).version,
        edition=seeds.edition(game),
        players=(Player("Ada", "random"), Player("Ben", "random")),
    )
    recorder = services.recorder
    played = play_bots(recorder, recorder.open(table).session, Random(2))
    places = pressable(played)
    marks = (places[0], f"{places[0]}>{places[-1]}")
    played = recorder.add_note(played.id, 4, "a trap", "Cleo", marks=marks, glyph="?!").session
    page.goto(f"/sessions/{played.id}?step=3")
    return played


def pressable(session: Session) -> list[str]:
    return [name for name in session.game.places(session.rules) if len(name) > 1]


def shapes(page: Page) -> tuple[int, int]:
    """How many marks are drawn, and how many of them are arrows."""
    over = page.locator("svg.marks-over")
    return over.locator(".ink").count(), over.locator(".head").count()


def spot(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(f'svg.marks-over [data-place="{name}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_marks_of_a_step_are_drawn_while_it_is_shown(page: Page, session: Session) -> None:
    assert shapes(page) == (0, 0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("svg.marks-over .ink")).to_have_count(2)
    assert shapes(page) == (2, 1)
    page.keyboard.press("ArrowRight")
    expect(page.locator("svg.marks-over .ink")).to_have_count(0)


def test_a_chip_in_the_log_points_its_mark_out(page: Page, session: Session) -> None:
    page.goto(f"/sessions/{session.id}?step=4")
    chip = page.locator(".mark").last
    chip.focus()
    page.keyboard.press("Enter")
    expect(page.locator("svg.marks-over .lit .head")).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("marked on the board")
    page.keyboard.press("Enter")
    expect(page.locator("svg.marks-over .lit")).to_have_count(0)


def test_a_mark_in_the_log_goes_to_its_step(page: Page, session: Session) -> None:
    page.goto(f"/sessions/{session.id}?step=3")
    page.locator(".mark").first.click()
    expect(page.locator("[data-now]")).to_have_text("4")
    expect(page.locator("svg.marks-over .lit")).to_have_count(1)


def test_places_are_marked_by_pressing_dragging_and_two_presses(
    page: Page, session: Session, services: Services
) -> None:
    first, second, last = (pressable(session)[at] for at in (0, 1, -1))
    page.locator("#noter").click()
    page.get_by_role("button", name="Mark the board").click()
    field = page.locator(".noter [name=marks]")
    page.mouse.click(*spot(page, second))
    expect(field).to_have_value(second)
    page.mouse.click(*spot(page, second))
    expect(field).to_have_value("")
    page.mouse.click(*spot(page, second))
    page.mouse.move(*spot(page, first))
    page.mouse.down()
    page.mouse.move(*spot(page, last), steps=4)
    page.mouse.up()
    expect(field).to_have_value(f"{second}, {first}>{last}")
    page.get_by_role("button", name="Arrows").click()
    page.mouse.click(*spot(page, last))
    page.mouse.click(*spot(page, second))
    expect(field).to_have_value(f"{second}, {first}>{last}, {last}>{second}")
    assert shapes(page) == (3, 2)
    page.get_by_role("button", name="Done").click()
    page.locator(".noter textarea").fill("here and there")
    page.locator(".noter .glyphs").get_by_label("interesting").check()
    page.get_by_role("button", name="Add note").click()
    note = page.locator('.nt[data-at="3"]')
    expect(note).to_contain_text("here and there")
    expect(note.locator(".mark")).to_have_count(3)
    stored = services.store.load(session.id).notes[-1].event
    assert stored.marks == (second, f"{first}>{last}", f"{last}>{second}")  # type: ignore[attr-defined]
    expect(page.locator("svg.marks-over .head")).to_have_count(2)


def test_marks_are_drawn_while_they_are_written_and_escape_ends_marking(
    page: Page, session: Session
) -> None:
    first, last = pressable(session)[0], pressable(session)[-1]
    page.locator("#noter").click()
    page.locator(".noter [name=marks]").fill(f"{first}, {first.upper()} -> {last}, zz9")
    expect(page.locator("svg.marks-over .ink")).to_have_count(2)
    page.get_by_role("button", name="Mark the board").click()
    expect(page.locator(".markbar")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".markbar")).to_be_hidden()
    expect(page.get_by_role("button", name="Mark the board")).to_be_focused()


def test_a_phone_marks_the_board_by_touch(page: Page, session: Session, address: str) -> None:
    browser = page.context.browser
    assert browser is not None
    size: ViewportSize = {"width": 390, "height": 844}
    context = browser.new_context(base_url=address, viewport=size, has_touch=True, is_mobile=True)
    phone = context.new_page()
    phone.set_default_timeout(PATIENCE)
    phone.goto(f"/sessions/{session.id}?step=3")
    place = pressable(session)[1]
    phone.locator("#noter").tap()
    phone.get_by_role("button", name="Mark the board").tap()
    phone.touchscreen.tap(*spot(phone, place))
    expect(phone.locator(".markbar b")).to_have_text(place)
    phone.get_by_role("button", name="Done").tap()
    expect(phone.locator(".noter [name=marks]")).to_have_value(place)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def test_the_menu_follows_the_step_and_copies(page: Page, session: Session) -> None:
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-now]")).to_have_text("4")
    page.locator(".more-menu > summary").click()
    picture = page.locator("[data-picture]").first
    expect(picture).to_have_attribute(
        "href", f"{origin(page)}/sessions/{session.id}/steps/4.svg?view=all"
    )
    page.locator(".more-menu .code summary").click()
    page.locator("[data-embed]").click()
    code = page.evaluate("navigator.clipboard.readText()")
    assert f"/embed/sessions/{session.id}?step=4&view=all" in code
    page.locator("[data-link]").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert f"/sessions/{session.id}?" in link
    assert {"step=4", "view=all"} <= set(link.split("?")[1].split("&"))
    expect(page.locator(".more-menu")).not_to_have_attribute("open", "")


def origin(page: Page) -> str:
    return str(page.evaluate("location.origin"))
