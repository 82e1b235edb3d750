"""The command that lets bots play each other and prints the ladder."""

import os
import secrets
import time
from typing import Any

import click
from rich import box
from rich.table import Table

from analytics.farm import FarmError, Here, Processes
from analytics.tournament import (
    LADDER,
    MOST_DEALS,
    Met,
    Result,
    Standings,
    Tournament,
    check,
    play,
    standings,
)
from domain.edition import content
from domain.errors import Invalid
from domain.game import Game
from service import editions, seeds
from service.cli.answers import printer
from service.cli.progress import progress
from service.cli.work import GAME, WORKERS, KeyValue, Work, checked_options, print_json
from service.simulating import Interrupt

DEALS = 20


@click.command()
@click.argument("game", type=GAME)
@click.option("--bots", help=f"Names of two or more, with commas. Default: {','.join(LADDER)}.")
@click.option(
    "--deals",
    type=click.IntRange(1, MOST_DEALS),
    default=DEALS,
    show_default=True,
    help="Deals of each pair; each is played twice, with the places exchanged.",
)
@click.option("--seats", type=int, help="Default: 2. A pair sits around the table in turns.")
@click.option("--option", "options", type=KeyValue(), multiple=True, help="A ruling; repeatable.")
@click.option("--edition", metavar="NAME", help="What lies in the box. Default: what is shipped.")
@click.option("--seed", help="Any text; the same seed gives the same games. Default: a new one.")
@click.option("--workers", type=WORKERS, help="Processes. Default: one a core.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def tournament(
    work: Work,
    game: Game,
    bots: str | None,
    deals: int,
    seats: int | None,
    options: tuple[tuple[str, str], ...],
    edition: str | None,
    seed: str | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Let every two bots play GAME on the same deals, and print who is stronger.

    Nothing is recorded; `mothlog simulate` with the same bots is. An interrupt prints what was
    played by then.
    """
    names = [name.strip() for name in bots.split(",")] if bots else list(LADDER)
    box_ = editions.find(game, work.folder, edition).edition if edition else seeds.edition(game)
    asked = Tournament(
        game=game.name,
        edition=content(box_),
        options=checked_options(game, options),
        bots=tuple(names),
        seats=2 if seats is None else seats,
        deals=deals,
        seed=seed or secrets.token_hex(4),
        cast=work.cast.text,
    )
    try:
        check(asked)
    except Invalid as error:
        raise click.UsageError(str(error)) from error
    began = time.perf_counter()
    results = _played(asked, workers or os.cpu_count() or 1)
    if not results:
        raise click.ClickException(f"stopped before the first of {asked.games:,} games was over")
    found = standings(asked, results)
    if as_json:
        print_json(as_data(asked, found, len(results)))
    else:
        _print(asked, found, len(results), time.perf_counter() - began)
    if len(results) < asked.games:
        raise click.ClickException(f"stopped: {len(results):,} of {asked.games:,} games played")


def as_data(asked: Tournament, found: Standings, games: int) -> dict[str, Any]:
    """Return a tournament as JSON-able data; shares and ranges from 0 to 1."""
    return {
        "game": asked.game,
        "options": asked.options,
        "seats": asked.seats,
        "deals": asked.deals,
        "seed": asked.seed,
        "games": games,
        "bots": [one._asdict() for one in found.rated],
        "pairs": [
            met._asdict() | {"share": met.share, "range": list(met.range)} for met in found.met
        ],
    }


def _played(asked: Tournament, workers: int) -> list[Result]:
    backend = Here() if workers == 1 else Processes(workers)
    results: list[Result] = []
    with progress(asked.game, asked.games) as report, Interrupt() as interrupt:
        try:
            for some in play(asked, backend, lambda: interrupt.asked):
                results += some
                report(len(results))
        except FarmError as error:
            raise click.ClickException(f"{error}; {len(results):,} games were played") from None
    return results


def _print(asked: Tournament, found: Standings, games: int, seconds: float) -> None:
    console = printer()
    ladder = Table("Bot", "Rating", "games", box=box.SIMPLE_HEAD)
    for one in found.rated:
        ladder.add_row(one.bot, f"{one.mean:.1f} ± {one.deviation:.1f}", f"{one.games:,}")
    console.print(ladder)
    pairs = Table("Pair", "won by the first", "95% range", "games", "", box=box.SIMPLE_HEAD)
    for met in found.met:
        low, high = met.range
        pairs.add_row(
            f"{met.bot} : {met.other}",
            f"{met.won:g} of {met.games:,}, {met.share:.0%}",
            f"{low:.0%} to {high:.0%}",
            f"{met.games:,}",
            _verdict(met),
        )
    console.print(pairs)
    console.print(
        f"{games:,} games of {asked.seats} seats in {seconds:.0f} s; seed {asked.seed}. "
        "A range that leaves out 50% is more than luck. Ratings: Plackett-Luce (openskill)."
    )


def _verdict(met: Met) -> str:
    return f"{met.bot} is stronger" if met.clear else "too few to say"
