"""Commands about the statistics."""

from typing import Any

import click
from rich.console import Console
from rich.table import Table

from analytics import stats as statistics
from analytics.filters import Filters
from domain.game import Game
from service.cli.work import GAME, KeyValue, Work, checked_options, print_json


@click.command()
@click.argument("game", type=GAME)
@click.option("--players", "seats", type=int, multiple=True, help="Seats; repeatable.")
@click.option(
    "--by", "played_by", type=click.Choice(["all", "people", "bots", "mixed"]), default="all"
)
@click.option("--option", "options", type=KeyValue(), multiple=True, help="A ruling; repeatable.")
@click.option("--prototype", default="", help="Of this prototype only.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def stats(
    work: Work,
    game: Game,
    seats: tuple[int, ...],
    played_by: str,
    options: tuple[tuple[str, str], ...],
    prototype: str,
    as_json: bool,
) -> None:
    """Count all sessions of GAME."""
    projector = work.services.projector
    projector.catch_up()
    filters = Filters(
        game=game.name,
        seats=seats,
        played_by=played_by,  # type: ignore[arg-type]
        options=checked_options(game, options),
        prototype=prototype,
    )
    report = statistics.report(projector.warehouse.cursor(), filters)
    if as_json:
        print_json(report)
    else:
        _print(game, report)


@click.command()
@click.pass_obj
def rebuild(work: Work) -> None:
    """Drop the statistics and make them anew from the stored events."""
    events = work.services.projector.rebuild()
    click.echo(f"{events:,} events projected")


def _print(game: Game, report: dict[str, Any]) -> None:
    console, basis = Console(highlight=False), report["basis"]
    console.print(f"{game.title}: {basis['counted']} of {basis['of']} sessions")
    for left in basis["left_out"]:
        console.print(f"  left out: {left['count']} {left['reason']}", markup=False)
    for finding in report["reports"]:
        console.print(f"\n{finding['title']}", style="bold", markup=False)
        console.print(finding["summary"], markup=False)
        table = Table(*finding["columns"])
        for row in finding["rows"]:
            table.add_row(*("" if cell is None else str(cell) for cell in row))
        console.print(table)
