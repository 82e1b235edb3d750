"""Queries to begin from, kept as SQL files in ``seeds/queries``, those of a game in its folder."""

import re
from functools import cache
from importlib.resources.abc import Traversable
from typing import NamedTuple

from domain.games import GAMES
from service.queries import Plot
from service.seeds import seed

COMMENT = "-- "
PLOT = "plot: "


class Example(NamedTuple):
    """A query that runs: its file begins with its name and description as comments."""

    id: str
    game: str
    name: str
    description: str
    plot: Plot
    sql: str


@cache
def examples() -> tuple[Example, ...]:
    """Return the examples of every game, then those of any."""
    found = [
        _read(file, game)
        for game in (*GAMES, "")
        for file in _files("queries", *([game] if game else []))
    ]
    return tuple(found)


def _files(*path: str) -> list[Traversable]:
    folder = seed(*path)
    if not folder.is_dir():
        return []
    return sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda f: f.name
    )


def _read(file: Traversable, game: str) -> Example:
    said: list[str] = []
    lines = file.read_text(encoding="utf-8").splitlines()
    while lines and lines[0].startswith(COMMENT):
        said.append(lines.pop(0).removeprefix(COMMENT))
    drawn = [line for line in said if line.startswith(PLOT)]
    name, *about = [line for line in said if not line.startswith(PLOT)]
    id_ = "-".join(filter(None, (game, file.name.removesuffix(".sql")))).replace("_", "-")
    plot = _plot(drawn[0].removeprefix(PLOT)) if drawn else Plot()
    return Example(id_, game, name, " ".join(about), plot, "\n".join(lines).rstrip().rstrip(";"))


def _plot(text: str) -> Plot:
    """Read how a result is drawn.

    >>> _plot("bar x=tile y=lit")
    Plot(kind='bar', x='tile', y='lit', series='')
    """
    kind, _, rest = text.partition(" ")
    return Plot(kind, **dict(re.findall(r"(x|y|series)=(\w+)", rest)))
