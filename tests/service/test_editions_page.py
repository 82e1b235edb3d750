"""The worked examples in docs/editions.md do what the page says."""

import re
from pathlib import Path

import pytest

from domain.edition import Sourced
from domain.game import Game
from domain.games import GAMES
from service import seeds
from service.cli import run

PAGE = (Path(__file__).parents[2] / "docs" / "editions.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))
EXAMPLE = re.compile(
    r"```toml\n(.*?)```\s+`mothlog edition check (\S+)` answers:\s+```text\n(.*?)```", re.DOTALL
)


def shown(game: Game) -> tuple[str, str, str]:
    """Return a game's example: what is changed, the file's name, and the answer."""
    found = EXAMPLE.search(SECTIONS.get(game.title, ""))
    if found is None:
        pytest.skip(f"no example of {game.title}")
    return found[1], found[2], found[3]


def rewritten(text: str, changes: str) -> str:
    """Put the changed tables of an example in place of those in a whole file."""
    for change in changes.strip().split("\n\n"):
        first = change.split("\n")[0]
        pattern = rf"^{re.escape(first)}\n.*?(?=\n\n|\Z)" if first[0] == "[" else r"^name = .*$"
        flags = re.M | re.S if first[0] == "[" else re.M
        text, count = re.subn(pattern, lambda _, new=change: new, text, count=1, flags=flags)
        assert count == 1, first
    return text


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_an_example_is_answered_as_the_page_says(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changes, file, answer = shown(game)
    monkeypatch.chdir(tmp_path)
    text = seeds.seed(game.name, "edition.toml").read_text("utf-8")
    Path(file).write_text(rewritten(text, changes), "utf-8")
    assert run(["edition", "check", file]) == 0
    assert capsys.readouterr().out == answer
    assert run(["--data", "data", "edition", "add", file]) == 0
    slug = capsys.readouterr().out.split()[-1]
    played = ["simulate", game.command_name, "--edition", slug, "--games", "3"]
    assert run(["--data", "data", *played]) == 0


@pytest.mark.parametrize("name", list(GAMES))
def test_every_value_of_a_game_has_its_row(name: str) -> None:
    game = GAMES[name]
    rows = re.findall(r"^\| `(\w+)` \|", SECTIONS[game.title], re.M)
    box = seeds.edition(game)
    assert rows == [f for f in box.__struct_fields__ if isinstance(getattr(box, f), Sourced)]
