"""What lies where in the replay: the last step, and steps taken while another view loads."""

from random import Random

import pytest
from playwright.sync_api import Page, Route

from domain.games import find
from domain.session import Session
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.wiring import Services
from tests.browser.test_replay import shown

# Boxes of the seats, the score and the graph that reach out of their panel, whatever it scrolls.
OUTSIDE = """() => {
  const panel = document.getElementById("part-seats");
  panel.scrollTop = 0;
  const around = panel.getBoundingClientRect();
  return [...panel.querySelectorAll(".ended, .ended *, .sts, .st, .gr")]
    .filter((e) => e.checkVisibility())
    .map((e) => [e, e.getBoundingClientRect()])
    .filter(([e, box]) => box.width && (box.top < around.top - 1 || box.left < around.left - 1
      || box.right > around.right + 1))
    .map(([e]) => `${e.tagName}.${e.className}`);
}"""


def played(services: Services, name: str, seats: int) -> Session:
    """Record a whole session of bots."""
    game = find(name)
    names = ("Esther", "Ben", "Cleo", "Dee")[:seats]
    table = Table(
        game=game,
        rules=seeds.rulebook(game).version,
        edition=seeds.edition(game),
        players=tuple(Player(name, "random") for name in names),
    )
    return play_bots(services.recorder, services.recorder.open(table).session, Random(2))


@pytest.mark.parametrize(
    ("game", "seats"), [("lantern-moths", 4), ("lepidoptery", 2), ("nocturnis", 1)]
)
def test_the_last_step_of_a_session_stays_within_its_panel(
    page: Page, services: Services, game: str, seats: int
) -> None:
    session = played(services, game, seats)
    for width, height in ((1440, 900), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/sessions/{session.id}?step={session.last_step}")
        shown(page, session.last_step)
        assert page.locator("#part-seats .st").first.is_visible()
        assert page.evaluate(OUTSIDE) == [], width


def test_steps_taken_while_another_view_loads_are_kept(page: Page, services: Services) -> None:
    session = played(services, "lantern-moths", 3)
    page.goto(f"/sessions/{session.id}?step=35")
    shown(page, 35)
    coming: list[Route] = []
    page.route("**/sessions/*view=0*", lambda r: r.continue_() if coming else coming.append(r))
    with page.expect_request("**/sessions/*view=0*"):
        page.keyboard.press("1")
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    coming[0].continue_()
    page.wait_for_url("**view=0*")
    shown(page, 45)
    page.goto(f"/sessions/{session.id}?step=20")
    shown(page, 20)


def test_a_key_pressed_before_the_replay_answers_is_answered_late(
    page: Page, services: Services
) -> None:
    session = played(services, "lantern-moths", 2)
    page.route("**/js/replay.*", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.goto(f"/sessions/{session.id}?step=5", wait_until="commit")
    page.locator("#part-dock").wait_for()
    page.keyboard.press("ArrowRight")
    shown(page, 6)
