"""Statistics of one game: what counts, what was found, and the moments behind each number."""

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from domain.games import GAMES

page = Blueprint("statistics", __name__, url_prefix="/statistics")


@page.get("")
def index() -> ResponseReturnValue:
    """Go to the first game's statistics."""
    return redirect(url_for("statistics.show", game=next(iter(GAMES.values())).command_name))


@page.get("/<game>")
def show(game: str) -> ResponseReturnValue:
    return ""
