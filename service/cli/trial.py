"""The command that tries an edition out: bots play it, and their scores are counted."""

import os
import secrets
from pathlib import Path

import click
import msgspec

from analytics.experiments.ready import usual_bot
from analytics.farm import FarmError
from analytics.simulation import Plan, opening
from analytics.trial import Trial, summary, try_out
from domain.edition import EditionBase, Sourced, content, content_hash
from domain.game import Game
from service import editions, seeds
from service.cli.play import seated
from service.cli.work import GAME, WORKERS, KeyValue, Work, checked_options, print_json


@click.command()
@click.argument("game", type=GAME)
@click.option("--edition", metavar="FILE_OR_NAME", help="What is tried. Default: what is shipped.")
@click.option("--games", type=click.IntRange(min=1), default=500, show_default=True)
@click.option("--players", type=int, help="Seats. Default: one a bot, or the game's smallest.")
@click.option("--bots", help="As for simulate. Default: greedy where it exists, else random.")
@click.option("--option", "options", type=KeyValue(), multiple=True, help="A ruling; repeatable.")
@click.option("--seed", help="Any text; the same seed gives the same games. Default: a new one.")
@click.option("--workers", type=WORKERS, help="Processes. Default: one a core.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def trial(
    work: Work,
    game: Game,
    edition: str | None,
    games: int,
    players: int | None,
    bots: str | None,
    options: tuple[tuple[str, str], ...],
    seed: str | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Let bots try an edition of GAME, and print how their scores spread. Records nothing."""
    box = _edition(work, game, edition) if edition else seeds.edition(game)
    plan = Plan(
        game=game.name,
        rules=seeds.rulebook(game).version,
        edition=content(box),
        options=checked_options(game, options),
        bots=seated(game, players, bots or usual_bot(game), work.cast),
        cast=work.cast.text,
        seed=seed or secrets.token_hex(4),
    )
    opening(plan)
    if None in game.scores(game.blank(game.rules(box, game.options(), len(plan.bots)))):
        raise click.BadParameter(f"{game.title} has no points to count", param_hint="GAME")
    try:
        found = summary(try_out(plan, games, workers or os.cpu_count() or 1))
    except FarmError:
        lost = "a worker ended before its games were played, so there is nothing to count"
        raise click.ClickException(f"{lost}; try fewer of them with --workers") from None
    stars = _stars(box) if len(plan.bots) == 1 else None
    if as_json:
        _print_json(box, plan, found, stars)
    else:
        _print(game, box, plan, found, stars)


def _edition(work: Work, game: Game, name: str) -> EditionBase:
    """Return the edition in a file, or the one with that name.

    :raises BadParameter: the file holds no edition of the game.
    :raises NoSuchEdition: there is no such name either.
    """
    path = Path(name)
    if not path.is_file():
        return editions.find(game, work.folder, name).edition
    with path.open("rb") as file:
        checked = editions.check(file.read(editions.LARGEST + 1))
    if checked.edition is None:
        raise click.BadParameter(checked.faults[0].at(name), param_hint="--edition")
    if checked.game is not game:
        found = checked.edition.game
        raise click.BadParameter(
            f"{name}: game: {found!r} found, expected {game.name!r}", param_hint="--edition"
        )
    return checked.edition


def _stars(box: EditionBase) -> tuple[int, int] | None:
    """Return the thresholds of a solo game's stars, of an edition that has some."""
    stars = getattr(box, "stars", None)
    return stars.value if isinstance(stars, Sourced) else None


def _print(
    game: Game, box: EditionBase, plan: Plan, found: Trial, stars: tuple[int, int] | None
) -> None:
    seats = f"{len(plan.bots)} seat{'s' if len(plan.bots) > 1 else ''}"
    bots = ", ".join(dict.fromkeys(plan.bots))
    click.echo(f"{box.name} ({game.title}): {found.games:,} games, {seats}, {bots}")
    click.echo(f"  mean {found.mean}, standard deviation {found.deviation}, {found.rounds} rounds")
    click.echo(f"  by tenths: {' '.join(map(str, found.tenths))}")
    if stars:
        two, three = stars
        under, over = found.under(two), found.over(three)
        click.echo(
            f"  under {two}: {under:.1%}, {two} to {three}: {1 - under - over:.1%}, "
            f"over {three}: {over:.1%}"
        )
    options = "".join(f" --option {name}={value}" for name, value in plan.options.items())
    click.echo(f"  seed {plan.seed}{options}")


def _print_json(box: EditionBase, plan: Plan, found: Trial, stars: tuple[int, int] | None) -> None:
    thresholds = stars and {
        "under": {"points": stars[0], "part": found.under(stars[0])},
        "over": {"points": stars[1], "part": found.over(stars[1])},
    }
    print_json(
        {"game": plan.game, "edition": box.name, "edition_hash": content_hash(box)}
        | {"options": plan.options, "bots": plan.bots, "seed": plan.seed}
        | msgspec.to_builtins(found, str_keys=True)
        | {"thresholds": thresholds}
    )
