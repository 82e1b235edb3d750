"""What a page knows of a game lies in that game's board, and each board has all that pages use."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import service.web
from service.web.boards import SHOWN, Group, board_of
from service.web.knowledge import EVERYTHING
from service.web.playback import Playback
from tests.web.conftest import Tables
from tests.web.reading import get

HOME = Path(service.web.__file__).parent
PARTS = {
    "lantern_moths": "lantern garden wick dusk ghost brimstone",
    "lepidoptery": "lepidoptery joker climb triple column_name deck_out",
    "nocturnis": "nocturnis habitat (?<!fai)lure atlas polyomino",
}
"""Words by which a file would betray that it knows a game."""


def own(path: Path) -> bool:
    """Whether a file is a game's own."""
    parts = path.relative_to(HOME).parts
    return ("boards" in parts and path.stem != "__init__") or any(game in parts for game in SHOWN)


def test_no_file_outside_the_boards_names_a_game_or_its_parts() -> None:
    words = re.compile("|".join(" ".join(PARTS.values()).split()), re.IGNORECASE)
    files = [p for p in HOME.rglob("*.*") if p.suffix in (".py", ".html", ".css", ".js")]
    assert len(files) > 50
    known = {
        f"{path.relative_to(HOME)}: {found}"
        for path in files
        if not own(path)
        for found in words.findall(path.read_text())
    }
    assert known == set()


@pytest.mark.parametrize("name", SHOWN)
def test_each_game_has_a_board_a_template_a_stylesheet_and_a_script(name: str) -> None:
    for path in ("templates/boards/{}.html", "static/css/boards/{}.css", "static/js/boards/{}.js"):
        assert (HOME / path.format(name)).is_file()
    macros = re.findall(r"macro (\w+)", (HOME / f"templates/boards/{name}.html").read_text())
    assert {"sprite", "board", "stuff", "seats", "small", "outcome", "pad", "edition"} <= set(
        macros
    )
    start = board_of(SHOWN[name]).start
    assert start is None or start[0].endswith(".")


def test_every_icon_of_a_game_is_on_the_page(client: FlaskClient, each: Tables) -> None:
    session = each.finished()
    film, board = Playback(session, EVERYTHING), board_of(session.game)
    groups: list[Group] = []
    for state in film.states:
        for seat in session.game.to_act(state):
            groups += board.choices(state, seat)
    used = {row.icon for row in film.rows} | {group.icon for group in groups}
    used |= {*board.marks.values()}
    page = get(client, f"/sessions/{session.id}")
    drawn = {s.attrs["id"].removeprefix("i-") for s in page.one(class_="sprite").find("symbol")}
    assert used <= drawn
    assert board.emblem in drawn


def test_marks_of_a_game_are_on_its_track(client: FlaskClient, each: Tables) -> None:
    session = each.finished()
    board, film = board_of(session.game), Playback(session, EVERYTHING)
    told = [row.mark for row in film.rows if row.mark]
    assert {*told} <= {*board.marks, *board.ticks}
    page = get(client, f"/sessions/{session.id}")
    assert len(page.find("a", class_="mk")) == sum(mark in board.marks for mark in told)
    assert len(page.find("circle", class_="tk")) == sum(mark in board.ticks for mark in told)
