"""Makes the pictures of the README and the docs anew: ``make screenshots``."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from domain.session import Session
from service import demo
from service.queries import Plot, Queries, Saved
from service.web.app import create_app
from service.wiring import Services, build
from tests.conftest import CHROMIUM_FLAGS, find_chromium
from tests.served import served as served_at

IMAGES = Path("docs", "images")
DESK, PHONE = (1440, 900), (390, 844)

ASKED = """\
SELECT clause, count(*) AS stumbles, round(sum(friction.seconds) / 60, 1) AS minutes
FROM friction JOIN sessions USING (session)
WHERE game = 'lantern_moths' AND kind IN ('look_up', 'dispute', 'ruling')
GROUP BY clause ORDER BY stumbles DESC, clause"""


class Picture(NamedTuple):
    """A page and what its picture is called."""

    name: str
    address: str
    size: tuple[int, int] = DESK


def main() -> int:
    """Take every picture."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with served() as (services, address), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        for picture in pictures(services):
            take(browser, address, picture)
        browser.close()
    return 0


@contextmanager
def served() -> Iterator[tuple[Services, str]]:
    """Serve the demo sessions from a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        services = build(Path(folder))
        demo.record(services.store)
        services.projector.catch_up()
        with served_at(create_app(services)) as address:
            yield services, address
        services.close()


def pictures(services: Services) -> Iterator[Picture]:
    """Find a telling moment for every picture."""
    sessions = [services.store.load(one) for one in services.store.session_ids()]
    ended = [one for one in sessions if one.status == "closed"]

    def first(wanted: Callable[[Session], bool]) -> Session:
        return next(filter(wanted, ended))

    three = first(lambda s: _digital(s, "lantern_moths", 3) and bool(_marked(s, "contest")))
    yield Picture("replay", _replay(three, _marked(three, "contest")[-1]))
    garden = first(lambda s: s.game.name == "nocturnis" and s.opened.title == "Morning, alone")
    yield Picture("replay-nocturnis", _replay(garden, garden.last_step * 2 // 3))
    climb = first(lambda s: s.game.name == "lepidoptery" and s.opened.title == "Flatmates")
    yield Picture("replay-lepidoptery", _replay(climb, climb.last_step - 6))
    yield Picture("report", "/statistics/lantern-moths?seats=3&by=people", (1440, 1240))
    evening = first(lambda s: s.opened.title == "Saturday table, with Wren")
    yield Picture("table-phone", f"/sessions/{logged_now(services, evening).id}/table", PHONE)
    branch = first(lambda s: s.opened.branch is not None and s.game.name == "lantern_moths")
    left = branch.opened.branch
    assert left is not None
    beside = f"/compare?a={left.session}&b={branch.id}&step={left.step + 6}"
    yield Picture("compare", beside)
    yield Picture("blind", f"/sessions/{three.id}/blind?step={three.actions[14][0] - 1}")
    yield Picture("editions", "/editions/nocturnis", (1440, 1100))
    plot = Plot("bar", "clause", "stumbles")
    query = Saved("", "Where tables stumble", "", ASKED, "", plot, datetime.now(UTC))
    saved = Queries(services.data).save(query)
    yield Picture("sql", f"/sql/saved/{saved.id}", (1440, 1100))


def logged_now(services: Services, evening: Session) -> Session:
    """Log the first half of an evening's log again, up to this minute."""
    told = list(evening.log[: evening.version // 2])
    late = datetime.now(UTC) - told[-1].at
    return services.recorder.enter([(one.at + late, [one.event]) for one in told]).session


def _digital(session: Session, game: str, seats: int) -> bool:
    opened = session.opened
    return (
        (session.game.name, len(session.players), opened.mode) == (game, seats, "digital")
        and opened.branch is None
        and bool(session.notes)
    )


def _marked(session: Session, mark: str) -> list[int]:
    """List the steps in the later half of a session that have a mark on the timeline."""
    tell = session.game.tell
    told = [tell(before, move.event).mark for before, move, _ in session.history()]
    return [step for step, one in enumerate(told) if one == mark and 2 * step > len(told)]


def _replay(session: Session, step: int) -> str:
    return f"/sessions/{session.id}?step={step}&view=all"


def take(browser: Browser, address: str, picture: Picture) -> None:
    """Take one picture, by night, once the page is at rest."""
    width, height = picture.size
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        color_scheme="dark",
        reduced_motion="reduce",
        device_scale_factor=2 if picture.size == PHONE else 1,
    )
    page = context.new_page()
    page.goto(picture.address, wait_until="networkidle")
    page.evaluate("document.activeElement.blur()")
    target = IMAGES / f"{picture.name}.png"
    page.screenshot(path=target)
    context.close()
    sys.stdout.write(f"{target}\n")


if __name__ == "__main__":
    sys.exit(main())
