"""The command that lists the bots."""

from typing import Any

import click
from rich import box
from rich.table import Table

from analytics.bots import Cast
from domain.game import Game
from domain.games import GAMES
from service.cli.answers import printer
from service.cli.work import GAME, Work, print_json


@click.command()
@click.argument("game", type=GAME, required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def bots(work: Work, game: Game | None, as_json: bool) -> None:
    """List the bots that play GAME, or those of every game, with how they play.

    Those of bots.toml in the data folder are among them.
    """
    games = [game] if game else list(GAMES.values())
    if as_json:
        print_json({"bots": [_row(work.cast, name, games) for name in _names(work.cast, games)]})
        return
    for each in games:
        table = Table("Bot", "Name", "How it plays", title=each.title, box=box.SIMPLE_HEAD)
        for name, bot in work.cast.of_game(each).items():
            table.add_row(name, bot.title, bot.description)
        printer().print(table)


def _names(cast: Cast, games: list[Game]) -> list[str]:
    return [name for name in cast.names if any(cast.plays(name, game) for game in games)]


def _row(cast: Cast, name: str, games: list[Game]) -> dict[str, Any]:
    bot = cast.find(name)
    playing = [game.command_name for game in games if bot.plays(game)]
    return {"name": name, "title": bot.title, "description": bot.description, "games": playing}
