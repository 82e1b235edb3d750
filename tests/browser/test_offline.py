"""A session as one file: opened from the disk with the network off, it replays like its page."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.games import find
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.web.app import create_app
from service.web.boards import SHOWN
from service.wiring import Services
from tests.browser.conftest import PATIENCE
from tests.conftest import CHROMIUM_FLAGS, find_chromium

SIZES = {"wide": (1440, 900), "phone": (390, 844)}


@pytest.fixture(scope="module")
def whole(browser: Browser) -> Iterator[Browser]:
    """The whole Chromium: in the headless shell a file from the disk hears no key."""
    path = shutil.which("chromium") or find_chromium()
    chromium = browser.browser_type.launch(executable_path=path, args=CHROMIUM_FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture(params=SHOWN)
def session(request: pytest.FixtureRequest, services: Services) -> Session:
    """A finished session of each game, with notes."""
    game = find(request.param)
    table = Table(
        game=game,
        rules=seeds.rulebook(game).version,
        edition=seeds.edition(game),
        players=(Player("Ada </script>", "random"), Player("Ben", "random")),
        title="Thursday garden",
    )
    recorder = services.recorder
    played = play_bots(recorder, recorder.open(table).session, Random(2))
    places = game.places(played.rules)
    return recorder.add_note(
        played.id, 3, "a <b>trap</b>", "Cleo", marks=(places[0], f"{places[0]}>{places[-1]}")
    ).session


@pytest.fixture(params=SIZES)
def opened(
    request: pytest.FixtureRequest,
    whole: Browser,
    services: Services,
    session: Session,
    tmp_path: Path,
) -> Iterator[Page]:
    """The file, opened from the disk without a network; any request or error fails the test."""
    answer = create_app(services).test_client().get(f"/sessions/{session.id}.html?view=public")
    assert answer.status_code == 200
    file = tmp_path / "session.html"
    file.write_bytes(answer.data)
    width, height = SIZES[request.param]
    size: Any = {"width": width, "height": height}
    context = whole.new_context(viewport=size, offline=True, color_scheme="dark")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
    page.on("request", lambda r: wrong.append(r.url) if not r.url.startswith(file.as_uri()) else 0)
    page.goto(file.as_uri())
    yield page
    context.close()
    assert wrong == []


def shown(page: Page, step: int) -> None:
    expect(page.locator("[data-now]")).to_have_text(str(step))
    expect(page.locator(".ev[aria-current]")).to_have_attribute("data-step", str(step))


def test_the_file_replays_with_the_network_off(opened: Page, session: Session) -> None:
    page, press = opened, opened.keyboard.press
    expect(page.locator("h1")).to_have_text("Thursday garden")
    expect(page.locator(".eyes .only")).to_have_text("What everybody sees")
    shown(page, 0)
    press("ArrowRight")
    shown(page, 1)
    press("End")
    shown(page, session.last_step)
    expect(page.locator(".outcome")).to_be_visible()
    page.locator('[data-go="back"]').click()
    shown(page, session.last_step - 1)
    page.locator(".track input").fill("2")
    shown(page, 2)
    for letter in "hnlt":  # those that need the service do nothing, the theme switches
        press(letter)
    expect(page.locator("html")).to_have_attribute("data-theme", "day")
    press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    press("Escape")
    press("+")
    page.locator("#play").click()
    expect(page.locator("[data-now]")).to_have_text(re.compile("^[3-9]"))
    page.locator("#play").click()
    page.locator('.ev[data-step="3"]').click()
    shown(page, 3)
    expect(page.locator('.nt[data-at="3"]')).to_contain_text("Cleo a <b>trap</b>")
    expect(page.locator("svg.marks-over .head")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"\?step=3$"))
    page.reload()
    shown(page, 3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
