"""A board as a table of words, for those who hear it: a cell for each place, and what changed."""

from collections.abc import Collection
from importlib import import_module
from typing import Any, NamedTuple

from domain.game import Game

Row = tuple[str, tuple[str | None, ...]]
"""A row's name and its cells, ``None`` where the board has no place."""


class Grid(NamedTuple):
    """A board's columns and rows by name."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def grid(game: Game, table: Any, changed: Collection[str]) -> Grid:
    """Write a table that was laid out as words: what ``grid`` does in the module of that name
    beside the game's board. ``changed`` names the places where something changed.
    """
    found: Grid = import_module(f"{__package__}.{game.name}.grid").grid(table, changed)
    return found


def cell(content: str, changed: bool) -> str:
    """Write a cell.

    >>> cell("empty", True), cell("a mark", False)
    ('empty, changed', 'a mark')
    """
    return f"{content}, changed" if changed else content
