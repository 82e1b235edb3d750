"""Editions: what lies in a game's box, each value with where it comes from, and adding one."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from domain.edition import EditionBase, Sourced, content_hash
from domain.game import Game
from domain.games import GAMES
from service import editions
from service.editions import Checked, Fault, Known, NoSuchEdition, Rejected, Taken
from service.tables import drawn
from service.web import context
from service.web.boards import SHOWN, board_of, template_of
from service.web.pages.rules import named

page = Blueprint("editions", __name__)

LARGEST = 192 * 1024  # bytes of a file; with the rest of its form it stays below the limit of all


class Value(NamedTuple):
    """A value by name: in words, or as lines where it is a drawing or a table."""

    name: str
    words: str
    lines: tuple[str, ...]
    source: Sourced[Any]


@page.get("/editions")
def index() -> ResponseReturnValue:
    """Go to the first game's editions."""
    return redirect(url_for("editions.show", game=next(iter(SHOWN.values())).command_name))


@page.get("/editions/<game>")
@page.get("/editions/<game>/<name>")
def show(game: str, name: str = "") -> ResponseReturnValue:
    """Show an edition: pictures of what is in it, then every value."""
    found = named(game)
    return _page(found, _known(found, name))


@page.get("/editions/<game>/<name>.toml")
def text(game: str, name: str) -> ResponseReturnValue:
    """Return the text of an edition, to write another from."""
    known = _known(named(game), name)
    written = editions.text_of(context.services().data, known)
    return Response(written, mimetype="text/plain")


@page.post("/editions/<game>/check")
def check(game: str) -> ResponseReturnValue:
    """Look an uploaded or typed edition through before anything is kept."""
    text = _sent()
    return _checked(named(game), text, editions.check(text))


@page.post("/editions/<game>/add")
def add(game: str) -> ResponseReturnValue:
    """Keep an edition, so that sessions can be played with it."""
    found, text = named(game), _sent()
    try:
        known = editions.add(context.services().data, text)
    except Rejected:
        return _checked(found, text, editions.check(text))
    except Taken as error:
        return _checked(found, text, editions.check(text), str(error))
    own = GAMES[known.edition.game].command_name
    name = known.slug if known.source == "added" else None
    return redirect(url_for("editions.show", game=own, name=name), 303)


def values(game: Game, edition: EditionBase) -> list[Value]:
    """List an edition's values in the order of its format."""
    listed = []
    titles = board_of(game).titles
    for name in edition.__struct_fields__:
        sourced = getattr(edition, name)
        if isinstance(sourced, Sourced):
            lines = tuple(drawn(sourced.value))
            words = _in_words(sourced.value, titles) if len(lines) < 2 else ""
            listed.append(Value(name.replace("_", " "), words, lines if not words else (), sourced))
    return listed


def _in_words(value: object, titles: Mapping[str, str]) -> str:
    if isinstance(value, dict):
        counts = all(isinstance(count, int) for count in value.values())
        join = "{1} of value {0}" if counts else "{0} = {1}"
        return ", ".join(join.format(key, item) for key, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(_in_words(item, titles) for item in value)
    return titles.get(str(value), str(value))


def _known(game: Game, name: str) -> Known:
    if not name:
        return editions.shipped(game)
    try:
        return editions.find(game, context.services().data, name)
    except NoSuchEdition as error:
        text = str(error)
        abort(404, f"{text[:1].upper()}{text[1:]}.")


def _sent() -> bytes:
    """Return the text that the form holds: a file, or what was typed.

    :raises RequestEntityTooLarge: it is longer than an edition may be here.
    """
    file = request.files.get("file")
    raw = file.stream.read(LARGEST + 1) if file else b""
    raw = raw or request.form.get("text", "").replace("\r\n", "\n").encode()
    if len(raw) > LARGEST:
        raise RequestEntityTooLarge
    return raw


def _page(game: Game, known: Known) -> str:
    data = context.services().data
    edition = known.edition
    return render_template(
        "edition.html",
        here="editions",
        game=game,
        games=SHOWN.values(),
        board_template=template_of(game),
        known=known,
        all=editions.editions_of(game, data),
        damaged=editions.damaged_in(game, data),
        digest=content_hash(edition),
        **_drawn(game, edition),
    )


def _drawn(game: Game, edition: EditionBase) -> dict[str, Any]:
    return {
        "edition": edition,
        "values": values(game, edition),
        "totals": game.totals(edition),
        "drawing": board_of(game).edition(edition),
    }


class Error(NamedTuple):
    """A fault and the line of the text that it stands in."""

    fault: Fault
    line: str


def _checked(game: Game, text: bytes, checked: Checked, taken: str = "") -> ResponseReturnValue:
    plain = text.decode(errors="replace")
    rows = plain.split("\n")
    errors = [
        Error(fault, rows[fault.line - 1].strip() if fault.line and fault.line <= len(rows) else "")
        for fault in checked.faults
    ]
    own = checked.game or game
    page = render_template(
        "edition_checked.html",
        here="editions",
        game=own,
        board_template=template_of(own),
        checked=checked,
        errors=errors,
        taken=taken,
        text=plain,
        **(_drawn(own, checked.edition) if checked.edition else {}),
    )
    return page, 422 if errors or taken else 200
