"""A rulebook as clauses, in our own words, by section."""

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from domain.game import Game
from domain.rulebook import Clause
from service import seeds
from service.web.boards import SHOWN

page = Blueprint("rules", __name__)


@page.get("/rules")
def index() -> ResponseReturnValue:
    """Go to the only game's rules, or list the games."""
    return redirect(url_for("rules.show", game=next(iter(SHOWN.values())).command_name))


@page.get("/rules/<game>")
def show(game: str) -> ResponseReturnValue:
    """Show every clause, and every question that the rulebook leaves open."""
    found = named(game)
    book = seeds.rulebook(found)
    sections: dict[str, list[Clause]] = {}
    for clause in book.clauses:
        sections.setdefault(section_of(clause), []).append(clause)
    return render_template(
        "rules.html",
        here="rules",
        game=found,
        book=book,
        sections=sections.items(),
        games=SHOWN.values(),
    )


def section_of(clause: Clause) -> str:
    """Return the section that a clause stands in first, without paragraph numbers."""
    return clause.section.split(",")[0].split(";")[0].rstrip(" 0123456789")


def named(name: str) -> Game:
    """Return a game by its name in an address, or answer 404."""
    try:
        return SHOWN[name.replace("-", "_")]
    except KeyError:
        games = ", ".join(game.command_name for game in SHOWN.values())
        abort(404, f"There is no game {name[:40]!r} here; expected one of: {games}.")
