"""Lepidoptery's board as bits: what a token does for lines of four, a column after the other."""

from functools import lru_cache
from typing import NamedTuple

from domain.games.lepidoptery.lines import DIRECTIONS, LINE

Columns = tuple[tuple[int, ...], ...]
Heights = tuple[int, ...]
Tally = tuple[int, ...]
"""How many lines more, by how many of their four spaces one seat holds and the other none."""


class Drop(NamedTuple):
    """The board with a token more in one column. Sets of columns are bits.

    :ivar wins: whether the token completes a line.
    :ivar mine: what it does for lines that its seat alone has begun; ``theirs`` for the other one.
    :ivar next_mine: the columns where a further token of its seat would complete a line.
    :ivar next_theirs: those where one of the other seat would.
    """

    wins: bool
    mine: Tally
    theirs: Tally
    next_mine: int
    next_theirs: int


NOTHING = (0,) * LINE


@lru_cache(maxsize=65536)
def drop(columns: Columns, heights: Heights, column: int, seat: int) -> Drop:
    """Look at the board with a seat's token more in a column, full columns cleared."""
    at = column * max(heights) + len(columns[column])
    own = tokens(columns, heights)[seat]
    if any(own & gap == gap for gap in gaps(heights)[at]):
        return Drop(True, NOTHING, NOTHING, 0, 0)
    after, among = [*columns], through(heights)[at]
    after[column] = (*columns[column], seat)
    if len(after[column]) >= heights[column]:
        for other, height in enumerate(heights):
            if other != column and len(after[other]) >= height:
                after[other], among = (), lines(heights)
    then = tuple(after)
    old_mine, old_theirs = _tally(columns, heights, among, seat)
    new_mine, new_theirs = _tally(then, heights, among, seat)
    return Drop(
        False,
        tuple(new - old for new, old in zip(new_mine, old_mine, strict=True)),
        tuple(new - old for new, old in zip(new_theirs, old_theirs, strict=True)),
        finishes(then, heights, seat),
        finishes(then, heights, 1 - seat),
    )


@lru_cache(maxsize=65536)
def finishes(columns: Columns, heights: Heights, seat: int) -> int:
    """Return, as bits, the columns whose next token would complete a line of a seat."""
    own, rows, found = tokens(columns, heights)[seat], max(heights), 0
    if own.bit_count() < LINE - 1:
        return 0
    cells = gaps(heights)
    for column, there in enumerate(columns):
        if len(there) < heights[column]:
            for gap in cells[column * rows + len(there)]:
                if own & gap == gap:
                    found |= 1 << column
                    break
    return found


def _tally(
    columns: Columns, heights: Heights, among: tuple[int, ...], seat: int
) -> tuple[list[int], list[int]]:
    both = tokens(columns, heights)
    own, others = both[seat], both[1 - seat]
    mine, theirs = [0] * LINE, [0] * LINE
    for line in among:
        if not others & line:
            mine[(own & line).bit_count()] += 1
        elif not own & line:
            theirs[(others & line).bit_count()] += 1
    return mine, theirs


@lru_cache(maxsize=65536)
def tokens(columns: Columns, heights: Heights) -> tuple[int, int]:
    """Return both seats' tokens."""
    found, rows = [0, 0], max(heights)
    for column, there in enumerate(columns):
        for row, seat in enumerate(there):
            found[seat] |= 1 << column * rows + row
    return found[0], found[1]


@lru_cache(maxsize=64)
def lines(heights: Heights) -> tuple[int, ...]:
    """List every four spaces in line.

    >>> len(lines((6, 6, 6, 6, 6)))  # 5 x 3 upright, 2 x 6 level, 2 x 3 each way across
    39
    """
    rows, found = max(heights), []
    for x, height in enumerate(heights):
        for y in range(height):
            for _, across, up in DIRECTIONS:
                cells = [(x + across * n, y + up * n) for n in range(LINE)]
                if all(c < len(heights) and 0 <= r < heights[c] for c, r in cells):
                    found.append(sum(1 << c * rows + r for c, r in cells))
    return tuple(found)


@lru_cache(maxsize=64)
def through(heights: Heights) -> tuple[tuple[int, ...], ...]:
    """List for each space the lines that it is part of."""
    spaces = range(max(heights) * len(heights))
    return tuple(tuple(line for line in lines(heights) if line >> at & 1) for at in spaces)


@lru_cache(maxsize=64)
def gaps(heights: Heights) -> tuple[tuple[int, ...], ...]:
    """List for each space the other three of every line that it is part of."""
    return tuple(
        tuple(line ^ 1 << at for line in there) for at, there in enumerate(through(heights))
    )
