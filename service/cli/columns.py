"""Options that say what a spreadsheet does not say itself."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from domain.game import Game
from domain.notation import SEATS
from service.cli.work import GAME
from service.transfer.sheet import COLUMNS, Plan

F = TypeVar("F", bound=Callable[..., Any])


class ColumnMap(click.ParamType):
    """Which column holds what, as ``seat=Player,action=Move``."""

    name = "what=column,..."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dict[str, str]:
        """Return what a column holds, to its name."""
        if isinstance(value, dict):
            return value
        told: dict[str, str] = {}
        for part in value.split(","):
            what, equals, column = (word.strip() for word in part.partition("="))
            if not equals or not column or what not in COLUMNS:
                known = ", ".join(f"{name}=COLUMN" for name in COLUMNS)
                self.fail(f"{part!r} found, expected some of: {known}", param, ctx)
            if what in told:
                self.fail(f"{what} stands there twice", param, ctx)
            told[what] = column
        return told


class Header(click.ParamType):
    """A header of a session's text as ``name=value``."""

    name = "name=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Return name and value."""
        if isinstance(value, tuple):
            return value
        name, equals, told = (word.strip() for word in value.partition("="))
        if not (name and equals and told):
            self.fail(f"{value!r} found, expected NAME=VALUE", param, ctx)
        return name, told


def sheet_options(command: F) -> F:
    """Add the options about spreadsheets to a command."""
    options = (
        click.option("--map", "columns", type=ColumnMap(), help="CSV: which column holds what."),
        click.option("--game", type=GAME, help="CSV: the game."),
        click.option("--player", "players", multiple=True, help="CSV: who sits there; repeatable."),
        click.option(
            *("--header", "headers"),
            type=Header(),
            multiple=True,
            help="CSV: any header of a session's text; repeatable.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def plan_of(
    columns: dict[str, str] | None,
    game: Game | None,
    players: tuple[str, ...],
    headers: tuple[tuple[str, str], ...],
) -> Plan:
    """Return what the options say.

    :raises UsageError: a header is told twice, or there are more players than seats.
    """
    if len(players) > len(SEATS):
        raise click.UsageError(f"{len(players)} players, expected at most {len(SEATS)}")
    told = [*headers]
    told += [("game", game.command_name)] if game else []
    told += [(f"player {seat}", name) for seat, name in zip(SEATS, players, strict=False)]
    names = [name.casefold() for name, _ in told]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise click.UsageError(f"header {twice[0]!r} is told twice")
    return Plan(columns or {}, dict(told))
