"""What is printed on a game's components, each value with where it comes from."""

from collections.abc import Mapping

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from domain.edition import Sourced, content_hash
from domain.game import Game
from service import seeds
from service.web.boards import SHOWN, board_of
from service.web.pages.rules import named

page = Blueprint("editions", __name__)


@page.get("/editions/<game>")
def show(game: str) -> ResponseReturnValue:
    """List every value of the edition that comes with a game."""
    found = named(game)
    edition = seeds.edition(found)
    return render_template(
        "edition.html",
        here="rules",
        game=found,
        games=SHOWN.values(),
        edition=edition,
        digest=content_hash(edition),
        values=values(found),
    )


def values(game: Game) -> list[tuple[str, str, Sourced]]:
    """List the edition's values: name, the value in words, and its source."""
    edition = seeds.edition(game)
    listed = []
    for name in edition.__struct_fields__:
        sourced = getattr(edition, name)
        if isinstance(sourced, Sourced):
            said = _in_words(sourced.value, board_of(game).titles)
            listed.append((name.replace("_", " "), said, sourced))
    return listed


def _in_words(value: object, titles: Mapping[str, str]) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{n} of value {v}" for v, n in value.items())
    if isinstance(value, tuple):
        return ", ".join(_in_words(item, titles) for item in value)
    return titles.get(str(value), str(value))
