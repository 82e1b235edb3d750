"""The command that answers SQL."""

import json
import sys
from pathlib import Path
from typing import TextIO

import click
from rich import box
from rich.console import Console
from rich.table import Table

from analytics.sandbox import Form, Limits, Refused
from analytics.sandbox.limits import DOWNLOAD
from service.cli.work import Work
from service.queries import NoSuchQuery, Queries

FORMS: dict[str, Form] = {"table": "page", "csv": "csv", "json": "json", "parquet": "parquet"}
LONGEST = 1_000_000  # characters that are read of a file before its length is judged


@click.command()
@click.argument("sql", required=False)
@click.option(
    *("--file", "file"),
    type=click.File("r", encoding="utf-8", lazy=True),  # nothing stays open of a wrong call
    help="Read the query from a file; - is standard input.",
)
@click.option("--saved", help="Run a query that was saved on the page, by its name.")
@click.option(
    *("--format", "form"),
    type=click.Choice(list(FORMS)),
    default="table",
    show_default=True,
    help="table to read, the others to go on with.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, DOWNLOAD.rows),
    help=f"Rows at most. Default: 100 in a table, otherwise {DOWNLOAD.rows:,}.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@click.pass_obj
def query(
    work: Work,
    sql: str | None,
    file: TextIO | None,
    saved: str | None,
    form: str,
    limit: int | None,
    out: Path | None,
) -> None:
    """Answer SQL over all sessions from a read-only copy; docs/sql.md lists the limits.

    SQL is one argument, in quotes. What the answer knows of, and whether it was cut short, stands
    on standard error.
    """
    if sum(given is not None for given in (sql, file, saved)) != 1:
        raise click.UsageError("expected one of: SQL, --file, --saved")
    if form == "parquet" and out is None and sys.stdout.isatty():
        raise click.UsageError("a Parquet file is not to be read on a screen, expected --out FILE")
    limits = _limits(form, limit)
    work.services.projector.catch_up()
    try:
        asked = work.services.asking.ask(_text(work, sql, file, saved), FORMS[form], limits)
    except Refused as error:
        place = f"\n{error.detail}" if error.detail else ""
        click.echo(f"mothlog: {error}{place}", err=True)
        raise click.exceptions.Exit(1) from error
    result = asked.result
    if form == "table":
        _print([column.name for column in result.columns], result.cells)
    elif out is not None:
        out.write_bytes(result.payload)
    else:
        click.echo(result.payload, nl=False)
    cut = {"rows": f"; there are more, --limit {limits.rows} ends it", "bytes": "; cut at its size"}
    click.echo(f"{result.rows:,} rows, {asked.as_of}{cut.get(result.cut, '')}", err=True)


def _limits(form: str, limit: int | None) -> Limits:
    if form == "table":
        return Limits(seconds=DOWNLOAD.seconds, rows=limit or 100)
    return DOWNLOAD._replace(rows=limit or DOWNLOAD.rows)


def _text(work: Work, sql: str | None, file: TextIO | None, saved: str | None) -> str:
    if saved is not None:
        try:
            return Queries(work.folder).find(saved).sql
        except NoSuchQuery as error:
            raise click.ClickException(str(error)) from None
    if file is not None:
        return file.read(LONGEST)
    return sql or ""


def _print(columns: list[str], rows: list[list[object]]) -> None:
    if not columns:
        return
    width = None if sys.stdout.isatty() else 1_000
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name, *cells in zip(columns, *rows, strict=True):
        numbers = bool(cells) and all(isinstance(c, int | float) or c is None for c in cells)
        table.add_column(name, justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(_cell, row))
    Console(highlight=False, markup=False, width=width).print(table)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return json.dumps(value)
    return f"{value:.10g}" if isinstance(value, float) else str(value)
