"""The filters of the statistics as options of a command: the same as the page's."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any, TypeVar

import click

from analytics.filters import LEFT_OUT_UNLESS_ASKED, Filters, PlayedBy, choices
from analytics.warehouse import Cursor
from domain.game import Game
from service.cli.work import KeyValue, checked_options

F = TypeVar("F", bound=Callable[..., Any])
MODES = ("digital", "table", "simulated")


class Kinds(click.ParamType):
    """Kinds of session that count only where they are asked for, with commas between them."""

    name = "kinds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Return the kinds."""
        if isinstance(value, tuple):
            return value
        kinds = tuple(kind.strip() for kind in value.split(","))
        for kind in kinds:
            if kind not in LEFT_OUT_UNLESS_ASKED:
                expected = ", ".join(LEFT_OUT_UNLESS_ASKED)
                self.fail(f"there is no kind {kind!r}, expected some of: {expected}", param, ctx)
        return kinds


DAY = click.DateTime(["%Y-%m-%d"])


def filter_options(command: F) -> F:
    """Add the filters to a command."""
    kinds = ", ".join(LEFT_OUT_UNLESS_ASKED)
    options = (
        click.option("--seats", type=int, multiple=True, help="So many seats; repeatable."),
        click.option(
            *("--by", "played_by"),
            type=click.Choice(["all", "people", "bots", "mixed"]),
            help="Who played; people, where some have finished a session, otherwise all.",
        ),
        click.option(*("--player", "players"), multiple=True, help="With this person; repeatable."),
        click.option(*("--tag", "tags"), multiple=True, help="With this tag; repeatable."),
        click.option(
            *("--without-tag", "without_tags"), multiple=True, help="Without it; repeatable."
        ),
        click.option("--prototype", default="", help="Of this prototype only."),
        click.option("--edition", default="", help="Of this edition only."),
        click.option("--rules", default="", help="Of this version of the rules only."),
        click.option(
            *("--mode", "modes"),
            type=click.Choice(MODES),
            multiple=True,
            help="How it was recorded; repeatable.",
        ),
        click.option(
            *("--option", "options"), type=KeyValue(), multiple=True, help="A ruling; repeatable."
        ),
        click.option(
            "--from", "since", type=DAY, metavar="DAY", help="Opened on this day or later."
        ),
        click.option(
            "--to", "until", type=DAY, metavar="DAY", help="Opened on this day or before."
        ),
        click.option(
            "--include",
            type=Kinds(),
            multiple=True,
            help=f"Count these too; of {kinds}, with commas between them.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def filters_of(
    cursor: Cursor,
    game: Game,
    *,
    played_by: PlayedBy | None,
    options: tuple[tuple[str, str], ...],
    since: datetime | None,
    until: datetime | None,
    include: tuple[tuple[str, ...], ...],
    **others: Any,
) -> Filters:
    """Return the filters that the options ask for.

    :raises BadParameter: the game has no such ruling or answer.
    """
    return Filters(
        game=game.name,
        played_by=played_by or usual(cursor, game),
        options=checked_options(game, options),
        since=_day(since),
        until=_day(until),
        include=tuple(dict.fromkeys(kind for kinds in include for kind in kinds)),
        **others,
    )


def usual(cursor: Cursor, game: Game) -> PlayedBy:
    """Return who counts where nobody asked: the same as on the page."""
    return "people" if choices(cursor, game.name).by_people else "all"


def _day(at: datetime | None) -> date | None:
    return at.date() if at else None
