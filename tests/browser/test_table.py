"""A real table logged by keyboard alone: the rulebooks' examples, whole sessions, and what no rule
allows.
"""

from collections.abc import Iterator
from statistics import median

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from domain.games import find
from domain.session.events import FeelingNoted
from service.wiring import Services
from tests.browser.table_pages import clear, enter, recorded, refused, sit_down, version, window
from tests.web.table_logs import lines, now, played, set_up_of, table

LANTERN, LEPIDOPTERY, NOCTURNIS = map(find, ("lantern-moths", "lepidoptery", "nocturnis"))
TYPICAL = 12  # keys, Enter among them


@pytest.fixture
def desk(browser: Browser, address: str) -> Iterator[Page]:
    with window(browser, address) as page:
        yield page


@pytest.mark.parametrize(("name", "seed"), [("lantern-moths", 5), ("lepidoptery", 5)])
def test_a_whole_session_is_typed(desk: Page, services: Services, name: str, seed: int) -> None:
    _typed(desk, services, name, seed)


def test_a_whole_session_of_nocturnis_is_typed(desk: Page, services: Services) -> None:
    _typed(desk, services, "nocturnis", 3)


def _typed(page: Page, services: Services, name: str, seed: int) -> None:
    game = find(name)
    play = played(game, 2, seed)
    session = table(services, game, "Ada", "Ben", headers=set_up_of(play))
    sit_down(page, session)
    texts = lines(play)
    for text in texts:
        enter(page, text)
    expect(page.locator(".outcome")).to_be_visible()
    logged = now(services, session)
    assert [move.event for move in logged.moves] == [
        event for turn in play.turns for event in turn.events
    ]
    assert median(len(text) + 1 for text in texts) <= TYPICAL


def test_lepidopterys_examples_are_typed(desk: Page, services: Services) -> None:
    """The five combination types as the rulebook prints them, each beating the one before; a Joker
    goes face down until its player passes, and both draw.
    """
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    sit_down(desk, session)
    for text in ("123", "45", "66", "7", "888"):
        enter(desk, text)
    state = now(services, session).state
    assert [len(column) for column in state.columns] == [1, 1, 1, 1, 1]
    assert state.area[-1].ranks == (8, 8, 8)
    enter(desk, "p9j")
    state = now(services, session).state
    assert state.jokers == (True, False)
    enter(desk, "p")
    state = now(services, session).state
    assert state.area == ()
    assert [len(hand) for hand in state.hands] == [12, 12]


def test_lantern_moths_examples_are_typed(desk: Page, services: Services) -> None:
    """Two wicks on one tile keep its moths; a single one takes them; a Ghost blocks it."""
    session = table(services, LANTERN, "Ada", "Ben")
    sit_down(desk, session)
    for text in ("e2b2", "lb2", "lb2", "e1b2"):
        enter(desk, text)
    state = now(services, session).state
    assert state.round == 2
    assert state.moths[4] == ("E2", "E1")
    for text in ("lb2", "d", "fb3v", "d"):
        enter(desk, text)
    state = now(services, session).state
    assert state.lanterns[1].known == ("E1", "E2")
    for text in ("g2b2", "lb2", "d", "d"):
        enter(desk, text)
    state = now(services, session).state
    assert state.moths[4] == ("G2",)
    assert len(state.lanterns[0]) == 0


def test_nocturnis_examples_are_typed(desk: Page, services: Services) -> None:
    """The first mark covers a corner; a moth with its symbols scores its point; the exchange of
    an action costs one.
    """
    headers = {"Display": "A1 P1 L2", "Habitat": "Pair"}
    session = table(services, NOCTURNIS, "Ada", "Ben", headers=headers)
    sit_down(desk, session)
    enter(desk, "a: a9b9")
    enter(desk, "la1")
    state = now(services, session).state
    assert NOCTURNIS.scores(state)[0] == 1
    enter(desk, "d")
    enter(desk, "b: d")
    enter(desk, "b: d > Tee")
    state = now(services, session).state
    assert (state.round, state.habitat) == (2, "Tee")


def test_the_page_asks_what_everybody_saw_and_the_arrow_chooses(
    desk: Page, services: Services
) -> None:
    session = table(services, LANTERN, "Ada", "Ben")
    sit_down(desk, session)
    desk.keyboard.type("fb1")
    expect(desk.locator("#told")).to_contain_text("the face of b1")
    before = version(desk)
    desk.keyboard.press("ArrowDown")
    expect(desk.locator("#told [data-option]").first).to_be_focused()
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    recorded(desk, before)
    assert now(services, session).state.faces[7] is not None


def test_a_line_says_what_it_would_do_while_it_is_typed(desk: Page, services: Services) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    sit_down(desk, session)
    desk.keyboard.type("888")
    expect(desk.locator("#echo")).to_have_text("Ida: triple of 8s leads")
    expect(desk.locator("[data-record]")).to_contain_text("Record 8-8-8")
    clear(desk)
    expect(desk.locator("#echo")).to_be_empty()


