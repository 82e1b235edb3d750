"""Names, titles and places as long as they may be, or written from right to left."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from domain.games import find
from domain.session.commands import Table
from domain.session.events import Player
from service import seeds
from service.bots import play_bots
from service.wiring import Services
from tests.browser.test_play_keys import people, sit_down

GAME = find("lantern-moths")
LONG = "W" * 40


def table(*names: str, bot: str | None = "random") -> Table:
    """A table with a title, a place and a tag of one long word each."""
    return Table(
        game=GAME,
        rules="v4",
        edition=seeds.edition(GAME),
        players=tuple(Player(name, bot) for name in names),
        title="W" * 120,
        place="W" * 60,
        tags=("W" * 40,),
    )


def fits(page: Page) -> None:
    """Check that nothing scrolls sideways: not the page, nor a panel in it."""
    wide = page.evaluate(
        """() => [document.documentElement,
            ...document.querySelectorAll("main, .panel, .cols > *, dialog[open]")]
          .filter((e) => e.scrollWidth > e.clientWidth + 1)
          .map((e) => `${e.tagName}.${e.className} ${e.scrollWidth} > ${e.clientWidth}`)"""
    )
    assert wide == [], page.url


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_scrolls_sideways(page: Page, services: Services, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    names = tuple(LONG[:-1] + end for end in "WXYZ")
    opened = services.recorder.open(table(*names)).session
    done = play_bots(services.recorder, opened, Random(2))
    live = services.recorder.open(table(*names, bot=None)).session
    for path in (
        "/",
        f"/sessions/{done.id}",
        f"/sessions/{done.id}?step={done.last_step}",
        f"/sessions/{done.id}?hide=1&step={done.last_step}",
        f"/sessions/{done.id}/play",
        f"/sessions/{live.id}",
        f"/sessions/{live.id}/play",
        "/statistics/lantern-moths?by=bots",
        "/statistics/lantern-moths?by=people&include=unfinished",
    ):
        page.goto(path)
        expect(page.locator("main h1")).to_be_visible()
        fits(page)
    people(page, *names[:2])
    fits(page)
    sit_down(page, names[0])
    fits(page)
    page.keyboard.press("?")
    fits(page)


def test_a_name_written_from_right_to_left_turns_nothing_else_round(
    page: Page, services: Services
) -> None:
    names = ("\u202eAda", "\u202eBen")
    opened = services.recorder.open(table(*names)).session
    done = play_bots(services.recorder, opened, Random(2))
    for path in (f"/sessions/{done.id}?step=1", f"/sessions/{done.id}/play", "/"):
        page.goto(path)
        loose = page.evaluate(
            """() => {
              const main = document.querySelector("main");
              const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
              const loose = [];
              while (walk.nextNode()) {
                if (!walk.currentNode.data.includes("\u202e")) continue;
                const style = getComputedStyle(walk.currentNode.parentElement);
                const own = walk.currentNode.data.trim().startsWith("\u202e");
                if (style.unicodeBidi === "isolate" && own) continue;
                loose.push(walk.currentNode.data);
              }
              for (const name of ["aria-label", "title", "data-say", "aria-valuetext"]) {
                for (const part of document.querySelectorAll(`[${name}*="\u202e"]`)) {
                  loose.push(part.getAttribute(name));
                }
              }
              loose.push(document.title);
              const bare = (text) => text.replace(/\u2068[^\u2069]*\u2069/g, "");
              return loose.filter((text) => bare(text).includes("\u202e"));
            }"""
        )
        assert loose == []
