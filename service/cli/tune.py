"""The command that searches an edition and its rulings for what is aimed at."""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import click

from analytics.experiments.ready import usual_bot
from analytics.farm import FarmError
from analytics.tuning import (
    KNOWN,
    Aim,
    Found,
    Searched,
    Tuning,
    at_work,
    check,
    play_again,
    read_aim,
    read_varied,
    to_play_again,
)
from domain.edition import content
from domain.errors import Invalid
from domain.game import Game
from service import editions, seeds, tuning
from service.cli.frontier import as_data, draw, print_found
from service.cli.play import seated
from service.cli.progress import progress
from service.cli.work import GAME, WORKERS, KeyValue, Work, checked_options, print_json
from service.simulating import Interrupt
from service.tuning import Pace

SEED = "tuning"


@click.command()
@click.argument("game", type=GAME)
@click.option(
    *("--vary", "vary"),
    multiple=True,
    required=True,
    help="option:NAME or option:NAME=one,other; a number of the edition: hand_limit=4..7, "
    "cards.AL.points=8..20/4, stars.0=40,45. Repeatable.",
)
@click.option(
    *("--aim", "aims"),
    multiple=True,
    required=True,
    help=f"NAME=NUMBER, NAME=low, NAME=high, or balance: {', '.join(KNOWN)}. Repeatable.",
)
@click.option("--option", "options", type=KeyValue(), multiple=True, help="A ruling that stays.")
@click.option("--across", metavar="OPTION", default="", help="Play with each value; worst counts.")
@click.option("--edition", metavar="NAME", help="What is changed. Default: what is shipped.")
@click.option("--players", type=int, help="Seats. Default: one a bot, or the game's smallest.")
@click.option("--bots", help="As for simulate. Default: greedy where it exists, else random.")
@click.option("--trials", type=int, default=60, show_default=True, help="Candidates at most.")
@click.option("--games", type=int, default=40, show_default=True, help="Games of a candidate.")
@click.option(
    "--confirm",
    type=int,
    default=400,
    show_default=True,
    help="Games of each candidate of the frontier, on fresh deals.",
)
@click.option("--seed", default=SEED, help="Any text; the same seed gives the same frontier.")
@click.option("--workers", type=WORKERS, help="Processes. Default: one a core.")
@click.option(
    *("--figure", "picture"),
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the first two aims: FILE.svg, .png or .html.",
)
@click.option("--save", metavar="NAME", help="Add a candidate as an edition of that name.")
@click.option("--candidate", type=int, help="Which one, by its number on the frontier.")
@click.option("--again", is_flag=True, help="Search although an answer is kept.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def tune(
    work: Work,
    game: Game,
    vary: tuple[str, ...],
    aims: tuple[str, ...],
    options: tuple[tuple[str, str], ...],
    across: str,
    edition: str | None,
    players: int | None,
    bots: str | None,
    trials: int,
    games: int,
    confirm: int,
    seed: str,
    workers: int | None,
    picture: Path | None,
    save: str | None,
    candidate: int | None,
    again: bool,
    as_json: bool,
) -> None:
    """Search an edition of GAME, and its rulings, for what is aimed at.

    The answer is a frontier: candidates that no other one betters in every aim, played again on
    fresh deals beside the edition as it is. It is kept, so that the same command with --save or
    --figure plays nothing. An interrupt prints the frontier so far.
    """
    if (save is None) != (candidate is None):
        raise click.UsageError("expected --save NAME and --candidate NUMBER together")
    known = editions.find(game, work.folder, edition) if edition else editions.shipped(game)
    try:
        wanted = tuple(read_aim(text) for text in aims)
        pace = _pace(work, game, wanted)
        chosen = checked_options(game, options)
        asked = Tuning(
            game=game.name,
            rules=seeds.rulebook(game).version,
            seats=len(seats := seated(game, players, bots or usual_bot(game), work.cast)),
            edition=content(known.edition),
            options=chosen,
            bots=seats,
            vary=tuple(read_varied(text, game, known.edition, chosen) for text in vary),
            aims=wanted,
            across=across.replace("-", "_"),
            trials=trials,
            games=games,
            confirm=confirm,
            seconds=pace.seconds if pace else 0.0,
            seed=seed,
            cast=work.cast.text,
        )
        check(asked)
        if picture:
            draw(None, asked, picture)
    except Invalid as error:
        raise click.UsageError(str(error)) from error
    found = None if again else tuning.kept(work.folder, asked)
    if found is None:
        found = _found(asked, workers or os.cpu_count() or 1)
        if found.complete:
            tuning.keep(work.folder, found)
    if as_json:
        print_json(as_data(found, pace))
    else:
        print_found(found, pace)
    if picture:
        draw(found, asked, picture)
    if save is not None and candidate is not None:
        added = tuning.save(work.folder, known, asked, found, candidate, save)
        click.echo(
            f"{added.name!r} can be chosen for {game.title}: --edition {added.slug}", err=True
        )
    if not found.complete:
        raise click.ClickException(f"stopped: {found.tried} candidates were searched by then")


def _pace(work: Work, game: Game, aims: tuple[Aim, ...]) -> Pace | None:
    return tuning.pace(work.services, game) if any(aim.key == "minutes" for aim in aims) else None


def _found(asked: Tuning, workers: int) -> Found:
    """Search, then play the frontier again.

    :raises ClickException: a worker ended.
    """
    sides = len(asked.sides)
    try:
        with Interrupt() as interrupt, at_work(workers, lambda: interrupt.asked) as playing:
            most = min(asked.trials, asked.combinations) * asked.games * sides
            with _bar(f"{asked.game}, search", most) as report:
                found = Searched(asked).run(playing, report).found()
            if not found.complete:
                return found
            most = len(to_play_again(found)) * asked.confirm * sides
            with _bar(f"{asked.game}, frontier", most) as report:
                return play_again(asked, found, playing, report)
    except FarmError:
        lost = "a worker ended before its games were played"
        raise click.ClickException(f"{lost}; try fewer of them with --workers") from None


def _bar(name: str, most: int) -> AbstractContextManager[Callable[[int], None]]:
    return progress(name, most)
