"""Commands about the statistics."""

from typing import Any

import click
from rich.console import Console
from rich.table import Table

from analytics import stats as statistics
from analytics.filters import Filters, PlayedBy, choices
from analytics.warehouse import Cursor
from domain.game import Game
from service.cli.work import GAME, KeyValue, Work, checked_options, print_json


@click.command()
@click.argument("game", type=GAME)
@click.option("--players", "seats", type=int, multiple=True, help="Seats; repeatable.")
@click.option(
    "--by",
    "played_by",
    type=click.Choice(["all", "people", "bots", "mixed"]),
    help="Who played; people, where some have finished a session, otherwise all.",
)
@click.option("--option", "options", type=KeyValue(), multiple=True, help="A ruling; repeatable.")
@click.option("--prototype", default="", help="Of this prototype only.")
@click.option("--edition", default="", help="Of this edition only.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def stats(
    work: Work,
    game: Game,
    seats: tuple[int, ...],
    played_by: PlayedBy | None,
    options: tuple[tuple[str, str], ...],
    prototype: str,
    edition: str,
    as_json: bool,
) -> None:
    """Count all sessions of GAME."""
    projector = work.services.projector
    projector.catch_up()
    cursor = projector.warehouse.cursor()
    filters = Filters(
        game=game.name,
        seats=seats,
        played_by=played_by or _usual(cursor, game),
        options=checked_options(game, options),
        prototype=prototype,
        edition=edition,
    )
    report = statistics.report(cursor, filters)
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


RANGES = (
    "\nRanges are 95% ranges; how each is worked out stands in its report's definition (--json, or "
    "the page)."
)


def _usual(cursor: Cursor, game: Game) -> PlayedBy:
    """Return who counts where nobody asked: the same as on the page."""
    return "people" if choices(cursor, game.name).by_people else "all"


def _print(game: Game, report: dict[str, Any]) -> None:
    console, basis = Console(highlight=False), report["basis"]
    by = report["filters"]["played_by"]
    whom = "" if by == "all" else f", played by {by}"
    console.print(f"{game.title}: {basis['counted']} of {basis['of']} sessions{whom}")
    for left in basis["left_out"]:
        console.print(f"  left out: {left['count']} {left['reason']}", markup=False)
    for finding in report["reports"]:
        console.print(f"\n{finding['title']}", style="bold", markup=False)
        console.print(finding["summary"], markup=False)
        table = Table(*finding["columns"])
        for row in finding["rows"]:
            table.add_row(*("" if cell is None else str(cell) for cell in row))
        console.print(table)
    console.print(RANGES, style="dim", markup=False)
