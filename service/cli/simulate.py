"""The command that lets bots play and records every move, and goes on with what was stopped."""

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import click
from click.core import ParameterSource

from analytics.bots import cast_of
from analytics.farm import Backend, FarmError, Here, Processes
from analytics.farm.cluster import Cluster
from analytics.runs import MOST_GAMES, Run
from analytics.simulation import Plan, opening
from domain.edition import content
from domain.game import Game
from domain.games import GAMES
from domain.session.session import rules_of
from service import editions, seeds
from service.cli.play import seated
from service.cli.progress import progress
from service.cli.work import GAME, WORKERS, KeyValue, Work, checked_options, print_json
from service.runs import Runs
from service.simulating import Stopped, record
from service.store import Playtests
from service.wiring import now

EVERY = "every unfinished run"
WITH_RESUME = ("resume", "workers", "cluster", "as_json")
FEW = 25  # games that are likely to be over before workers have begun


@click.command()
@click.argument("game", type=GAME, required=False)
@click.option(
    "--games", type=click.IntRange(1, MOST_GAMES), default=100, show_default=True, metavar="N"
)
@click.option("--players", type=int, help="Seats. Default: one a bot, or the game's smallest.")
@click.option(
    "--bots", help=f"One name for all seats, or one a seat: {', '.join(cast_of().names)}."
)
@click.option("--option", "options", type=KeyValue(), multiple=True, help="A ruling; repeatable.")
@click.option("--edition", metavar="NAME", help="What lies in the box. Default: what is shipped.")
@click.option("--seed", help="Any text; the same seed gives the same games. Default: a new one.")
@click.option("--prototype", default="", help="The designer's name for what is tested.")
@click.option("--tag", "tags", multiple=True, help="A tag for these sessions; repeatable.")
@click.option("--workers", type=WORKERS, help="Processes. Default: one a core.")
@click.option(
    "--cluster", metavar="ADDRESS", help="Play on a Dask cluster instead: tcp://HOST:PORT."
)
@click.option(
    "--resume",
    metavar="[RUN]",
    is_flag=False,
    flag_value=EVERY,
    help="Go on with a simulation that was stopped; without RUN, list them and go on with all.",
)
@click.option("--forget", metavar="RUN", help="Give a stopped simulation up; recorded games stay.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.pass_context
def simulate(
    context: click.Context,
    /,
    workers: int | None,
    cluster: str | None,
    resume: str | None,
    forget: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Let bots play GAME and record every move of every game.

    It can be stopped at any time: what is recorded are whole games, each once, and --resume
    plays the others. Where they are played changes nothing about them. Of several runs one that
    fails is left out and named at the end.
    """
    work: Work = context.obj
    if workers and cluster:
        raise click.UsageError("--workers and --cluster exclude each other")
    runs, store = Runs(work.folder), work.services.store
    if forget is not None:
        _nothing_else(context, "--forget", ("forget",))
        _forget(store, runs, runs.find(forget))
        return
    if resume is None:
        plan, games = _plan(context, **asked)
    else:
        _nothing_else(context, "--resume", WITH_RESUME)
    with _backend(workers, cluster, asked["games"] if resume is None else None) as backend:
        if resume is None:
            begun = [runs.begin(plan, games, now())]
        elif resume == EVERY:
            begun = runs.unfinished()
            _list(store, begun, as_json)
        else:
            begun = [runs.find(resume)]
        found, failed = [], list[Stopped]()
        for played in _played(store, runs, begun, backend):
            if isinstance(played, Stopped):
                failed.append(played)
                continue
            found.append(played)
            if not as_json:
                _say(played)
    if failed and resume != EVERY:
        raise failed[0]
    if as_json:
        print_json(found if resume == EVERY else found[0])
    for fault in failed:
        click.echo("mothlog: " + " ".join(str(fault).split()), err=True)
    if failed:
        context.exit(1)


def _plan(
    context: click.Context,
    game: Game | None,
    games: int,
    players: int | None,
    bots: str | None,
    options: tuple[tuple[str, str], ...],
    edition: str | None,
    seed: str | None,
    prototype: str,
    tags: tuple[str, ...],
) -> tuple[Plan, int]:
    if game is None:
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
    folder, cast = context.obj.folder, context.obj.cast
    box = editions.find(game, folder, edition).edition if edition else seeds.edition(game)
    plan = Plan(
        game=game.name,
        rules=seeds.rulebook(game).version,
        edition=content(box),
        options=checked_options(game, options),
        bots=seated(game, players, bots, cast),
        cast=cast.text,
        seed=seed or secrets.token_hex(4),
        prototype=prototype,
        tags=tags,
    )
    rules_of(opening(plan))
    return plan, games


def _nothing_else(context: click.Context, option: str, beside: tuple[str, ...]) -> None:
    """Refuse what a run has settled already.

    :param beside: what may be given with the option.
    """
    for parameter in context.command.params:
        name = parameter.name or ""
        given = context.get_parameter_source(name) is not ParameterSource.DEFAULT
        if given and name not in beside:
            said = parameter.get_error_hint(context)
            raise click.UsageError(f"{option} and {said} exclude each other: a run has its own")


def _forget(store: Playtests, runs: Runs, run: Run) -> None:
    """Give a run up, and say what is there of it."""
    done = len(store.numbers(run))
    runs.end(run)
    click.echo(f"{run.key} is given up; {done:,} of {run.games:,} games are recorded and stay")


@contextmanager
def _backend(workers: int | None, cluster: str | None, games: int | None) -> Iterator[Backend]:
    """Lend what games are played on.

    :raises ClickException: the cluster cannot be used.
    """
    if cluster:
        try:
            dask = Cluster(cluster)
        except FarmError as error:
            raise click.ClickException(str(error)) from None
        with closing(dask):
            yield dask
    elif workers == 1:
        yield Here()
    else:
        few = games is not None and games <= FEW and workers is None
        yield Processes(workers or os.cpu_count() or 1, alone=0.5 if few else 0.0)


def _played(
    store: Playtests, runs: Runs, begun: list[Run], backend: Backend
) -> Iterator[dict[str, Any] | Stopped]:
    """Yield the summary of each run, or why it stopped; the others follow where they can."""
    for run in begun:
        try:
            yield _record(store, runs, run, backend)
        except Stopped as stopped:
            yield stopped
            if not stopped.others:
                return


def _record(store: Playtests, runs: Runs, run: Run, backend: Backend) -> dict[str, Any]:
    """Play what is missing of a run, say so, and return the summary."""
    began = time.perf_counter()
    with progress(run.plan.game, run.games) as report:
        games, events = record(store, run, backend, report)
    runs.end(run)
    seconds, seed = time.perf_counter() - began, run.plan.seed
    return {
        "run": run.key,
        "game": run.plan.game,
        "games": run.games,
        "played": games,
        "events": events,
        "seed": seed,
        "seconds": round(seconds, 3),
    }


def _say(found: dict[str, Any]) -> None:
    rate = f"{found['played'] / found['seconds']:,.0f} games/s" if found["seconds"] else ""
    before = found["games"] - found["played"]
    click.echo(
        f"{found['games']:,} games{f', {before:,} of them before' if before else ''}, "
        f"{found['events']:,} events, seed {found['seed']}, {rate}"
    )


def _list(store: Playtests, runs: list[Run], as_json: bool) -> None:
    """Say which runs are unfinished."""
    if not runs:
        click.echo("no simulation is unfinished", err=as_json)
    for run in runs:
        plan, done = run.plan, len(store.numbers(run))
        click.echo(
            f"{run.key}  {GAMES[plan.game].command_name}, {','.join(plan.bots)}, seed {plan.seed}, "
            f"begun {run.at:%Y-%m-%d %H:%M}: {done:,} of {run.games:,} games",
            err=as_json,
        )
