"""What the documents say is so: commands, links, options, event names."""

import re
from pathlib import Path

import pytest

from domain.games import GAMES
from service import seeds
from service.cli import COMMANDS
from tests.tools.make_cli_docs import TARGET, text

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def test_the_command_line_page_is_the_commands_own_help() -> None:
    assert (ROOT / TARGET).read_text(encoding="utf-8") == text()


def test_the_readme_names_every_command_and_no_other() -> None:
    named = re.findall(r"^\| `mothlog ([\w-]+)", (ROOT / "README.md").read_text("utf-8"), re.M)
    assert named == list(COMMANDS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert not missing


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_games_page_lists_its_options_and_events(game: object) -> None:
    page = (ROOT / "docs" / f"{game.command_name}.md").read_text("utf-8")  # type: ignore[attr-defined]
    for option in seeds.rulebook(game).options:  # type: ignore[arg-type]
        default, *others = [value.value for value in option.values]
        row = f"| `{option.name}` | `{default}` | {', '.join(f'`{v}`' for v in others)} |"
        assert row in page
    for event in game.events:  # type: ignore[attr-defined]
        assert f"`{event.stored_name}`" in page
