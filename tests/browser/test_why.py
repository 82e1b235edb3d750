"""Why not? By pointer, keyboard and touch: places of the board, cards of a hand."""

from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.game import Game
from domain.games import find
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.web.boards import SHOWN
from service.wiring import Services


def played(services: Services, game: Game) -> Session:
    """Record a whole session of two."""
    table = Table(
        game=game,
        rules=seeds.rulebook(game).version,
        edition=seeds.edition(game),
        players=(Player("Ada", "random"), Player("Ben", "random")),
        title="Thursday garden",
    )
    return play_bots(services.recorder, services.recorder.open(table).session, Random(2))


def choice(session: Session) -> tuple[int, int]:
    """Return a step at which a seat has to choose, some way into the game, and that seat."""
    for step, (_, _, state) in enumerate(session.history()):
        if step > 6 and len(session.game.to_act(state)):
            return step, session.game.to_act(state)[0]
    raise AssertionError("nobody ever chooses")


@pytest.mark.parametrize("name", SHOWN)
def test_a_press_on_the_board_says_what_can_be_done_there_and_what_not(
    page: Page, services: Services, name: str
) -> None:
    session = played(services, find(name))
    step, _ = choice(session)
    page.goto(f"/sessions/{session.id}?step={step}")
    expect(page.locator(".why-layer button")).to_have_count(0)
    page.locator("#ask > summary").click()
    places = page.locator(".why-layer button")
    expect(places.first).to_be_visible()
    place = places.nth(1)
    place.click()
    expect(page.locator(".answer")).to_have_attribute(
        "data-about", place.get_attribute("value") or ""
    )
    expect(place).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#live")).to_contain_text("refused")
    assert page.locator(".answer .could li, .answer dt").count() > 0
    page.locator("#ask > summary").click()
    expect(page.locator(".why-layer")).to_have_count(0)


def test_the_buttons_lie_over_the_places_that_they_name(page: Page, services: Services) -> None:
    session = played(services, find("lantern-moths"))
    page.goto(f"/sessions/{session.id}?step=9")
    page.keyboard.press("w")
    expect(page.locator(".why-layer button")).to_have_count(9)
    for place in ("a3", "b2", "c1"):
        button = page.locator(f".why-layer button[value={place}]").bounding_box()
        tile = page.locator(f".garden [aria-label^='{place}'] > rect").first.bounding_box()
        assert button is not None
        assert tile is not None
        assert abs(button["x"] - tile["x"]) < 3
        assert abs(button["y"] - tile["y"]) < 3
        assert abs(button["width"] - tile["width"]) < 4


def test_a_key_asks_arrows_choose_a_place_and_escape_ends_it(
    page: Page, services: Services
) -> None:
    session = played(services, find("lantern-moths"))
    page.goto(f"/sessions/{session.id}?step=9")
    page.keyboard.press("w")
    expect(page.locator(".why-layer button[value=a3]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".why-layer button[value=b2]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_have_attribute("data-about", "b2")
    expect(page.locator(".why-layer button[value=b2]")).to_be_focused()
    expect(page.locator("[data-now]").first).to_have_text("9")
    page.keyboard.press("Escape")
    expect(page.locator(".why-layer")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-now]").first).to_have_text("10")


def test_the_answer_follows_the_replay(page: Page, services: Services) -> None:
    session = played(services, find("lantern-moths"))
    step, _ = choice(session)
    page.goto(f"/sessions/{session.id}?step={step}")
    page.locator("#ask > summary").click()
    page.locator(".why-layer button").first.click()
    expect(page.locator(".answer h2")).to_contain_text(f"after step {step}")
    page.locator("[data-go=on]").click()
    expect(page.locator(".answer h2")).to_contain_text(f"after step {step + 1}")


def test_a_card_of_a_hand_can_be_pressed(page: Page, services: Services) -> None:
    session = played(services, find("lantern-moths"))
    step, seat = choice(session)
    page.goto(f"/sessions/{session.id}?step={step}")
    page.locator("#ask > summary").click()
    expect(page.locator(".why-layer button")).to_have_count(9)
    page.locator(".st").nth(seat).locator(".hand .card").first.click()
    card = session.state_at(step).hands[seat].known
    answer = page.locator(".answer")
    expect(answer).to_be_visible()
    assert answer.get_attribute("data-about") in card
    expect(page.locator(".ask [name=seat]")).to_have_value(str(seat))


def test_a_phone_asks_by_touch_and_sees_board_and_answer_together(
    browser: Browser, address: str, services: Services
) -> None:
    session = played(services, find("nocturnis"))
    step, _ = choice(session)
    context = browser.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, has_touch=True
    )
    page = context.new_page()
    page.goto(f"/sessions/{session.id}?step={step}")
    page.locator("#ask > summary").tap()
    square = page.locator(".why-layer button[value=c3]")
    expect(square).to_be_visible()
    square.tap()
    expect(page.locator(".answer")).to_be_in_viewport()
    expect(square).to_be_in_viewport()
    sheet, dock = page.locator("#ask .asking").bounding_box(), page.locator(".dock").bounding_box()
    pressed = square.bounding_box()
    assert sheet is not None
    assert dock is not None
    assert pressed is not None
    assert pressed["y"] + pressed["height"] <= sheet["y"] + 1
    assert sheet["y"] + sheet["height"] <= dock["y"] + 1
    page.get_by_role("button", name="Close", exact=True).tap()
    expect(page.locator(".why-layer")).to_have_count(0)
    context.close()


def test_without_scripts_a_form_asks(browser: Browser, address: str, services: Services) -> None:
    session = played(services, find("lantern-moths"))
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/sessions/{session.id}?step=9")
    page.locator("#ask > summary").click()
    page.get_by_label("Place or card").select_option("b2")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator(".answer h2")).to_contain_text("b2, ")
    expect(page.locator(".answer h2")).to_contain_text("after step 9")
    context.close()
