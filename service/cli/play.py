"""Commands that record: demo sessions and simulated ones."""

import os
import secrets
import time

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from analytics.bots import bots_of, cast_of
from analytics.simulation import Plan, opening
from domain.edition import content
from domain.game import Game
from domain.session.session import rules_of
from service import demo as demo_sessions
from service import editions, seeds
from service.cli.work import GAME, KeyValue, Work, checked_options, print_json
from service.simulating import record_games
from service.store import Playtests


@click.command()
@click.pass_obj
def demo(work: Work) -> None:
    """Record the demo sessions, unless they are there already."""
    added = demo_sessions.record(work.services.store)
    click.echo(f"{added} demo sessions recorded" if added else "the demo sessions are here already")


@click.command()
@click.argument("game", type=GAME)
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--players", type=int, help="Seats. Default: one a bot, or the game's smallest.")
@click.option(
    "--bots", help=f"One name for all seats, or one a seat: {', '.join(cast_of().names)}."
)
@click.option("--option", "options", type=KeyValue(), multiple=True, help="A ruling; repeatable.")
@click.option("--edition", metavar="NAME", help="What lies in the box. Default: what is shipped.")
@click.option("--seed", help="Any text; the same seed gives the same games. Default: a new one.")
@click.option("--workers", type=click.IntRange(min=1), help="Processes. Default: one a core.")
@click.option("--prototype", default="", help="The designer's name for what is tested.")
@click.option("--tag", "tags", multiple=True, help="A tag for these sessions; repeatable.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.pass_obj
def simulate(
    work: Work,
    game: Game,
    games: int,
    players: int | None,
    bots: str | None,
    options: tuple[tuple[str, str], ...],
    edition: str | None,
    seed: str | None,
    workers: int | None,
    prototype: str,
    tags: tuple[str, ...],
    as_json: bool,
) -> None:
    """Let bots play GAME and record every move of every game."""
    box = editions.find(game, work.folder, edition).edition if edition else seeds.edition(game)
    plan = Plan(
        game=game.name,
        rules=seeds.rulebook(game).version,
        edition=content(box),
        options=checked_options(game, options),
        bots=seated(game, players, bots),
        seed=seed or secrets.token_hex(4),
        prototype=prototype,
        tags=tags,
    )
    rules_of(opening(plan))
    began = time.perf_counter()
    events = _with_progress(work.services.store, plan, games, workers or os.cpu_count() or 1)
    seconds = time.perf_counter() - began
    if as_json:
        print_json(
            {"game": game.name, "games": games, "events": events, "seed": plan.seed}
            | {"seconds": round(seconds, 3)}
        )
    else:
        rate = f"{games / seconds:,.0f} games/s"
        click.echo(f"{games:,} games, {events:,} events, seed {plan.seed}, {rate}")


def _with_progress(store: Playtests, plan: Plan, games: int, workers: int) -> int:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        task = progress.add_task(plan.game, total=games)
        return record_games(
            store, plan, games, workers, lambda done: progress.update(task, completed=done)
        )


def seated(game: Game, players: int | None, bots: str | None) -> tuple[str, ...]:
    """Return the bots by seat.

    :raises UsageError: a bot that does not exist for the game, or names that do not fit the
        number of seats.
    """
    names, known = [name.strip() for name in (bots or "random").split(",")], bots_of(game)
    if unknown := [name for name in names if not cast_of().plays(name, game)]:
        raise click.BadParameter(
            f"there is no bot {unknown[0]!r} for {game.title}, expected one of: {', '.join(known)}",
            param_hint="--bots",
        )
    seats = players if players is not None else max(len(names), game.seats.start)
    if len(names) == 1 and seats in game.seats:
        names *= seats
    if seats not in game.seats:
        expected = f"expected {game.seats.start} to {game.seats.stop - 1}"
        raise click.BadParameter(f"{seats} seats, {expected}", param_hint="--players")
    if len(names) != seats:
        raise click.BadParameter(
            f"{len(names)} bots for {seats} seats, expected one name or {seats}",
            param_hint="--bots",
        )
    return tuple(names)
