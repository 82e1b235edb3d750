"""The command that decides recorded sessions again under other rulings."""

import os
from typing import Any

import click
import msgspec
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from analytics.counterfactual import Followed, Summary
from analytics.counterfactual.many import CHUNK
from analytics.filters import Filters, PlayedBy, basis, choices
from analytics.stats import told
from domain.game import Game
from service.cli.answers import printer
from service.cli.work import GAME, WORKERS, KeyValue, Work, checked_options, print_json
from service.counterfactual import as_data, chosen, over

SHOWN = 20  # sessions on a screen


@click.command()
@click.argument("game", type=GAME)
@click.option(
    *("--option", "options"),
    type=KeyValue(),
    multiple=True,
    required=True,
    help="The other ruling; repeatable.",
)
@click.option("--seats", type=int, multiple=True, help="So many seats; repeatable.")
@click.option(
    "--by",
    "played_by",
    type=click.Choice(["all", "people", "bots", "mixed"]),
    help="Who played; people, where some have finished a session, otherwise all.",
)
@click.option("--player", "players", multiple=True, help="With this person; repeatable.")
@click.option("--prototype", default="", help="Of this prototype only.")
@click.option("--edition", default="", help="Of this edition only.")
@click.option("--rules", default="", help="Of this version of the rules only.")
@click.option("--tag", "tags", multiple=True, help="With this tag; repeatable.")
@click.option(
    "--include",
    type=click.Choice(["irregular", "branches", "amended"]),
    multiple=True,
    help="Let in what is left out; repeatable.",
)
@click.option("--workers", type=WORKERS, help="Processes. Default: one a core.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def counterfactual(
    work: Work,
    game: Game,
    options: tuple[tuple[str, str], ...],
    seats: tuple[int, ...],
    played_by: PlayedBy | None,
    players: tuple[str, ...],
    prototype: str,
    edition: str,
    rules: str,
    tags: tuple[str, ...],
    include: tuple[str, ...],
    workers: int | None,
    as_json: bool,
) -> None:
    """Decide the recorded sessions of GAME again under another ruling, with the cards that came.

    Only finished sessions. What is left out of statistics is left out here too.
    """
    rulings = checked_options(game, options)
    projector = work.services.projector
    projector.catch_up()
    cursor = projector.warehouse.cursor()
    usual: PlayedBy = "people" if choices(cursor, game.name).by_people else "all"
    filters = Filters(
        game=game.name,
        seats=seats,
        played_by=played_by or usual,
        players=players,
        prototype=prototype,
        edition=edition,
        rules=rules,
        tags=tags,
        include=include,
    )
    rests_on = told(basis(cursor, filters))
    found = _run(work, game, filters, rulings, workers or os.cpu_count() or 1)
    if as_json:
        asked = {"game": game.name, "filters": msgspec.to_builtins(filters), "basis": rests_on}
        print_json(asked | as_data(found))
    else:
        _print(game, filters, rests_on, found)


def _run(
    work: Work, game: Game, filters: Filters, rulings: dict[str, str], workers: int
) -> Summary:
    ids = chosen(work.services, filters)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(game.name, total=len(ids))
        return over(
            work.services,
            ids,
            rulings,
            1 if len(ids) <= CHUNK else workers,
            lambda done: progress.update(task, completed=done),
        )


def _print(game: Game, filters: Filters, rests_on: dict[str, Any], found: Summary) -> None:
    console = printer()
    by = "" if filters.played_by == "all" else f", played by {filters.played_by}"
    rulings = ", ".join(f"{name}={value}" for name, value in found.options.items())
    console.print(f"{game.title} under {rulings}: {found.sessions:,} finished sessions{by}")
    for left in rests_on["left_out"]:
        console.print(f"  left out: {left['count']:,} {left['reason']}")
    console.print(f"\n{found.title}", style="bold")
    console.print(f"{found.summary}\n")
    table = Table("What", "Sessions", box=box.SIMPLE_HEAD)
    for share in found.shares:
        table.add_row(share.what, share.said)
    console.print(table)
    if found.kept:
        console.print(_sessions(found.kept[:SHOWN]))
    if found.unread:
        console.print(f"{found.unread} could not be read; mothlog verify names them", style="dim")


def _sessions(kept: list[Followed]) -> Table:
    table = Table("Session", "Step", "Recorded", "Instead", "Then", box=box.SIMPLE_HEAD)
    for each in kept:
        parted = each.divergence
        assert parted is not None
        name = each.title or each.session[-8:]
        table.add_row(name, str(parted.step), parted.recorded, parted.instead, each.then)
    return table
