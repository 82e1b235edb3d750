"""Pictures and pages from the command line."""

from pathlib import Path
from random import Random

import pytest

from domain.games import find
from service.bots import play_bots
from service.wiring import build
from tests.service.command_line import Mothlog
from tests.web.conftest import Tables


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mothlog:
    """Commands on a folder with a finished game and one that is played."""
    services = build(tmp_path / "data", rng=Random(3))
    tables = Tables(services)
    tables.finished(title="Thursday garden")
    tables.open("Ada", "Ben", title="Still going")
    play_bots(services.recorder, Tables(services, find("nocturnis")).open("bot 0"), Random(1))
    services.close()
    return Mothlog(tmp_path / "data", capsys)


def session(run: Mothlog, *filters: str) -> str:
    return run("sessions", "--json", *filters).json["sessions"][0]["id"]


def test_a_position_is_drawn_as_svg_and_as_png(run: Mothlog, tmp_path: Path) -> None:
    name = session(run, "--game", "lantern-moths", "--status", "finished")
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    assert run("picture", name, "--step", "9", "--view", "A", "-o", str(svg)).code == 0
    assert svg.read_text("utf-8").startswith("<svg")
    assert "As bot 0 saw it then" in svg.read_text("utf-8")
    ran = run("picture", name, "--theme", "day", "--width", "300", "-o", str(png))
    assert ran.code == 0
    assert ran.out.endswith("Everything\n")
    assert png.read_bytes()[16:20] == (300).to_bytes(4, "big")


def test_sheets_are_named_by_letter(run: Mothlog, tmp_path: Path) -> None:
    name = session(run, "--game", "nocturnis")
    assert run("picture", name, "--sheets", "A", "-o", str(tmp_path / "a.svg")).code == 0
    wrong = run("picture", name, "--sheets", "B", "-o", str(tmp_path / "b.svg"))
    assert wrong.code == 1
    assert "expected 0 to 0, or all" in wrong.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--step", "9999", "-o", "a.svg"), "there is no step 9999"),
        (("--view", "x", "-o", "a.svg"), "There is no view"),
        (("--width", "9", "-o", "a.svg"), "expected a number of pixels from 160 to 2000"),
        (("-o", "a.gif"), "expected a name in .svg or .png"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_nothing_written(
    run: Mothlog,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("picture", session(run, "--status", "finished"), *arguments)
    assert ran.code != 0
    assert said in ran.err
    assert not list(tmp_path.glob("a.*"))


def test_a_live_session_is_drawn_as_everybody_sees_it(run: Mothlog, tmp_path: Path) -> None:
    name, file = session(run, "--status", "live"), str(tmp_path / "a.svg")
    assert run("picture", name, "-o", file).out.endswith("What everybody sees\n")
    wrong = run("picture", name, "--view", "all", "-o", file)
    assert wrong.code == 2
    assert "expected public while the session is played" in wrong.err


def test_a_session_is_written_as_one_page(run: Mothlog, tmp_path: Path) -> None:
    name, file = session(run, "--status", "finished"), tmp_path / "a.html"
    assert run("export", name, "--format", "html", "-o", str(file)).code == 0
    assert 'id="frames"' in file.read_text("utf-8")
    assert run("export", name, "--format", "html").code == 2
    assert run("export", "--all", "--format", "html", "-o", str(file)).code == 2
    assert run("export", name, "--view", "public").code == 2


def test_files_to_import_can_be_written_too(run: Mothlog, tmp_path: Path) -> None:
    name, file = session(run, "--status", "finished"), tmp_path / "a.txt"
    assert run("export", name, "-o", str(file)).out == ""
    assert file.read_text("utf-8") == run("export", name).out
