"""Games, rulebooks and editions."""

from typing import Any

from werkzeug.exceptions import NotFound

from domain.edition import assumed, content, content_hash
from domain.game import Game
from domain.games import GAMES, find
from domain.options import per_seat
from service import editions, seeds
from service.api.answers import (
    ClauseRow,
    EditionRow,
    Editions,
    EditionWhole,
    GameRow,
    Games,
    Option,
    Rules,
)
from service.api.routing import Reply, read
from service.editions import Known, NoSuchEdition
from service.web.context import services


@read("/games", Games, "Games")
def list_games() -> Reply:
    """List the games."""
    return Reply(Games(tuple(map(_game, GAMES.values()))))


@read("/games/{game}", GameRow, "Games", refuses=(404,))
def show_game(game: str) -> Reply:
    """Describe a game."""
    return Reply(_game(named(game)))


@read("/games/{game}/rulebook", Rules, "Games", refuses=(404,))
def show_rulebook(game: str) -> Reply:
    """Return a rulebook's clauses in our own words, and the questions that it leaves open."""
    book = seeds.rulebook(named(game))
    clauses = tuple(
        ClauseRow(id=c.id, section=c.section, kind=c.kind, text=c.text, reading=c.reading)
        for c in book.clauses
    )
    return Reply(
        Rules(
            game=book.game,
            title=book.title,
            version=book.version,
            source=book.source,
            clauses=clauses,
            options=book.options,
        )
    )


@read("/games/{game}/editions", Editions, "Games", refuses=(404,))
def list_editions(game: str) -> Reply:
    """List a game's editions, the one that comes with it first."""
    known = editions.editions_of(named(game), services().data)
    return Reply(Editions(tuple(EditionRow(**_edition(each)) for each in known)))


@read("/games/{game}/editions/{edition}", EditionWhole, "Games", refuses=(404,))
def show_edition(game: str, edition: str) -> Reply:
    """Return an edition whole, as a session can be opened with it."""
    try:
        known = editions.find(named(game), services().data, edition)
    except NoSuchEdition as error:
        raise NotFound(str(error)) from None
    return Reply(EditionWhole(**_edition(known), content=content(known.edition)))


def named(name: str) -> Game:
    """Return a game by its name in an address.

    :raises NotFound: there is none.
    """
    try:
        return find(name)
    except KeyError:
        raise NotFound(
            f"there is no game {name[:40]!r}, expected one of: {known_games()}"
        ) from None


def known_games() -> str:
    """Name the games as addresses do."""
    return ", ".join(game.command_name for game in GAMES.values())


def _game(game: Game) -> GameRow:
    book, several = seeds.rulebook(game), per_seat(game.options)
    return GameRow(
        name=game.name,
        title=game.title,
        rules=book.version,
        seats=tuple(game.seats),
        round_word=game.round_word,
        simultaneous=game.simultaneous,
        options=tuple(
            Option(
                name=option.name,
                question=option.question,
                values=tuple(value.value for value in option.values),
                per_seat=option.name in several,
            )
            for option in book.options
        ),
        bots=tuple(services().cast.of_game(game)),
    )


def _edition(known: Known) -> dict[str, Any]:
    return {
        "game": known.edition.game,
        "name": known.name,
        "slug": known.slug,
        "source": known.source,
        "edition_hash": content_hash(known.edition),
        "assumed": assumed(known.edition),
    }
