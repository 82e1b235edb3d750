"""Stepping through a replay in Chromium with the key held down."""

import argparse
import sys
from collections.abc import Iterator

from playwright.sync_api import Page, sync_playwright

from service import demo
from service.web.app import create_app
from service.wiring import build
from tests.bench.common import FigureRow, folder
from tests.conftest import CHROMIUM_FLAGS, find_chromium
from tests.served import served

TARGET = 30  # steps a second, as fast as a held key repeats
EVERY = 1000 / 60  # milliseconds between presses: twice as fast, so that the page is the limit
WATCH = """() => {
    window.seen = [];
    document.addEventListener("mothlog:step", ({ detail }) => {
        seen.push([performance.now(), detail.step]);
    });
    window.pictures = 0;
    const count = () => { pictures += 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);
}"""
HOLD = """([last, every]) => new Promise((done) => {
    const press = () => {
        const at = { key: "ArrowRight", repeat: true, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new KeyboardEvent("keydown", at));
        if (seen.length && seen.at(-1)[1] >= last) {
            clearInterval(timer);
            const spent = seen.at(-1)[0] - seen[0][0];
            done([1000 * (seen.length - 1) / spent, 1000 * pictures / spent]);
        }
    };
    window.pictures = 0;
    const timer = setInterval(press, every);
})"""


def figures(arguments: argparse.Namespace) -> Iterator[FigureRow]:
    """Yield the steps that are drawn in a second, beside the pictures that the browser draws.

    Says so and yields nothing where there is no Chromium.
    """
    chromium = find_chromium()
    if chromium is None:
        sys.stderr.write("stepping: no Chromium here, so it is not measured\n")
        return
    with folder() as data:
        services = build(data)
        demo.record(services.store)
        sessions = [services.store.load(i) for i in services.store.session_ids()]
        longest = max(sessions, key=lambda s: s.last_step if s.status == "closed" else 0)
        with served(create_app(services)) as at, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            address = f"{at}/sessions/{longest.id}"
            rounds = [held(page, address, longest.last_step) for _ in range(arguments.rounds)]
            browser.close()
        services.close()
    steps, pictures = max(rounds)
    yield (
        f"steps a second, key held, {longest.last_step} steps",
        steps, "steps/s", TARGET, pictures, "pictures a second",
    )  # fmt: skip


def held(page: Page, address: str, last: int) -> tuple[float, float]:
    """Hold the key from the set-up to the end; return steps and pictures a second."""
    page.goto(address, wait_until="networkidle")
    page.evaluate(WATCH)
    steps, pictures = page.evaluate(HOLD, [last, EVERY])
    return float(steps), float(pictures)
