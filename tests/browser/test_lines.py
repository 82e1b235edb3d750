"""Lines beside the replay in a browser: the chart leads to steps, the cursor follows them."""

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.games import find
from domain.session import Session
from domain.session.commands import Table, note_feeling
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.wiring import Services

GAME = find("lantern-moths")


@pytest.fixture
def session(services: Services) -> Session:
    """A whole session with two feelings."""
    table = Table(
        game=GAME,
        rules="v4",
        edition=seeds.edition(GAME),
        players=tuple(Player(name, "random") for name in ("Ada", "Ben", "Cleo")),
        title="Thursday garden",
    )
    recorder = services.recorder
    played = play_bots(recorder, recorder.open(table).session, Random(2))
    for step, seat, feeling in ((12, 0, "fun"), (30, 1, "bored")):
        recorder.run(played.id, lambda s, a=(step, seat, feeling): note_feeling(s, *a), None, None)
    return services.store.load(played.id)


@pytest.fixture
def drawn(page: Page, session: Session) -> Session:
    """The session's replay with its chart open."""
    page.goto(f"/sessions/{session.id}?step=5")
    page.locator("#lines > summary").click()
    chart(page)
    return session


def chart(page: Page) -> None:
    """Wait until the chart is drawn."""
    expect(page.locator(".lines-fig .main-svg").first).to_be_visible()
    expect(page.locator(".lines-over .now")).to_have_count(1)


def cursor(page: Page) -> float:
    """Return how far right the cursor stands, in pixels of the chart."""
    path = page.locator(".lines-over .now").get_attribute("d") or ""
    return float(path[1:].split(" ")[0])


def spot(page: Page, step: int) -> tuple[float, float]:
    """Return where in the window a step stands in the chart, halfway up."""
    found: list[float] = page.evaluate(
        """(k) => {
          const plot = document.querySelector(".lines-fig .plot");
          const { xaxis, yaxis } = plot._fullLayout;
          const box = plot.getBoundingClientRect();
          const [left, top] = [box.left + xaxis._offset, box.top + yaxis._offset];
          return [left + xaxis.l2p(k), top + yaxis._length / 2];
        }""",
        step,
    )
    return found[0], found[1]


def at(page: Page, step: int) -> None:
    """Wait until the replay shows a step."""
    expect(page.locator("[data-now]").first).to_have_text(str(step))


def test_nothing_of_the_chart_is_loaded_before_it_is_opened(page: Page, session: Session) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/sessions/{session.id}", wait_until="networkidle")
    assert not [url for url in asked if "plotly" in url or "lines.json" in url]
    page.locator("#lines > summary").click()
    chart(page)
    assert [url for url in asked if "plotly" in url]


def test_a_click_in_the_chart_goes_to_its_step_and_the_cursor_follows(
    page: Page, drawn: Session
) -> None:
    start = cursor(page)
    page.mouse.click(*spot(page, 40))
    at(page, 40)
    expect(page).to_have_url(re.compile("step=40"))
    there = cursor(page)
    assert there > start
    page.keyboard.press("ArrowRight")
    at(page, 41)
    assert cursor(page) > there
    page.keyboard.press("Home")
    at(page, 0)
    assert cursor(page) < start


def test_a_step_moves_the_cursor_and_draws_nothing_of_the_chart_anew(
    page: Page, drawn: Session
) -> None:
    page.evaluate("document.querySelector('.lines-fig .main-svg').dataset.kept = 'yes'")
    page.evaluate(
        """() => {
          window.drawings = 0;
          const plot = document.querySelector(".lines-fig .plot");
          plot.on("plotly_afterplot", () => window.drawings++);
        }"""
    )
    before = cursor(page)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    at(page, 10)
    assert cursor(page) > before
    assert page.evaluate("window.drawings") == 0


def test_every_line_can_be_chosen_by_keyboard_and_is_kept(page: Page, drawn: Session) -> None:
    names = page.locator(".lines-pick a").all_inner_texts()
    assert names[:2] == ["Score", "Lead"]
    assert {"Options", "Hands"} <= set(names)
    for name in names:
        page.get_by_role("link", name=name, exact=True).press("Enter")
        expect(page.locator(".lines-pick [aria-current]")).to_have_text(name)
        expect(page.locator(".lines-pick [aria-current]")).to_be_focused()
    page.get_by_role("link", name="Hands", exact=True).press("Enter")
    page.reload()
    chart(page)
    expect(page.locator(".lines-pick [aria-current]")).to_have_text("Hands")


def test_the_table_is_the_keyboards_way_to_a_step(page: Page, drawn: Session) -> None:
    page.get_by_role("link", name="Hands", exact=True).press("Enter")
    page.locator(".as-table > summary").press("Enter")
    rows = page.locator("#by-step tbody a")
    link = rows.nth(3)
    expect(link).to_be_visible()
    step = int(link.inner_text())
    link.press("Enter")
    at(page, step)
    expect(page.locator("#by-step tr[aria-current] a")).to_have_text(str(step))


def test_seats_can_be_taken_out_of_the_chart(page: Page, drawn: Session) -> None:
    expect(page.locator(".lines-over .seatg")).to_have_count(
        6
    )  # at the step, and at the ends of their lines
    ben = page.locator(".lines-seats").get_by_role("button", name="Ben")
    ben.press("Enter")
    expect(ben).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".lines-over .seatg")).to_have_count(4)
    expect(ben).to_be_focused()


def test_feelings_stand_under_the_score_and_lead_to_their_step(page: Page, drawn: Session) -> None:
    felt = page.locator(".lines-over .felt")
    expect(felt).to_have_count(2)
    expect(felt.first).to_have_attribute("aria-label", "Step 12: seat A, fun")
    felt.nth(1).click()
    at(page, 30)
    page.get_by_role("link", name="Hands", exact=True).press("Enter")
    expect(felt).to_have_count(0)


def test_while_hiding_the_chart_ends_at_the_step_and_grows_with_it(
    page: Page, session: Session
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/sessions/{session.id}?step=8&hide=1")
    page.locator("#lines > summary").click()
    chart(page)
    page.keyboard.press("ArrowRight")
    at(page, 9)
    page.wait_for_function(
        "() => document.querySelector('.lines-fig .plot').data[0].y.length === 10"
    )
    steps = [url.split("step=")[1] for url in asked if "lines.json?hide=1" in url]
    assert steps == ["8", "9"]


def test_a_tap_on_a_phone_goes_to_a_step(browser: Browser, address: str, session: Session) -> None:
    context = browser.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, has_touch=True
    )
    page = context.new_page()
    page.goto(f"/sessions/{session.id}")
    page.locator("#lines > summary").tap()
    chart(page)
    page.locator(".lines-fig").evaluate("chart => chart.scrollIntoView({ block: 'center' })")
    page.touchscreen.tap(*spot(page, 25))
    at(page, 25)
    for control in page.locator(".lines-pick a, .lines-seats button, .lines summary").all():
        box = control.bounding_box()
        if box is not None:
            assert box["height"] >= 43.5
    context.close()


def test_without_scripts_the_tables_are_a_page(
    browser: Browser, address: str, session: Session
) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/sessions/{session.id}?step=5")
    page.locator("#lines > summary").click()
    page.locator("#lines .as-table > summary").click()
    page.get_by_role("link", name="Tables of every line").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Score by step")
    page.get_by_role("link", name="Options").click()
    page.locator("#by-step tbody a").nth(1).click()
    expect(page).to_have_url(re.compile(r"step=\d+"))
    context.close()
