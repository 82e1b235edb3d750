"""Texts of editions for tests: those in seeds, with parts replaced."""

from domain.game import Game
from domain.games import LANTERN_MOTHS
from service import seeds


def text_of(game: Game, *replacements: tuple[str, str], name: str | None = None) -> str:
    """Return an edition's text from seeds under another name; what is replaced has to be there."""
    text = seeds.seed(game.name, "edition.toml").read_text("utf-8")
    renamed = [] if name is None else [(f'"{seeds.edition(game).name}"', name)]
    for before, after in [*renamed, *replacements]:
        assert before in text, before
        text = text.replace(before, after, 1)
    return text


GHOSTS = ("[ghosts]\nvalue = 4", "[ghosts]\nvalue = 7")
SEVEN = text_of(LANTERN_MOTHS, GHOSTS, name='"Seven Ghosts"')

BROKEN = """\
game = "lantern_moths"
name = ""

[colours]
value = ["Ruby", "Ruby", 7]
assumed = "none"

[copies]
value = { 1 = 5, 2 = "four", x = 2 }
assumed = "eleven"

[ghosts]
value = -1
printed = "Components"
assumed = "Components"

[ghost_points]
value = 2.5
printd = "Scoring"

[dsuk]
value = "six"
printed = "Components"

[tiles_per_colour]
value = 2

[grey_tiles]
value = 3
printed = ""

[bats]
"""
