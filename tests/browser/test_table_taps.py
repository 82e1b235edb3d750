"""A table logged on a phone by taps alone, at most four an action, without scrolling the pad."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from domain.games import find
from domain.games.lepidoptery.actions import Play
from domain.games.lepidoptery.combinations import kind_of
from service.web.boards.lepidoptery.table_pad import LETTERS
from service.wiring import Services
from tests.browser.table_pages import recorded, sit_down, version, window
from tests.web.table_logs import now, played, table

LANTERN, LEPIDOPTERY, NOCTURNIS = map(find, ("lantern-moths", "lepidoptery", "nocturnis"))
MOST = 4  # taps


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    with window(browser, address, width=390, height=844, touch=True) as page:
        yield page


def tapped(page: Page, *targets: Locator) -> None:
    """Tap each in turn and wait for the record."""
    assert len(targets) <= MOST
    before = version(page)
    for target in targets:
        target.tap()
    recorded(page, before)


def record(page: Page) -> Locator:
    return page.locator("[data-record]")


def fits(page: Page) -> None:
    """Everything up to the line of text lies within the window, and nothing scrolls sideways."""
    box = page.locator("form.log .line").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_whole_session_of_lepidoptery_is_tapped(phone: Page, services: Services) -> None:
    play = played(LEPIDOPTERY, 2, 5)
    session = table(services, LEPIDOPTERY, "Ida", "Noor", headers={"Start": "AB"[play.start]})
    sit_down(phone, session)
    for turn in play.turns[1:]:
        action = turn.action
        if not isinstance(action, Play):
            tapped(phone, phone.get_by_role("button", name="Pass"))
            continue
        kind = kind_of(action.ranks)
        assert kind is not None
        targets = [
            phone.locator(f"label.lane:has([value='{LETTERS[kind]}@'])"),
            phone.locator(f"label.rk:has([value='{action.ranks[0]}'])"),
        ]
        if action.joker is None:
            tapped(phone, *targets, record(phone))
            continue
        targets.append(phone.locator("label.tick:has([value=j])"))
        for target in targets:
            target.tap()
        line = phone.locator("#line").input_value()
        expect(phone.locator("#echo")).to_have_attribute("data-of", line)
        if phone.locator("#echo.ok").count():
            tapped(phone, record(phone))
        else:  # the Joker could stand for several ranks
            written = LEPIDOPTERY.notation.write(turn.before, action)
            tapped(phone, phone.locator(f"#told [data-option][value='{written}']"))
    expect(phone.locator(".outcome")).to_be_visible()
    logged = now(services, session)
    actions = [action for _, action in logged.actions]
    assert actions == [turn.action for turn in play.turns[1:]]


def test_lantern_moths_is_tapped(phone: Page, services: Services) -> None:
    session = table(services, LANTERN, "Ada", "Ben")
    sit_down(phone, session)
    fits(phone)

    def plot(place: str) -> Locator:
        return phone.locator(f"label.plot:has([value={place}])")

    def pick(what: str) -> Locator:
        return phone.locator(f"label.tap:has([value='{what}'])")

    tapped(phone, plot("b2"), pick("E2@"), record(phone))
    fits(phone)
    tapped(phone, plot("b1"), pick("f@ = R"), record(phone))
    tapped(phone, plot("b2"), pick("l@"), record(phone))
    expect(phone.locator(".refills")).to_have_count(0)  # no Dusk is in the deck yet
    tapped(phone, phone.get_by_role("button", name="Draw", exact=True))
    state = now(services, session).state
    assert state.round == 2
    assert state.faces[7] == "R"
    assert state.lanterns[1].known == ("E2",)


def test_dusk_that_shows_itself_in_a_refill_is_tapped_along(
    phone: Page, services: Services
) -> None:
    """After round 2 the Dusk cards are in the deck; Ben has planted, so that he draws again."""
    session = table(services, LANTERN, "Ada", "Ben")
    recorder = services.recorder
    for text in (
        "e2b2",
        "e1b2",
        "fb1r",
        "r1b1",
        "r2b1",
        "r3b1",
        "fa2v",
        "v1a2",
        "v2a2",
        "v3a2",
        "fb3b",
    ):
        state = now(services, session).state
        reading = LANTERN.notation.read(state, text)
        recorder.act(session.id, reading.action, chance=lambda r=reading: r.chance)
    sit_down(phone, now(services, session))
    place = phone.locator("label.plot:has([value=b3])")
    moth = phone.locator("label.tap:has([value='B1@'])")
    tapped(phone, place, moth, phone.locator(".refills label").nth(1), record(phone))
    assert now(services, session).state.dusk == (3,)


def test_nocturnis_is_tapped(phone: Page, services: Services) -> None:
    session = table(services, NOCTURNIS, "Ada", "Ben")
    sit_down(phone, session)
    fits(phone)

    def cell(place: str) -> Locator:
        return phone.locator(f".cells label:has([value={place}])")

    tapped(phone, cell("a1"), cell("c1"), cell("a2"), record(phone))
    lure = phone.get_by_role("button", name="No moth")
    expect(lure).to_be_visible()
    tapped(phone, lure)
    expect(phone.locator("a.sc.on")).to_contain_text("Ben")
    tapped(phone, phone.get_by_role("button", name="Stack"))
    before = version(phone)
    phone.get_by_role("button", name="Stack").tap()
    expect(phone.locator("[data-trouble]")).to_contain_text("the next habitat card")
    phone.locator("[data-option]", has_text="Tee").tap()
    recorded(phone, before)
    assert now(services, session).state.habitat == "Tee"


def test_the_same_card_is_discarded_twice_by_taps(phone: Page, services: Services) -> None:
    session = table(services, NOCTURNIS, "Ada")
    sit_down(phone, session)
    tapped(phone, phone.get_by_role("button", name="Exchange two", exact=True))
    card, twice = (phone.locator(f".chips label:has([value='{what}'])") for what in ("R2", "t@@"))
    card.tap()
    twice.tap()
    expect(phone.locator("#line")).to_have_value("tR2R2")
    tapped(phone, record(phone))
    assert now(services, session).state.discards == ("R2", "R2")


def test_a_feeling_that_is_pressed_twice_is_noted_once(phone: Page, services: Services) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    sit_down(phone, session)
    bored = phone.get_by_role("button", name="Noor: bored")
    tapped(phone, bored)
    expect(phone.locator("#actions")).to_contain_text("Noor: bored")
    bored.tap()
    expect(phone.locator("[data-told]")).to_contain_text("Noor is noted as bored")
    assert now(services, session).version == session.version + 1


def test_the_pads_of_many_seats_fit_too(phone: Page, services: Services) -> None:
    names = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
    for game, seats in ((LANTERN, 4), (NOCTURNIS, 8)):
        sit_down(phone, table(services, game, *names[:seats]))
        fits(phone)


@pytest.mark.parametrize("name", ["lantern-moths", "lepidoptery", "nocturnis"])
def test_what_is_tapped_is_large_enough(phone: Page, services: Services, name: str) -> None:
    """44 pixels, but for the squares of a sheet of nine: they fill the width."""
    session = table(services, find(name), "Ada", "Ben")
    sit_down(phone, session)
    small = phone.evaluate(
        """() => [...document.querySelectorAll("#main :is(button,a.btn,summary.btn,label)")]
            .filter((e) => e.checkVisibility() && !e.matches(".sr") && !e.closest(".cells,dialog"))
            .map((e) => [e.textContent.trim().slice(0, 30), e.className, e.getBoundingClientRect()])
            .filter(([, , box]) => box.width < 43.5 || box.height < 43.5)
            .map(([text, name, box]) => `${text} ${name} ${box.width}x${box.height}`)"""
    )
    assert small == []


def test_the_squares_of_a_sheet_fill_the_window_and_bear_the_names_of_the_sheet(
    phone: Page, services: Services
) -> None:
    sit_down(phone, table(services, NOCTURNIS, "Ada", "Ben"))
    first = phone.locator(".cells label").first.bounding_box()
    assert first is not None
    assert first["width"] == pytest.approx(390 / 9, abs=0.1)
    assert first["height"] == pytest.approx(390 / 9, abs=0.5)
    names = phone.locator(".sheetpad .co").all_text_contents()
    assert names == [*"abcdefghi", *"987654321"]


def test_what_was_tapped_is_let_go_by_another_tap(phone: Page, services: Services) -> None:
    session = table(services, LEPIDOPTERY, "Ida", "Noor")
    sit_down(phone, session)
    lane, rank = phone.locator("label.lane").nth(3), phone.locator("label.rk").nth(5)
    line = phone.locator("#line")
    lane.tap()
    rank.tap()
    expect(line).to_have_value("p6")
    lane.tap()
    expect(line).to_have_value("6")
    rank.tap()
    expect(line).to_have_value("")
