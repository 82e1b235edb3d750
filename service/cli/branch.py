"""The command that asks what if."""

from random import Random
from typing import Any

import click

from domain.session import Session
from domain.session.branch import Way
from domain.session.events import Luck, Player
from service import views
from service.bots import play_bots
from service.branching import Asked, open_branch, seated
from service.cli.work import Work, print_json

LETTERS = "ABCDEFGH"


class Sitting(click.ParamType):
    """Who sits in a seat, as ``A=Ada`` or ``B=bot:random``."""

    name = "seat=who"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, Player]:
        """Return the seat and who sits there."""
        if isinstance(value, tuple):
            return value
        letter, _, who = value.partition("=")
        seat = LETTERS.find(letter.upper()) if len(letter) == 1 else -1
        name = who.strip()
        bot = name.removeprefix("bot:").strip() if name.startswith("bot:") else None
        if seat < 0 or not name or bot == "":
            self.fail(f"{value!r} found, expected SEAT=NAME or SEAT=bot:NAME, as A=Ada", param, ctx)
        return seat, Player(name if bot is None else "", bot)


@click.command()
@click.argument("session")
@click.option("--step", type=click.IntRange(min=0), required=True, help="The step to go on from.")
@click.option(
    "--chance",
    type=click.Choice(["fresh", "same"]),
    default="fresh",
    show_default=True,
    help="Cards: shuffled, or in the order in which they came.",
)
@click.option(
    "--seat",
    "seats",
    type=Sitting(),
    multiple=True,
    help="Who sits there now: A=Ada or B=bot:random; repeatable. Default: who sat there.",
)
@click.option(
    "--way",
    type=click.Choice(["digital", "table"]),
    help="Dealt by mothlog, or logged at a table. Default: digital where all cards were seen.",
)
@click.option("--title", default="", help="Default: from which step of what.")
@click.option("--tag", "tags", multiple=True, help="A tag; repeatable.")
@click.option("--play", is_flag=True, help="Let bots act, to the end if nobody else sits there.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.pass_obj
def branch(
    work: Work,
    session: str,
    step: int,
    chance: Luck,
    seats: tuple[tuple[int, Player], ...],
    way: Way | None,
    title: str,
    tags: tuple[str, ...],
    play: bool,
    as_json: bool,
) -> None:
    """What if? Begin a session with the moves of SESSION up to a step, and go on otherwise.

    Where no seat chooses at that step, it begins at the nearest one before. Statistics leave
    branches out.
    """
    loaded, recorder = work.session(session), work.services.recorder
    players = seated(loaded, dict(seats), work.cast) if seats else None
    asked = Asked(step, chance, players, way, title, tags)
    made = open_branch(recorder, loaded, asked, None, work.cast).session
    if play and made.opened.mode == "digital":
        made = play_bots(recorder, made, Random(), work.cast)
    if as_json:
        print_json(views.summary(made))
    else:
        _print(loaded, made, step)


def _print(original: Session, made: Session, asked: int) -> None:
    branch = made.opened.branch
    assert branch is not None
    if branch.step != asked:
        click.echo(f"no seat chooses at step {asked}; the nearest one before is {branch.step}")
    cards = {"fresh": "fresh cards", "same": "the same cards"}[branch.chance]
    where = f"branched from step {branch.step} of {original.id}, {cards}"
    click.echo(f"{made.id}  {made.status}, step {made.last_step}, {where}")
