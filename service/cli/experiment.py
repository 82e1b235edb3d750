"""The command that answers what would change if one thing were otherwise."""

import os
from typing import Any

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from analytics.experiments import Answer, Arm, Question, asked, check, find, ready_made
from analytics.experiments.question import MOST_GAMES, played_by
from analytics.experiments.ready import GAMES_A_SIDE, SEED, usual_bot, usual_seats
from domain.errors import Invalid
from domain.game import Game
from domain.games import find as find_game
from service.cli.answers import print_answer, print_list
from service.cli.play import seated
from service.cli.work import WORKERS, Work, checked_options, print_json
from service.experiments import (
    Kept,
    answer_of,
    as_data,
    edition_of,
    own_question,
    recorded_arm,
)
from service.experiments.asking import RECORDED

KNOWN = ("edition", "bots", *RECORDED)


class Side(click.ParamType):
    """One side of an experiment as ``name=value,...``."""

    name = "name=value,..."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dict[str, str]:
        """Return names and values; ``default`` alone is a side with nothing changed."""
        if isinstance(value, dict):
            return value
        told: dict[str, str] = {}
        for part in () if value == "default" else value.split(","):
            name, equals, chosen = (word.strip() for word in part.partition("="))
            if not (name and equals and chosen):
                self.fail(f"{part!r} found, expected NAME=VALUE or default", param, ctx)
            told[name.replace("-", "_")] = chosen.replace("+", ",") if name == "bots" else chosen
        return told


@click.command()
@click.argument("about", nargs=-1, metavar="[GAME] [QUESTION]")
@click.option("--list", "listed", is_flag=True, help="List the ready-made questions.")
@click.option(
    *("--side", "sides"),
    type=Side(),
    multiple=True,
    help="A side of your own question: rulings, edition, bots (one+another), or recorded sessions "
    "by, prototype, tag, rules; default for one with nothing changed. Repeatable.",
)
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    default=GAMES_A_SIDE,
    show_default=True,
    help="Games a side.",
)
@click.option("--seats", type=int, help="Default: 3, or the game's smallest number.")
@click.option("--bots", help="As for simulate. Default: greedy where it exists, else random.")
@click.option("--seed", default=SEED, help="Any text; the same seed gives the same games.")
@click.option("--workers", type=WORKERS, help="Processes. Default: one a core.")
@click.option("--record", is_flag=True, help="Store the games, so that each number can be opened.")
@click.option("--again", is_flag=True, help="Play although an answer is kept.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def experiment(
    work: Work,
    about: tuple[str, ...],
    listed: bool,
    sides: tuple[dict[str, str], ...],
    games: int,
    seats: int | None,
    bots: str | None,
    seed: str,
    workers: int | None,
    record: bool,
    again: bool,
    as_json: bool,
) -> None:
    """Play two sides that differ in one thing, and say what comes of it.

    QUESTION is a ready-made one (--list); --side asks your own. Both sides get the same deals. What
    was played before an interrupt is kept: the same command goes on from there.
    """
    if listed:
        print_list(as_json)
        return
    game, name = _about(about)
    seats = seats if seats is not None else _seats(game, bots)
    bot_names = seated(game, seats, bots or usual_bot(game), work.cast)
    if sides:
        question = _own(work, game, sides, bot_names, games, seed)
    else:
        question = _ready(work, game, name, bot_names, games, seed)
    question = played_by(question, work.cast)
    _checked(question)
    found = None if again else Kept(work.folder).answer(question.key)
    if found is None or (record and not found.stored) or not question.paired:
        found = _run(work, question, workers or os.cpu_count() or 1, record)
    if as_json:
        print_json(as_data(found))
    else:
        print_answer(found)


def _seats(game: Game, bots: str | None) -> int:
    named = len(bots.split(",")) if bots else 1
    return named if named > 1 else usual_seats(game)


def _about(about: tuple[str, ...]) -> tuple[Game, str]:
    """Return the game and the name of a ready-made question, which may be empty.

    :raises UsageError: there is none of that name.
    """
    if not about or len(about) > 2:
        raise click.UsageError("expected a question (--list names them), or a game and --side")
    try:
        game: Game | None = find_game(about[0])
    except KeyError:
        game = None
    if game is not None and len(about) == 1:
        return game, ""
    if game is None and len(about) == 2:
        raise click.UsageError(f"there is no game {about[0]!r}")
    ready = find(about[-1], game)
    if ready is None:
        names = [r.name for r in ready_made() if game in (None, r.game)]
        raise click.UsageError(f"no question {about[-1]!r}, expected one of: {', '.join(names)}")
    return ready.game, ready.name


def _ready(
    work: Work, game: Game, name: str, bots: tuple[str, ...], games: int, seed: str
) -> Question:
    ready = find(name, game) if name else None
    if ready is None:
        raise click.UsageError("expected a question (--list names them) or --side")
    box = edition_of(work.services, game)
    return asked(ready, box, seats=len(bots), bots=bots, games=games, seed=seed)


def _own(
    work: Work,
    game: Game,
    sides: tuple[dict[str, str], ...],
    bots: tuple[str, ...],
    games: int,
    seed: str,
) -> Question:
    if len(sides) == 1:
        sides = ({}, *sides)
    arms = [_side(work, game, told, bots) for told in sides]
    return own_question(game, arms, seats=len(bots), games=games, seed=seed)


def _side(work: Work, game: Game, told: dict[str, str], bots: tuple[str, ...]) -> Arm:
    if recorded := {name: told[name] for name in RECORDED if name in told}:
        if more := set(told) - set(recorded):
            raise click.BadParameter(
                f"{sorted(more)[0]} beside {next(iter(recorded))}: recorded sessions are as they "
                "were played",
                param_hint="--side",
            )
        return recorded_arm(game, len(bots), recorded)
    options = tuple((name, value) for name, value in told.items() if name not in KNOWN)
    return Arm(
        label="",
        options=checked_options(game, options),
        edition=edition_of(work.services, game, told.get("edition", "")),
        bots=seated(game, len(bots), told["bots"], work.cast) if "bots" in told else bots,
    )


def _checked(question: Question) -> None:
    try:
        check(question)
    except Invalid as error:
        raise click.UsageError(str(error)) from error


def _run(work: Work, question: Question, workers: int, record: bool) -> Answer:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        task = progress.add_task(f"{question.game} {question.name}", total=question.games)
        return answer_of(
            work.services,
            question,
            workers=workers if workers > 1 else 0,
            store=record,
            report=lambda done: progress.update(task, completed=done),
        )
