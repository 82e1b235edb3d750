"""Answers of experiments on a screen."""

import sys

from rich import box
from rich.console import Console
from rich.table import Table

from analytics.experiments import Answer, ready_made
from analytics.experiments import words as say
from service.cli.work import print_json
from service.experiments import questions


def printer() -> Console:
    """Return a console that breaks no line where nobody reads it on a screen."""
    width = None if sys.stdout.isatty() else 1_000
    return Console(highlight=False, markup=False, width=width)


def print_list(as_json: bool) -> None:
    if as_json:
        print_json({"questions": questions()})
        return
    table = Table("Game", "Question", "In words", "Sides", box=box.SIMPLE_HEAD)
    for r in ready_made():
        values = ", ".join(value.value for value in r.option.values)
        table.add_row(r.game.command_name, r.name, r.option.question, values)
    printer().print(table)


def print_answer(answer: Answer) -> None:
    console = printer()
    console.print(answer.question.text)
    console.print(f"\n{say.title(answer)}", style="bold")
    console.print(f"{say.summary(answer)}\n")
    first = say.label(answer.sides[0].label)
    table = Table("Measure", first, "other side", "difference", "95% range", box=box.SIMPLE_HEAD)
    for name in ("after correction", "visible from", "verdict"):
        table.add_column(name)
    several = len(answer.sides) > 2
    for each in answer.compared:
        seen = "" if each.visible is None else say.by(each, each.visible, plus=False)
        table.add_row(
            each.title + (f" ({say.label(each.side)})" if several else ""),
            say.amount(each, each.one),
            say.amount(each, each.other),
            say.by(each, each.by).replace(" of 100", ""),
            say.spread(each),
            "" if each.low is None else f"p {say.chance(each.p)}",
            seen,
            say.verdict(each),
        )
    if not several:
        table.columns[2].header = say.label(answer.sides[1].label)
    console.print(table)
    for one in answer.coverage:
        console.print(say.one_sided(one))
    games = ", ".join(f"{side.games:,} with {say.label(side.label)}" for side in answer.sides)
    console.print(f"Games: {games}; seed {answer.question.seed}.")
    for note in say.notes(answer):
        console.print(note, style="dim")
    if answer.stored:
        console.print(f"Stored with the tag {answer.key}.", style="dim")
