"""Commands about the statistics."""

import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from analytics import stats as statistics
from analytics.export import as_csv, as_parquet, numeric, written
from analytics.filters import Filters, basis
from analytics.findings import Finding
from domain.game import Game
from service.cli.filtering import filter_options, filters_of
from service.cli.work import GAME, Work, print_json
from service.own_reports import WHOLE, Own, answer, definition, own_reports, plain
from service.plotting import THEMES, Theme, Undrawn, drawn

FORMS = ("table", "json", "csv", "parquet", "svg", "png")
OF_ONE = ("csv", "parquet", "svg", "png")
"""Forms that hold one report."""

BYTES = ("parquet", "png")


@click.command()
@click.argument("game", type=GAME)
@click.argument("reports", nargs=-1, metavar="[REPORT]...")
@filter_options
@click.option("--list", "listing", is_flag=True, help="List the reports and what each asks.")
@click.option(
    *("--format", "form"),
    type=click.Choice(FORMS),
    help="table to read (the default), json with every number; the others hold one REPORT.",
)
@click.option(
    *("--theme", "theme"),
    type=click.Choice(THEMES),
    default="day",
    show_default=True,
    help="Colours of a figure.",
)
@click.option(
    *("-o", "--out", "out"),
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write to a file.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="The same as --format json; see docs/json.md."
)
@click.pass_obj
def stats(
    work: Work,
    /,
    game: Game,
    reports: tuple[str, ...],
    listing: bool,
    form: str | None,
    theme: Theme,
    out: Path | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Answer the reports about GAME, or those named; --list names them.

    Saved queries are reports too; their names begin with own-. Sessions that are unfinished,
    abandoned, irregular, branches or amended count only with --include. A figure (svg, png) is
    drawn by Chrome or Chromium, where there is one.
    """
    form = form or ("json" if as_json else "table")
    own = {saved.report: saved for saved in own_reports(work.services, game.name)}
    _check(game, reports, form, out, own)
    if listing:
        for report in statistics.catalogue(game.name):
            click.echo(f"{report.id:<20} {report.question}")
        for saved in own.values():
            click.echo(f"{saved.report:<20} {saved.name} (saved query, {saved.at.date()})")
        return
    projector = work.services.projector
    projector.catch_up()
    cursor = projector.warehouse.cursor()
    filters = filters_of(cursor, game, **asked)
    house = [each for each in reports if each not in own]
    chosen = [saved for id_, saved in own.items() if id_ in reports or not reports]
    if form in OF_ONE:
        if chosen:
            finding = _found(answer(work.services, chosen[0], filters, limits=WHOLE))
        else:
            (finding,) = statistics.findings(cursor, filters, reports)
        _write(_bytes(finding, form, theme), out)
        _say(game, filters, statistics.told(basis(cursor, filters)))
        if chosen:
            click.echo(f"{definition(chosen[0])}", err=True)
        return
    named = house if reports else None
    told = statistics.report(cursor, filters, named)
    answers = [
        answer(work.services, saved, filters, limits=WHOLE if saved.report in reports else None)
        for saved in chosen
    ]
    if reports:
        for each in answers:
            _found(each)
    told["reports"] += map(plain, answers)
    if form == "table":
        _print(game, filters, told, statistics.findings(cursor, filters, named), answers, out)
    elif out:
        with out.open("w", encoding="utf-8") as file:
            print_json(told, file)
    else:
        print_json(told)


def _found(own: Own) -> Finding:
    """Return the finding of a saved query that was asked for by its name.

    :raises ClickException: it has none.
    """
    if own.finding is None:
        raise click.ClickException(f"the saved query {own.saved.name!r} has no answer: {own.said}")
    return own.finding


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


def _check(
    game: Game, reports: tuple[str, ...], form: str, out: Path | None, own: Collection[str]
) -> None:
    """Refuse what cannot be answered, before anything is read."""
    known = [*(report.id for report in statistics.catalogue(game.name)), *own]
    if unknown := [each for each in reports if each not in known]:
        expected = ", ".join(known)
        raise click.BadParameter(
            f"there is no report {unknown[0]!r} about {game.title}, expected one of: {expected}",
            param_hint="REPORT",
        )
    if form in OF_ONE and len(reports) != 1:
        raise click.UsageError(f"--format {form} holds one report, {len(reports)} are named")
    if form in BYTES and out is None and sys.stdout.isatty():
        raise click.UsageError(f"{form} is not to be read on a screen, expected -o FILE")


def _bytes(finding: Finding, form: str, theme: Theme) -> bytes:
    """Return one report as a file.

    :raises ClickException: there is no figure, or nothing to draw it.
    """
    if form == "csv":
        return as_csv(finding)
    if form == "parquet":
        return as_parquet(finding)
    try:
        return drawn(finding, "svg" if form == "svg" else "png", theme)
    except Undrawn as error:
        raise click.ClickException(str(error)) from error


def _write(made: bytes, out: Path | None) -> None:
    if out is None:
        click.echo(made, nl=False)
    else:
        out.write_bytes(made)


def _say(game: Game, filters: Filters, rests_on: dict[str, Any]) -> None:
    """Say on standard error what a file rests on."""
    left = ", ".join(f"{each['count']:,} {each['reason']}" for each in rests_on["left_out"])
    click.echo(
        f"{_headed(game, filters, rests_on)}{f'; left out: {left}' if left else ''}", err=True
    )


def _headed(game: Game, filters: Filters, rests_on: dict[str, Any]) -> str:
    whom = "" if filters.played_by == "all" else f", played by {filters.played_by}"
    return f"{game.title}: {rests_on['counted']} of {rests_on['of']} sessions{whom}"


def _print(
    game: Game,
    filters: Filters,
    told: dict[str, Any],
    findings: list[Finding],
    answers: list[Own],
    out: Path | None,
) -> None:
    file = out.open("w", encoding="utf-8") if out else None
    width = None if file is None and sys.stdout.isatty() else 1_000
    console = Console(highlight=False, markup=False, file=file, width=width)
    console.print(_headed(game, filters, told["basis"]))
    for left in told["basis"]["left_out"]:
        console.print(f"  left out: {left['count']:,} {left['reason']}")
    for kind in told["basis"]["let_in"]:
        console.print(f"  counted: {kind['count']:,} {kind['reason']}")
    for finding in findings:
        _print_one(console, finding)
    for own in answers:
        if own.finding:
            _print_one(console, own.finding)
        else:
            console.print(f"\n{own.saved.name}", style="bold")
            console.print(f"No answer: {own.said}")
        console.print(f"{definition(own.saved)}", style="dim")
    console.print(RANGES, style="dim")
    if file:
        file.close()


def _print_one(console: Console, finding: Finding) -> None:
    console.print(f"\n{finding.title}", style="bold")
    console.print(finding.summary)
    table = Table()
    for name, is_number in zip(finding.columns, numeric(finding), strict=True):
        table.add_column(name, justify="right" if is_number else "left", overflow="fold")
    for row in finding.rows:
        pairs = zip(row, finding.columns, strict=True)
        table.add_row(*(written(cell, finding.units.get(name)) for cell, name in pairs))
    console.print(table)
