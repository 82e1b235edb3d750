"""Figures as files: the page's own colours, a title that says what was found, no network."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from analytics import stats
from analytics.filters import Filters
from analytics.findings import Finding
from service import demo
from service.plotting import Undrawn, drawn, heaped, inked, titled
from service.wiring import Services, build
from tests.conftest import find_chromium


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """The demo sessions, counted."""
    made = build(tmp_path_factory.mktemp("drawn") / "data")
    demo.record(made.store)
    made.projector.catch_up()
    yield made
    made.close()


def finding(services: Services, report: str, **asked: Any) -> Finding:
    """Answer a report."""
    cursor = services.projector.warehouse.cursor()
    return stats.findings(cursor, Filters("lantern_moths", **asked), [report])[0]


def test_colours_become_what_the_theme_s_tokens_say(services: Services) -> None:
    figure = finding(services, "wick-fate").figure
    assert "var(--" in str(figure)
    night, day = inked(figure, "night"), inked(figure, "day")
    for made in (night, day):
        assert "var(" not in str(made)
    assert "#ece8dc" in str(night)
    assert "#182022" in str(day)
    assert inked("var(--moth-d) var(--sans)", "day").startswith("#3f4c7a -apple-system")


def test_what_was_found_stands_above_and_is_read_as_text(services: Services) -> None:
    found = finding(services, "seat-wins")
    made = titled(inked(found.figure, "day"), found, "day")  # type: ignore[type-var]
    assert found.figure is not None
    assert found.title in made["layout"]["title"]["text"]
    assert f"{found.counted} sessions" in made["layout"]["title"]["text"]
    assert made["layout"]["height"] > found.figure["layout"]["height"]
    assert made["layout"]["paper_bgcolor"] == "#f7f8f4"


def test_heaped_dots_stand_together_at_the_width_of_a_picture() -> None:
    trace = {"x": [1.0, 1.5], "meta": {"beside": [0, 1], "apart": 0.5, "pixels": 6}}
    layout = {"xaxis": {"range": [0, 6.6]}, "margin": {"l": 48, "r": 12}}
    (moved,) = heaped([trace], layout)
    assert moved["x"] == pytest.approx([1.0, 1.06])
    assert trace["x"] == [1.0, 1.5]


def test_a_report_without_a_figure_says_why(services: Services) -> None:
    with pytest.raises(Undrawn, match="report 'seat-wins' has no figure under these filters"):
        drawn(finding(services, "seat-wins", seats=(9,)), "png")


def test_without_a_browser_it_says_what_to_do(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("BROWSER_PATH", raising=False)
    monkeypatch.setattr(
        "choreographer.browsers.chromium.Chromium.find_browser", lambda *a, **k: None
    )
    with pytest.raises(Undrawn, match="no Chrome or Chromium was found; install one"):
        drawn(finding(services, "seat-wins"), "svg")


@pytest.mark.filterwarnings("ignore")  # the library's own, about pipes that it leaves open
def test_a_browser_draws_svg_and_png(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (chromium := find_chromium()):
        pytest.skip("no Chromium")
    monkeypatch.setenv("BROWSER_PATH", chromium)
    found = finding(services, "seat-wins")
    svg = drawn(found, "svg", "night").decode()
    assert svg.startswith("<svg")
    assert found.title in re.sub(r"<[^>]+>", "", svg)
    assert "#141c1f" in svg or "rgb(20, 28, 31)" in svg
    assert not re.findall(r"(?:href|src)=\"https?:", svg)
    png = drawn(found, "png")
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) == 1440