def test_lines_can_be_typed_faster_than_they_are_recorded(desk: Page, services: Services) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    sit_down(desk, session)
    held: list[Route] = []
    desk.route("**/table/act", lambda route: held.append(route))
    desk.keyboard.type("5")
    with desk.expect_request("**/table/act"):
        desk.keyboard.press("Enter")
    desk.keyboard.type("66")
    expect(desk.locator("#line")).to_have_value("66")
    assert held
    before = version(desk)
    held[0].continue_()
    desk.unroute("**/table/act")
    recorded(desk, before)
    expect(desk.locator("#line")).to_have_value("66")
    expect(desk.locator("#line")).to_be_focused()
    before = version(desk)
    desk.keyboard.press("Enter")
    recorded(desk, before)
    assert now(services, session).last_step == 2


def test_enter_before_the_last_line_is_answered_records_the_next_one_after_it(
    desk: Page, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    sit_down(desk, session)
    for text in ("5", "66"):
        desk.keyboard.type(text)
        desk.keyboard.press("Enter")
    expect(desk.locator(".acts .latest")).to_contain_text("6-6")
    expect(desk.locator("#line")).to_have_value("")
    assert now(services, session).last_step == 2


def test_an_irregular_play_is_recorded_by_keyboard_and_replays_right(
    desk: Page, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    sit_down(desk, session)
    enter(desk, "55")
    trouble = refused(desk, "444")
    expect(trouble).to_contain_text("climb.beat")
    expect(desk.locator("#line")).to_have_value("444")
    before = version(desk)
    for _ in range(8):
        desk.keyboard.press("Tab")
        if desk.evaluate("document.activeElement.value") == "irregular":
            break
    desk.keyboard.press("Enter")
    recorded(desk, before)
    expect(desk.locator(".acts .latest")).to_contain_text("irregular, climb.beat")
    desk.keyboard.press("/")
    enter(desk, "5")
    desk.goto(f"/sessions/{session.id}?step=2")
    expect(desk.locator("#part-table .say")).to_contain_text("irregular, climb.beat")
    desk.keyboard.press("ArrowRight")
    expect(desk.locator("[data-now]")).to_have_text("3")
    expect(desk.locator("#part-table .say")).not_to_contain_text("irregular")
    expect(desk.locator(".log .ev", has_text="irregular")).to_have_count(1)


def test_an_amended_session_replays_right(desk: Page, services: Services) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    sit_down(desk, session)
    for text in ("5", "66", "888"):
        enter(desk, text)
    desk.get_by_label("Amend step 2").press("Enter")
    line = desk.get_by_label("What happened, as a line")
    expect(line).to_be_focused()
    clear(desk)
    desk.keyboard.type("77")
    desk.keyboard.press("Enter")
    expect(desk.locator(".changes")).to_contain_text("1 action comes out differently")
    desk.get_by_role("button", name="Amend", exact=True).press("Enter")
    expect(desk.locator(".acts")).to_contain_text("7-7")
    desk.goto(f"/sessions/{session.id}?step=2&taken=1")
    expect(desk.locator("#part-table .say")).to_contain_text("Noor plays 7-7")
    expect(desk.locator(".log .gone")).to_contain_text("6-6")
    desk.keyboard.press("End")
    expect(desk.locator("#part-table .say")).to_contain_text("8-8-8")


def test_what_no_longer_fits_after_an_amendment_is_settled_on_the_page(
    desk: Page, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    sit_down(desk, session)
    for text in ("5", "66", "888"):
        enter(desk, text)
    desk.get_by_label("Amend step 1").press("Enter")
    desk.get_by_label("What happened, as a line").fill("7")
    desk.keyboard.press("Enter")
    expect(desk.locator(".changes")).to_contain_text("no longer fits")
    desk.get_by_role("button", name="Amend", exact=True).press("Enter")
    expect(desk.locator(".settle")).to_contain_text("2 actions wait")
    expect(desk.locator("#line")).to_be_focused()
    enter(desk, "77")  # in the place of the 6; the 8s follow by themselves
    expect(desk.locator(".settle")).to_have_count(0)
    assert [m.event.ranks for m in now(services, session).moves[1:]] == [(7,), (7, 7), (8, 8, 8)]


def test_single_letters_take_back_and_note_and_the_line_keeps_them_as_letters(
    desk: Page, services: Services
) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    sit_down(desk, session)
    enter(desk, "5")
    desk.keyboard.press("Escape")
    expect(desk.locator("#line")).not_to_be_focused()
    before = version(desk)
    desk.keyboard.press("u")
    recorded(desk, before)
    assert now(services, session).last_step == 0
    desk.keyboard.press("d")
    desk.keyboard.press("8")
    expect(desk.locator("#line")).to_have_value("p8")
    before = version(desk)
    desk.keyboard.press("Enter")
    recorded(desk, before)
    assert now(services, session).moves[-1].event.ranks == (8, 8)


def test_a_rules_talk_is_timed_while_its_form_is_open(desk: Page, services: Services) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    sit_down(desk, session)
    desk.keyboard.press("Escape")
    desk.keyboard.press("r")
    expect(desk.locator("[data-timer]")).to_be_visible()
    expect(desk.locator("[name=seconds]")).not_to_have_value("")
    desk.locator("details[open] [name=clause]").fill("climb.beat")
    before = version(desk)
    desk.locator("details[open] form > .btn").click()
    recorded(desk, before)
    feeling = desk.get_by_role("button", name="Noor: confused")
    before = version(desk)
    feeling.click()
    recorded(desk, before)
    expect(desk.get_by_role("button", name="Noor: confused")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert len(now(services, session).aside(FeelingNoted)) == 1
