"""Makes the pictures of the README anew: ``make screenshots``."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from playwright.sync_api import Page, sync_playwright
from werkzeug.serving import make_server

from domain.session import Session
from service import demo
from service.web.app import create_app
from service.wiring import Services, build
from tests.conftest import CHROMIUM_FLAGS, find_chromium

IMAGES = Path("docs", "images")
SIZE = {"width": 1440, "height": 900}


def main() -> int:
    """Take every picture."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with served() as (services, address), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
        page = browser.new_page(viewport=SIZE, color_scheme="dark")  # type: ignore[arg-type]
        session, step = moment(services)
        take(page, f"{address}/sessions/{session.id}?step={step}&view=all", "replay.png")
        page.set_viewport_size({"width": 1440, "height": 1240})
        take(page, f"{address}/statistics/lantern-moths?seats=3&by=people", "report.png")
        browser.close()
    return 0


@contextmanager
def served() -> Iterator[tuple[Services, str]]:
    """Serve the demo sessions from a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        services = build(Path(folder))
        demo.record(services.store)
        services.projector.catch_up()
        server = make_server("127.0.0.1", 0, create_app(services), threaded=True)
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield services, f"http://127.0.0.1:{server.port}"
        finally:
            server.shutdown()
            thread.join()
            services.close()


def moment(services: Services) -> tuple[Session, int]:
    """Find a contested tile late in a demo session of three."""
    for session_id in services.store.session_ids():
        session = services.store.load(session_id)
        game = session.game
        if session.status != "closed" or len(session.players) != 3 or not session.notes:
            continue
        for step, (before, move, _) in enumerate(session.history()):
            contested = game.tell(before, move.event).mark == "contest"
            if contested and step > 0.6 * session.last_step:
                return session, step
    raise RuntimeError("no contested tile in the demo sessions")


def take(page: Page, address: str, name: str) -> None:
    """Take one picture once the page is at rest."""
    page.goto(address, wait_until="networkidle")
    page.screenshot(path=IMAGES / name)
    sys.stdout.write(f"{IMAGES / name}\n")


if __name__ == "__main__":
    sys.exit(main())
