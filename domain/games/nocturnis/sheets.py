"""Sheets read from text grids that look like the sheet."""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase

from domain.games.nocturnis.edition import Sheet
from domain.games.nocturnis.effects import parse_effect
from domain.games.nocturnis.shapes import Ground
from domain.games.nocturnis.symbols import packed

EMPTY = "#"
PLAIN = "."


def rows_of(grid: str) -> list[str]:
    """Return a grid's rows from the top, without spaces.

    >>> rows_of("a b\\n. #\\n")
    ['ab', '.#']
    """
    return ["".join(line.split()) for line in grid.strip().splitlines()]


def place(column: int, row: int, height: int) -> str:
    """Name a square: its column's letter, its row from below.

    >>> place(0, 0, 9), place(8, 8, 9)
    ('a9', 'i1')
    """
    return f"{ascii_lowercase[column]}{height - row}"


def read_sheet(grid: str, letters: Sequence[str], bonuses: Mapping[str, str]) -> Sheet:
    """Read a grid that :func:`domain.games.nocturnis.checks.problems` finds nothing wrong with.

    :param letters: the symbols' letters, in the order of their numbers.
    """
    rows = rows_of(grid)
    width, height = len(rows[0]), len(rows)
    numbered = {letter: number for number, letter in enumerate(letters)}
    marks = "".join(rows)
    names = tuple(place(at % width, at // width, height) for at in range(len(marks)))
    symbols = tuple(numbered.get(mark.lower()) for mark in marks)
    ground = Ground(
        width=width,
        height=height,
        empty=sum(1 << at for at, mark in enumerate(marks) if mark == EMPTY),
        signature=tuple(0 if symbol is None else packed([symbol]) for symbol in symbols),
    )
    return Sheet(
        ground=ground,
        symbols=symbols,
        bonuses={
            at: parse_effect(bonuses[names[at]]) for at, mark in enumerate(marks) if mark.isupper()
        },
        names=names,
        numbers={name: at for at, name in enumerate(names)},
    )
