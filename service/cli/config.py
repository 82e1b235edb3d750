"""The command that lists what can be set, and what it is set to."""

import os
from dataclasses import replace

import click
from rich import box
from rich.table import Table

from service.cli.answers import printer
from service.cli.work import Work, print_json
from service.settings import Found, found, unknown, unknown_said
from service.wiring import data_folder


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON; see docs/json.md.")
@click.pass_obj
def config(work: Work, as_json: bool) -> int:
    """List every setting, its value and where that comes from: an option, the environment, or the
    default.

    Secrets are not shown. Values that cannot be, and variables that are named as ours and read by
    nobody, are named, and the exit code is 1 then.
    """
    rows = [_named(row) for row in found(os.environ, {"--data": work.given or ""})]
    strange = unknown(os.environ)
    if as_json:
        print_json(
            {
                "settings": [_row(row) for row in rows],
                "unknown": [{"name": name, "nearest": near or None} for name, near in strange],
            }
        )
    else:
        table = Table("Setting", "Value", "From", "Meaning", box=box.SIMPLE_HEAD)
        for row in rows:
            table.add_row(row.setting.name, row.shown, row.origin, row.setting.meaning)
        printer().print(table)
    wrong = [f"{row.setting.name} is {row.shown!r}, {row.problem}" for row in rows if row.problem]
    for line in [*wrong, *unknown_said(os.environ)]:
        click.echo(f"mothlog: {line}", err=True)
    return 1 if wrong or strange else 0


def _named(row: Found) -> Found:
    """Name the user's data folder where no other is set."""
    unset = row.setting.name == "MOTHLOG_DATA" and not row.shown
    return replace(row, shown=str(data_folder(None))) if unset else row


def _row(row: Found) -> dict[str, str | None]:
    setting = row.setting
    return {
        "name": setting.name,
        "value": row.shown,
        "from": row.origin,
        "default": setting.default,
        "option": setting.option or None,
        "meaning": setting.meaning,
        "problem": row.problem or None,
    }
