"""What every command needs: the services of the data folder, sessions by id, output as JSON."""

import json
import sqlite3
from functools import cached_property
from typing import Any, TextIO
from uuid import UUID

import click

from analytics.bots import BotFailed, Cast
from analytics.warehouse import DuckDBError, WarehouseError
from domain.errors import DomainError, Invalid
from domain.events import UnreadableEvent
from domain.game import Game
from domain.games import GAMES, find
from domain.options import check_options
from domain.session import Session
from service.casting import cast_in
from service.runs import NoSuchRun
from service.simulating import Stopped
from service.store import Conflict, NoSuchSession, StoreError
from service.wiring import Services, build, data_folder

FAILURES = (
    BotFailed,
    Stopped,
    DomainError,
    UnreadableEvent,
    Conflict,
    NoSuchSession,
    NoSuchRun,
    WarehouseError,
    OSError,
    UnicodeError,
)
"""What can go wrong outside this program, each with a message of its own."""


STATISTICS_FAILURES = (DuckDBError,)
"""What a statistics file can do that opens and cannot be read to its end."""

STORE_FAILURES = (StoreError, sqlite3.Error)
"""What the event store's file can do: be locked, damaged, unreadable, or on a full disk."""


class Work:
    """Opens the data folder at the first use, so that ``--help`` touches nothing."""

    def __init__(self, data: str | None) -> None:
        self.given = data
        self.folder = data_folder(data)

    @cached_property
    def services(self) -> Services:
        """The services of the data folder, closed when the command ends."""
        services = build(self.folder)
        click.get_current_context().call_on_close(services.close)
        return services

    @cached_property
    def cast(self) -> Cast:
        """The bots of the data folder.

        :raises Invalid: its file of bots has errors.
        """
        return cast_in(self.folder)

    def session(self, name: str) -> Session:
        """Load the session with that id; its first or last digits do if no other has them.

        :raises NoSuchSession: none has it, or several do.
        """
        digits = name.replace("-", "").lower()
        store = self.services.store
        if len(digits) == 32:
            try:
                session_id = UUID(digits)
            except ValueError:
                raise NoSuchSession(f"{name!r} is no session id") from None
            return store.load(session_id)
        found = [
            session_id
            for session_id in store.session_ids()
            if digits and (session_id.hex.startswith(digits) or session_id.hex.endswith(digits))
        ]
        if len(found) != 1:
            how_many = "several sessions" if found else "no session"
            raise NoSuchSession(f"{how_many} with an id that begins or ends with {name!r}")
        return store.load(found[0])


class GameName(click.ParamType):
    """A game by its name, with dashes or underscores."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        """Return the game."""
        if isinstance(value, Game):
            return value
        try:
            return find(value)
        except KeyError:
            known = ", ".join(game.command_name for game in GAMES.values())
            self.fail(f"there is no game {value!r}, expected one of: {known}", param, ctx)


GAME = GameName()

WORKERS = click.IntRange(1, 64)
"""A number of processes."""


class KeyValue(click.ParamType):
    """An option of a game as ``name=value``."""

    name = "name=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Return name and value."""
        if isinstance(value, tuple):
            return value
        name, equals, chosen = value.partition("=")
        if not (name and equals and chosen):
            self.fail(f"{value!r} found, expected NAME=VALUE", param, ctx)
        return name.replace("-", "_"), chosen


def checked_options(game: Game, options: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return ``--option`` values as a dictionary.

    :raises BadParameter: the game has no such option or value.
    """
    chosen = dict(options)
    try:
        check_options(game.options, chosen)
    except Invalid as error:
        raise click.BadParameter(str(error), param_hint="--option") from None
    return chosen


def print_json(data: Any, file: TextIO | None = None) -> None:
    """Print data as indented JSON."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False), file=file)
