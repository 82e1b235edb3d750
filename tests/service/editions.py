"""Texts of editions for tests: those in seeds, with parts replaced."""

from domain.game import Game
from service import seeds


def text_of(game: Game, *replacements: tuple[str, str], name: str | None = None) -> str:
    """Return an edition's text from seeds under another name; what is replaced has to be there."""
    text = seeds.seed(game.name, "edition.toml").read_text("utf-8")
    renamed = [] if name is None else [(f'"{seeds.edition(game).name}"', name)]
    for before, after in [*renamed, *replacements]:
        assert before in text, before
        text = text.replace(before, after, 1)
    return text
